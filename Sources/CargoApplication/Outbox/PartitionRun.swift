package import CargoDomain

/// A relay's work on one partition that it has leased.
struct PartitionRun: Sendable {
    /// The outcome of a run.
    struct Outcome: Sendable {
        var delivered = 0
        /// Until when the consumer accepts nothing.
        var pause: Pause?
        /// The error that ended the run early.
        var error: DomainError?
    }

    /// A consumer that currently accepts nothing.
    struct Pause: Sendable {
        let reason: String
        let retryAfter: Duration?
    }

    /// Why a run ends before its work is done.
    private enum Stop: Error {
        case store(DomainError)
        case unavailable(Pause)
        case leaseLost
        case cancelled
    }

    let parts: RelayParts
    private(set) var partition: OutboxPartition
    private var outcome = Outcome()

    /// - Parameter partition: the stored partition, leased to this relay.
    init(_ parts: RelayParts, _ partition: OutboxPartition) {
        self.parts = parts
        self.partition = partition
    }

    /// Delivers due and new events, then releases the partition.
    /// - Parameters:
    ///   - entries: events of this partition after its position, in order.
    ///   - end: the sequence number that `entries` reaches; this partition has no other event between its position and this number.
    mutating func run(_ entries: [FeedEntry], through end: Int64) async -> Outcome {
        let wasFull = partition.isFull
        do throws(Stop) {
            for aggregate in partition.due(at: parts.clock.now()) { try await deliverHeld(aggregate) }
            for entry in entries {
                if partition.isFull { break }
                try await take(entry)
            }
            if !partition.isFull { partition.advance(to: end) }
        } catch {
            switch error {
            case .store(let error): outcome.error = error
            case .unavailable(let pause): outcome.pause = pause
            case .cancelled: break
            case .leaseLost:
                parts.report(.leaseLost(number: partition.number))
                return outcome
            }
        }
        if partition.isFull, !wasFull { parts.report(.partitionIsFull(number: partition.number)) }
        await releaseLease()
        return outcome
    }

    private mutating func releaseLease() async {
        partition.releaseLease()
        switch await parts.partitions.save(partition, of: parts.consumer) {
        case .success(true): partition = partition.stored
        case .success(false): parts.report(.leaseLost(number: partition.number))
        case .failure(let error): outcome.error = outcome.error ?? error
        }
    }

    // MARK: New events

    private mutating func take(_ entry: FeedEntry) async throws(Stop) {
        guard entry.sequence > partition.position else { return }
        if partition.held(of: entry.aggregate) != nil { return partition.enqueue(entry.sequence, of: entry.aggregate) }
        switch try await handle(entry) {
        case .delivered: partition.advance(to: entry.sequence)
        case .held(let attempts, let notBefore, let reason):
            partition.hold(HeldAggregate(entry, attempts: attempts, notBefore: notBefore, reason: reason))
        }
    }

    // MARK: Held events

    /// Delivers the held events of an aggregate until one fails or none is left.
    private mutating func deliverHeld(_ aggregate: String) async throws(Stop) {
        while let held = partition.held(of: aggregate), let sequence = held.sequences.first {
            switch try await handle(try await entry(sequence), after: held.attempts) {
            case .delivered: partition.removeFirst(sequence, of: aggregate, at: parts.clock.now())
            case .held(let attempts, let notBefore, let reason):
                return partition.recordFailure(aggregate, attempts: attempts, notBefore: notBefore, reason: reason)
            }
        }
    }

    private func entry(_ sequence: Int64) async throws(Stop) -> FeedEntry {
        switch await parts.feed.entry(at: sequence) {
        case .success(let entry): return entry
        case .failure(let error): throw .store(error)
        }
    }

    // MARK: Both

    /// The outcome for an event.
    private enum EntryOutcome {
        case delivered
        /// The event is retried at this time; nil if it is a dead letter.
        case held(attempts: Int, notBefore: Instant?, reason: String)
    }

