package import CargoDomain

/// A voyage as a carrier publishes it: the calls that it shows, which needn't be all of the voyage's.
package struct PublishedVoyage: Hashable, Sendable {
    /// Our number for it.
    package let number: VoyageNumber
    /// The numbers that it can have from a time when the carrier hadn't named a ship, the likeliest first.
    package let earlierNumbers: [VoyageNumber]
    /// What the carrier says of it beside its calls.
    package let details: VoyageDetails?
    /// The calls, in the order of travel; never empty.
    package let calls: [Call]
    /// Whether the ship may have come to the first call on this voyage, from calls that aren't shown.
    package let mayStartEarlier: Bool
    /// Whether the ship may go on from the last call on this voyage, to calls that aren't shown.
    package let mayEndLater: Bool
    /// The ports that the ship omits right before the first call.
    package let omittedBefore: Set<UnLocode>
    /// The ports that the ship omits right after the last call.
    package let omittedAfter: Set<UnLocode>
    /// Whether the carrier says that the voyage doesn't take place.
    package let isBlank: Bool

    package init(
        number: VoyageNumber,
        earlierNumbers: [VoyageNumber],
        details: VoyageDetails?,
        calls: [Call],
        mayStartEarlier: Bool,
        mayEndLater: Bool,
        omittedBefore: Set<UnLocode> = [],
        omittedAfter: Set<UnLocode> = [],
        isBlank: Bool
    ) {
        self.number = number
        self.earlierNumbers = earlierNumbers
        self.details = details
        self.calls = calls
        self.mayStartEarlier = mayStartEarlier
        self.mayEndLater = mayEndLater
        self.omittedBefore = omittedBefore
        self.omittedAfter = omittedAfter
        self.isBlank = isBlank
    }

    /// A call at a port.
    package struct Call: Hashable, Sendable {
        package let port: UnLocode
        package let arrival: Times
        package let departure: Times
        /// Where the file has the call, for reports.
        package let path: String

        package init(port: UnLocode, arrival: Times, departure: Times, path: String) {
            self.port = port
            self.arrival = arrival
            self.departure = departure
            self.path = path
        }
    }

    /// What is said of one end of a call.
    package struct Times: Hashable, Sendable {
        package var planned: Instant?
        package var estimated: Said?
        package var actual: Said?

        package init() {}

        /// The time by the long-term plan, else the best that is known.
        package var asPlanned: Instant? { planned ?? latest }
        /// The time that happened, else the one that is expected.
        package var latest: Instant? { actual?.time ?? estimated?.time }
    }

    /// A time, and when the carrier said it if that is known.
    package struct Said: Hashable, Sendable {
        package let time: Instant
        package let reportedAt: Instant?
        /// Where the file has the time, for reports.
        package let path: String

        package init(time: Instant, reportedAt: Instant?, path: String) {
            self.time = time
            self.reportedAt = reportedAt
            self.path = path
        }
    }
}

extension PublishedVoyage {
    /// The schedule that the calls mean, together with the calls of the stored schedule that come before the first or after the last one.
    ///
    /// An end is scheduled as the carrier plans it; one that it plans no time for keeps the stored time, and only a new one takes what
    /// happened or is expected. If plans and expectations contradict each other, the expectations count for all ends: a call that was added
    /// has no plan, and those after it have one that doesn't know of it.
    /// - Throws: `schedule_empty` if there is one call and no stored schedule that has more; the errors of `CarrierMovement` and `Schedule`.
    func schedule(over stored: Schedule?) throws(DomainError) -> Schedule {
        do throws(DomainError) {
            return try schedule(over: stored) { times, stored in times.planned ?? stored ?? times.latest }
        } catch {
            guard error.code != .scheduleEmpty, error.code != .scheduleNotConnected else { throw error }
            do throws(DomainError) {
                return try schedule(over: stored) { times, _ in times.latest ?? times.planned }
            } catch _ {
                throw error
            }
        }
    }

