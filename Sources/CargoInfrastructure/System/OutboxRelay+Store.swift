public import CargoApplication
public import CargoDomain

extension OutboxRelay {
    /// Creates a relay that passes the domain events of a store to a closure.
    ///
    /// ```swift
    /// await OutboxRelay(store) { event in try await publish(event) }.run()
    /// ```
    /// An event is delivered when the closure returns. If the closure throws or exceeds the time limit, the event is retried after a pause, and
    /// becomes a dead letter after `policy.attempts`.
    ///
    /// If the store doesn't keep how far consumers have read (`outboxPartitions` is nil), the relay keeps it in memory: it starts with the first event
    /// each time that it is created, and two relays deliver every event twice.
    /// - Parameters:
    ///   - store: the store whose domain events are delivered.
    ///   - consumer: the consumer whose progress to use; relays with the same consumer share the work.
    ///   - timeout: how long the closure may take for an event.
    ///   - clock: measures leases and pauses.
    ///   - policy: attempts, pauses and sizes.
    ///   - report: receives notices, such as of dead letters, from several tasks.
    ///   - handle: handles an event; its `eventId` identifies a repetition. Calls for different aggregates are concurrent.
    public init(
        _ store: any CargoStore,
        consumer: ConsumerName = .standard,
        timeout: Duration = .seconds(30),
        clock: any DomainClock = SystemClock(),
        policy: RelayPolicy = RelayPolicy(),
        report: @escaping @Sendable (RelayNotice) -> Void = { _ in },
        _ handle: @escaping @Sendable (DomainEvent) async throws -> Void
    ) {
        self.init(
            consumer: consumer,
            owner: "relay-" + String(UInt64.random(in: .min ... .max), radix: 16),
            feed: store.events,
            partitions: store.outboxPartitions ?? InMemoryOutboxPartitionStore(store: InMemoryStore()),
            handler: ClosureHandler(timeout: max(timeout, .milliseconds(1)), body: handle),
            clock: clock,
            policy: policy,
            report: report
        )
    }
}

/// A consumer that is a closure.
private struct ClosureHandler: OutboxHandler {
    let timeout: Duration
    let body: @Sendable (DomainEvent) async throws -> Void

    func handle(_ event: DomainEvent) async -> DeliveryOutcome {
        do {
            try await body(event)
            return .delivered
        } catch {
            return .failed(reason: "\(error)", retryAfter: nil)
        }
    }
}
