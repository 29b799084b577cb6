import CargoDomain

/// One call of a handler, which is given up at the handler's time limit.
enum HandlerCall {
    /// Hands an event over.
    ///
    /// The call runs in a task of its own. A child task would hold up its parent for as long as the handler ignores cancellation.
    /// - Returns: what the handler answers; `failed` at the time limit.
    static func run(_ event: DomainEvent, _ parts: RelayParts) async -> DeliveryOutcome {
        let limit = parts.handler.timeLimit
        let late = DeliveryOutcome.failed(reason: "the handler did not answer within \(limit) ms", retryAfter: nil)
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
