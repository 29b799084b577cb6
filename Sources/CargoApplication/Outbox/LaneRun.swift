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
    ///   - events: events of this lane that come after its position, in order.
    ///   - end: how far `events` reaches: there is no other event of this lane between its position and this place.
    mutating func run(_ events: [DomainEvent], through end: Int64) async -> Outcome {
        let wasFull = lane.isFull
        do throws(Stop) {
            for aggregate in lane.due(at: parts.clock.now()) { try await deliverHeld(aggregate) }
            for event in events {
                if lane.isFull { break }
                try await take(event)
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

    private mutating func take(_ event: DomainEvent) async throws(Stop) {
        guard let sequence = event.sequence, sequence > lane.position else { return }
        if lane.held(of: event.aggregate) != nil { return lane.wait(sequence, of: event.aggregate) }
        switch try await handle(event) {
        case .delivered:
            lane.pass(sequence)
            didDeliver(event)
        case .failed(let reason, let retryAfter):
            let (notBefore, attempts) = verdict(on: event, after: 1, reason, retryAfter)
            lane.hold(HeldAggregate(event, at: sequence, attempts: attempts, notBefore: notBefore, reason: reason))
        case .refused(let reason):
            parts.report(.setAside(event, attempts: 1, reason: reason))
            lane.hold(HeldAggregate(event, at: sequence, attempts: 1, notBefore: nil, reason: reason))
        case .unavailable(let reason, let retryAfter): throw .unavailable(Pause(reason: reason, retryAfter: retryAfter))
        }
    }

    // MARK: Held events

    /// Delivers what is held of an aggregate, until one fails or none is left.
    private mutating func deliverHeld(_ aggregate: String) async throws(Stop) {
        while let held = lane.held(of: aggregate), let sequence = held.sequences.first {
            let event = try await event(sequence)
            switch try await handle(event) {
            case .delivered:
                lane.letGo(sequence, of: aggregate, at: parts.clock.now())
                didDeliver(event)
            case .failed(let reason, let retryAfter):
                let (notBefore, attempts) = verdict(on: event, after: held.attempts + 1, reason, retryAfter)
                return lane.failAgain(aggregate, attempts: attempts, notBefore: notBefore, reason: reason)
            case .refused(let reason):
                parts.report(.setAside(event, attempts: held.attempts + 1, reason: reason))
                return lane.failAgain(aggregate, attempts: held.attempts + 1, notBefore: nil, reason: reason)
            case .unavailable(let reason, let retryAfter): throw .unavailable(Pause(reason: reason, retryAfter: retryAfter))
            }
        }
    }

    private func event(_ sequence: Int64) async throws(Stop) -> DomainEvent {
        switch await parts.feed.events(after: sequence - 1, limit: 1) {
        case .success(let events):
            guard let event = events.first, event.sequence == sequence else {
                throw .store(.corruptRecord(rule: "REP-3", id: "\(parts.consumer)", cause: "domain event \(sequence) is missing"))
            }
            return event
        case .failure(let error): throw .store(error)
        }
    }

    // MARK: Both

    /// Hands an event over while the lane is certain to be ours.
    private mutating func handle(_ event: DomainEvent) async throws(Stop) -> DeliveryOutcome {
        if Task.isCancelled { throw .cancelled }
        try await keepLease()
        return await parts.handler.handle(event)
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
    private func verdict(on event: DomainEvent, after attempts: Int, _ reason: String, _ wanted: Int64?) -> (Instant?, Int) {
        guard attempts < parts.policy.attempts else {
            parts.report(.setAside(event, attempts: attempts, reason: reason))
            return (nil, attempts)
        }
        let again = parts.clock.now().later(parts.policy.pause(after: attempts, wanted: wanted, permille: parts.permille()))
        parts.report(.failed(event, attempts: attempts, reason: reason, again: again))
        return (again, attempts)
    }

    private mutating func didDeliver(_ event: DomainEvent) {
        outcome.delivered += 1
        parts.report(.delivered(event))
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