    /// Delivers an event while the lease is certain to hold.
    ///
    /// An unreadable event becomes a dead letter.
    /// - Parameter attempts: the number of previous attempts.
    private mutating func handle(_ entry: FeedEntry, after attempts: Int = 0) async throws(Stop) -> EntryOutcome {
        if Task.isCancelled { throw .cancelled }
        let attempts = attempts + 1
        switch entry {
        case .unreadable(let event):
            parts.report(.unreadable(event))
            return .held(attempts: attempts, notBefore: nil, reason: event.reason)
        case .event(let event):
            try await keepLease()
            switch await HandlerCall.run(event, parts) {
            case .delivered:
                outcome.delivered += 1
                parts.report(.delivered(event))
                return .delivered
            case .failed(let reason, let retryAfter):
                return .held(attempts: attempts, notBefore: nextTry(of: event, after: attempts, reason, retryAfter), reason: reason)
            case .refused(let reason):
                parts.report(.deadLettered(event, attempts: attempts, reason: reason))
                return .held(attempts: attempts, notBefore: nil, reason: reason)
            case .unavailable(let reason, let retryAfter): throw .unavailable(Pause(reason: reason, retryAfter: retryAfter))
            }
        }
    }

    /// Stores the progress and renews the lease if the lease might expire while an event is handled.
    private mutating func keepLease() async throws(Stop) {
        let now = parts.clock.now()
        guard let lease = partition.lease, now.later(parts.handler.timeout) > lease.until else { return }
        // If the lease has expired, another relay may own the partition; the stored owner decides.
        partition.grantLease(to: parts.owner, until: parts.leaseEnd(from: now))
        switch await parts.partitions.save(partition, of: parts.consumer) {
        case .success(true): partition = partition.stored
        case .success(false): throw .leaseLost
        case .failure(let error): throw .store(error)
        }
    }

    /// Returns when to retry a failed event; nil if it has no attempts left.
    private func nextTry(of event: DomainEvent, after attempts: Int, _ reason: String, _ retryAfter: Duration?) -> Instant? {
        guard attempts < parts.policy.maximumAttempts else {
            parts.report(.deadLettered(event, attempts: attempts, reason: reason))
            return nil
        }
        let retryAt = parts.clock.now().later(parts.policy.backoff(after: attempts, retryAfter: retryAfter, permille: parts.permille()))
        parts.report(.failed(event, attempts: attempts, reason: reason, retryAt: retryAt))
        return retryAt
    }
}

extension DomainEventFeed {
    /// Returns the event with a sequence number; unreadable if it is missing.
    func entry(at sequence: Int64) async -> Result<FeedEntry, DomainError> {
        await entries(after: sequence - 1, limit: 1).map { entries in
            if let entry = entries.first, entry.sequence == sequence { return entry }
            let error = DomainError.corruptRecord(rule: "REP-3", cause: "domain event \(sequence) is missing")
            return .unreadable(UnreadableEvent(sequence: sequence, error: error))
        }
    }
}

extension Instant {
    /// Returns an instant this much later, clamped to the latest instant.
    package func later(_ time: Duration) -> Instant {
        do throws(DomainError) {
            return try advanced(by: time)
        } catch {
            return .latest
        }
    }
}

/// The parts that a relay works with.
struct RelayParts: Sendable {
    let consumer: ConsumerName
    /// The relay's unique name.
    let owner: String
    let feed: any DomainEventFeed
    let partitions: any OutboxPartitionStore
    let handler: any OutboxHandler
    let clock: any DomainClock
    let policy: RelayPolicy
    /// Draws 500 to 1000.
    let permille: @Sendable () -> Int
    let report: @Sendable (RelayNotice) -> Void
    /// Returns early when the task is cancelled.
    let sleep: @Sendable (Duration) async -> Void

    /// When a lease taken now ends: not before the handler's time limit.
    func leaseEnd(from now: Instant) -> Instant { max(now.later(policy.leaseDuration), now.later(handler.timeout).later(.milliseconds(1))) }
}
