import CargoDomain

/// A relay's work on one lane that it has been lent.
struct LaneRun: Sendable {
    /// What came of it.
    struct Outcome: Sendable {
        var delivered = 0
        /// Until when the consumer takes nothing.
        var pause: Pause?
        /// What ended it early.
        var error: DomainError?
    }

    /// A consumer that takes nothing at present.
    struct Pause: Sendable {
        let reason: String
        /// In milliseconds.
        let retryAfter: Int64?
    }

    /// Why a lane is left before its work is done.
    private enum Stop: Error {
        case store(DomainError)
        case unavailable(Pause)
        case leaseLost
        case cancelled
    }

    let parts: RelayParts
    private(set) var lane: OutboxLane
    private var outcome = Outcome()

    /// - Parameter lane: as it is stored, lent to this relay.
    init(_ parts: RelayParts, _ lane: OutboxLane) {
        self.parts = parts
        self.lane = lane
    }

    /// Delivers what is due and what is new, and gives the lane back.
    /// - Parameters:
    ///   - entries: events of this lane that come after its position, in order.
    ///   - end: how far `entries` reaches: there is no other event of this lane between its position and this place.
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

    /// Delivers what is held of an aggregate, until one fails or none is left.
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

    /// What became of an event.
    private enum Verdict {
        case delivered
        /// It is tried again at a time; nil where it is set aside.
        case held(attempts: Int, notBefore: Instant?, reason: String)
    }

    /// Hands an event over while the lane is certain to be ours; one that cannot be read is set aside.
    /// - Parameter attempts: how often it was tried before.
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

    /// Stores what was done so far, with a longer lease, where the present one might end while an event is handled.
    private mutating func keepLease() async throws(Stop) {
        let now = parts.clock.now()
        guard let lease = lane.lease, now.later(parts.handler.timeLimit) > lease.until else { return }
        // Whoever comes too late finds the lane free for others, or theirs, and what is stored tells.
        lane.lend(to: parts.owner, until: now.later(max(parts.policy.lease, parts.handler.timeLimit + 1)))
        switch await parts.lanes.save(lane, of: parts.consumer) {
        case .success(true): lane = lane.stored
        case .success(false): throw .leaseLost
        case .failure(let error): throw .store(error)
        }
    }

    /// When a failed event is tried again; nil where it has been tried often enough.
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
    /// The event at a place that has one; unreadable if it is missing there.
    func entry(at sequence: Int64) async -> Result<FeedEntry, DomainError> {
        await entries(after: sequence - 1, limit: 1).map { entries in
            if let entry = entries.first, entry.sequence == sequence { return entry }
            let error = DomainError.corruptRecord(rule: "REP-3", cause: "domain event \(sequence) is missing")
            return .unreadable(UnreadableEvent(sequence: sequence, error: error))
        }
    }
}

extension Instant {
    /// So many milliseconds later, or the end of time.
    func later(_ milliseconds: Int64) -> Instant {
        do throws(DomainError) {
            return try advanced(byMilliseconds: milliseconds)
        } catch {
            return .latest
        }
    }
}