    private func schedule(
        over stored: Schedule?,
        _ time: (Times, _ stored: Instant?) -> Instant?
    ) throws(DomainError) -> Schedule {
        guard let first = calls.first, let last = calls.last else { throw .rule(.scheduleEmpty) }
        /// When an end of a call is; the call's other end stands in for one of which nothing is said.
        func instant(_ call: Call, _ end: PortCallEnd) throws(DomainError) -> Instant {
            let (times, other) = end == .arrival ? (call.arrival, call.departure) : (call.departure, call.arrival)
            let known = times.asPlanned.flatMap { stored?.time(of: end, at: call.port, nearestTo: $0) }
            guard let found = time(times, known) ?? other.asPlanned.flatMap({ _ in time(other, nil) }) else { throw .rule(.fieldRequired) }
            return found
        }
        var movements = try earlier(than: first, stored) { call throws(DomainError) in try instant(call, .arrival) }
        for (from, to) in zip(calls, calls.dropFirst()) {
            movements.append(
                try CarrierMovement(
                    departureLocation: from.port,
                    arrivalLocation: to.port,
                    departureTime: try instant(from, .departure),
                    arrivalTime: try instant(to, .arrival)
                )
            )
        }
        movements += try later(than: last, stored) { call throws(DomainError) in try instant(call, .departure) }
        return try Schedule(movements)
    }

    /// The stored movements up to the first call, without the calls before it that are omitted now.
    private func earlier(
        than first: Call,
        _ stored: Schedule?,
        _ arrival: (Call) throws(DomainError) -> Instant
    ) throws(DomainError) -> [CarrierMovement] {
        guard mayStartEarlier, let stored, let near = first.arrival.asPlanned ?? first.departure.asPlanned,
            let index = stored.movement(with: .arrival, at: first.port, nearestTo: near),
            !stored.isNearer(to: near, .departure, at: first.port, than: index)
        else { return [] }
        // safe: index is an index of the movements
        let movement = stored.movements[index]
        // Around an omitted call the ship may come from the port to which it goes: that is one call then.
        let start = stored.movements.prefix(index + 1).lastIndex {
            !omittedBefore.contains($0.departureLocation) && $0.departureLocation != first.port
        }
        guard let start else { return [] }
        return stored.movements.prefix(start) + [
            try CarrierMovement(
                // safe: start is an index of the movements
                departureLocation: stored.movements[start].departureLocation,
                arrivalLocation: movement.arrivalLocation,
                departureTime: stored.movements[start].departureTime,
                arrivalTime: first.arrival.asPlanned == nil ? movement.arrivalTime : try arrival(first)
            )
        ]
    }

    /// The stored movements from the last call on, without the calls after it that are omitted now.
    private func later(
        than last: Call,
        _ stored: Schedule?,
        _ departure: (Call) throws(DomainError) -> Instant
    ) throws(DomainError) -> [CarrierMovement] {
        guard mayEndLater, let stored, let near = last.departure.asPlanned ?? last.arrival.asPlanned,
            let index = stored.movement(with: .departure, at: last.port, nearestTo: near),
            !stored.isNearer(to: near, .arrival, at: last.port, than: index)
        else { return [] }
        // safe: index is an index of the movements
        let movement = stored.movements[index]
        let end = stored.movements.dropFirst(index).firstIndex {
            !omittedAfter.contains($0.arrivalLocation) && $0.arrivalLocation != last.port
        }
        guard let end else { return [] }
        return [
            try CarrierMovement(
                departureLocation: movement.departureLocation,
                // safe: end is an index of the movements
                arrivalLocation: stored.movements[end].arrivalLocation,
                departureTime: last.departure.asPlanned == nil ? movement.departureTime : try departure(last),
                arrivalTime: stored.movements[end].arrivalTime
            )
        ] + stored.movements.dropFirst(end + 1)
    }
}

extension Schedule {
    /// Whether the voyage begins with this departure, or ends with this arrival, nearer to a time than the other end of a call at the port is
    /// in a movement: a round trip calls at one port twice.
    fileprivate func isNearer(to time: Instant, _ end: PortCallEnd, at port: UnLocode, than index: Int) -> Bool {
        guard let edge = end == .departure ? movements.first : movements.last, edge.location(of: end) == port else { return false }
        // safe: the caller's index is an index of the movements
        let other = movements[index].time(of: end == .departure ? .arrival : .departure)
        func distance(_ instant: Instant) -> UInt64 { (instant.epochMilliseconds - time.epochMilliseconds).magnitude }
        return distance(edge.time(of: end)) < distance(other)
    }

    /// When the movement nearest to a time has this end at a location.
    fileprivate func time(of end: PortCallEnd, at location: UnLocode, nearestTo time: Instant) -> Instant? {
        // safe: an index of the movements
        movement(with: end, at: location, nearestTo: time).map { movements[$0].time(of: end) }
    }
}
