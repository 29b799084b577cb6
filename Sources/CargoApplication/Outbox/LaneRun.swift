import CargoDomain

/// A relay's work on one lane (partition) that it has leased.
struct LaneRun: Sendable {
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
        /// In milliseconds.
        let retryAfter: Int64?
    }

    /// Why a run ends before its work is done.
    private enum Stop: Error {
        case store(DomainError)
        case unavailable(Pause)
        case leaseLost
        case cancelled
    }

    let parts: RelayParts
    private(set) var lane: OutboxLane
    private var outcome = Outcome()

    /// - Parameter lane: the stored lane, leased to this relay.
    init(_ parts: RelayParts, _ lane: OutboxLane) {
        self.parts = parts
        self.lane = lane
    }

    /// Delivers due and new events, then releases the lane.
    /// - Parameters:
    ///   - entries: events of this lane after its position, in order.
    ///   - end: the sequence number that `entries` reaches; this lane has no other event between its position and this number.
    mutating func run(_ entries: [FeedEntry], through end: Int64) async -> Outcome {
        let wasFull = lane.isFull
        do throws(Stop) {
            for aggregate in lane.due(at: parts.clock.now()) { try await deliverHeld(aggregate) }
            for entry in entries {
                if lane.isFull { break }
                try await take(entry)
            }
            if !lane.isFull { lane.pass(end) }
        } catch {
            switch error {
            case .store(let error): outcome.error = error
            case .unavailable(let pause): outcome.pause = pause
            case .cancelled: break
            case .leaseLost:
                parts.report(.leaseWasLost(number: lane.number))
                return outcome
            }
        }
        if lane.isFull, !wasFull { parts.report(.laneIsFull(number: lane.number)) }
        await giveBack()
        return outcome
    }

    private mutating func giveBack() async {
        lane.free()
        switch await parts.lanes.save(lane, of: parts.consumer) {
        case .success(true): lane = lane.stored
        case .success(false): parts.report(.leaseWasLost(number: lane.number))
        case .failure(let error): outcome.error = outcome.error ?? error
        }
    }

    // MARK: New events

    private mutating func take(_ entry: FeedEntry) async throws(Stop) {
        guard entry.sequence > lane.position else { return }
        if lane.held(of: entry.aggregate) != nil { return lane.wait(entry.sequence, of: entry.aggregate) }
        switch try await handle(entry) {
        case .delivered: lane.pass(entry.sequence)
        case .held(let attempts, let notBefore, let reason):
            lane.hold(HeldAggregate(entry, attempts: attempts, notBefore: notBefore, reason: reason))
        }
    }

    // MARK: Held events

    /// Delivers the held events of an aggregate until one fails or none is left.
    private mutating func deliverHeld(_ aggregate: String) async throws(Stop) {
        while let held = lane.held(of: aggregate), let sequence = held.sequences.first {
            switch try await handle(try await entry(sequence), after: held.attempts) {
            case .delivered: lane.letGo(sequence, of: aggregate, at: parts.clock.now())
            case .held(let attempts, let notBefore, let reason):
                return lane.failAgain(aggregate, attempts: attempts, notBefore: notBefore, reason: reason)
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
    private enum Verdict {
        case delivered
        /// The event is retried at this time; nil if it is a dead letter.
        case held(attempts: Int, notBefore: Instant?, reason: String)
    }

    /// Delivers an event while the lease is certain to hold.
    ///
    /// An unreadable event becomes a dead letter.
    /// - Parameter attempts: the number of previous attempts.
    private mutating func handle(_ entry: FeedEntry, after attempts: Int = 0) async throws(Stop) -> Verdict {
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
                parts.report(.setAside(event, attempts: attempts, reason: reason))
                return .held(attempts: attempts, notBefore: nil, reason: reason)
            case .unavailable(let reason, let retryAfter): throw .unavailable(Pause(reason: reason, retryAfter: retryAfter))
            }
        }
    }

    /// Stores the progress and renews the lease if the lease might expire while an event is handled.
    private mutating func keepLease() async throws(Stop) {
        let now = parts.clock.now()
        guard let lease = lane.lease, now.later(parts.handler.timeLimit) > lease.until else { return }
        // If the lease has expired, another relay may own the lane; the stored owner decides.
        lane.lend(to: parts.owner, until: now.later(max(parts.policy.lease, parts.handler.timeLimit + 1)))
        switch await parts.lanes.save(lane, of: parts.consumer) {
        case .success(true): lane = lane.stored
        case .success(false): throw .leaseLost
        case .failure(let error): throw .store(error)
        }
    }

    /// Returns when to retry a failed event; nil if it has no attempts left.
    private func nextTry(of event: DomainEvent, after attempts: Int, _ reason: String, _ wanted: Int64?) -> Instant? {
        guard attempts < parts.policy.attempts else {
            parts.report(.setAside(event, attempts: attempts, reason: reason))
            return nil
        }
        let again = parts.clock.now().later(parts.policy.pause(after: attempts, wanted: wanted, permille: parts.permille()))
        parts.report(.failed(event, attempts: attempts, reason: reason, again: again))
        return again
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
    /// Returns an instant this many milliseconds later, clamped to the latest instant.
    func later(_ milliseconds: Int64) -> Instant {
        do throws(DomainError) {
            return try advanced(byMilliseconds: milliseconds)
        } catch {
            return .latest
        }
    }
}
