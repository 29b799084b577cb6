import CargoDomain

/// One call of a handler, abandoned at the handler's time limit.
enum HandlerCall {
    /// Passes an event to the handler.
    ///
    /// The call runs in an unstructured task, because a child task would delay its parent for as long as the handler ignores cancellation.
    /// - Returns: the handler's outcome; `failed` at the time limit.
    static func run(_ event: DomainEvent, _ parts: RelayParts) async -> DeliveryOutcome {
        let limit = parts.handler.timeout
        let late = DeliveryOutcome.failed(reason: DeliveryFailure.timedOut(milliseconds: limit.wholeMilliseconds).text, retryAfter: nil)
        // Keeps the first of two answers.
        let (answers, answer) = AsyncStream.makeStream(of: DeliveryOutcome.self, bufferingPolicy: .bufferingOldest(1))
        let work = Task { answer.yield(await parts.handler.handle(event)) }
        let timer = Task {
            await parts.sleep(limit)
            if Task.isCancelled { return }
            answer.yield(late)
            work.cancel()
        }
        defer { timer.cancel() }
        // Not here: a cancelled task reads no stream, and the handler may still answer.
        let first = Task { await answers.first { _ in true } }
        return await withTaskCancellationHandler {
            await first.value ?? late
        } onCancel: {
            work.cancel()
        }
    }
}
