extension Schedule {
    /// Works out what the reports make of this schedule (VOY-7).
    ///
    /// A ship that is late stays late until its carrier reports otherwise, one that is early waits, and nothing that is past is later than
    /// what followed it. So the result is a valid schedule.
    /// - Parameter reports: at most one for each end, each of a movement that there is.
    /// - Throws: `instant_out_of_range`, with the milliseconds since 1970 of the first end that leaves the range.
    func forecast(from reports: [PortCallReport]) throws(DomainError) -> Schedule {
        guard !reports.isEmpty else { return self }
        let scheduled = movements.flatMap { [$0.departureTime.epochMilliseconds, $0.arrivalTime.epochMilliseconds] }
        var reported: [PortCallReport?] = Array(repeating: nil, count: scheduled.count)
        for report in reports { reported[Self.end(of: report)] = report }

        var times = scheduled
        let lastActual = reported.lastIndex { $0?.status == .actual }
        if let lastActual {
            times[lastActual] = reported[lastActual]?.time.epochMilliseconds ?? scheduled[lastActual]
            for end in (0..<lastActual).reversed() {
                let bound = times[end + 1] - (Self.isArrival(end + 1) ? 1 : 0)
                times[end] = min(reported[end]?.time.epochMilliseconds ?? scheduled[end], bound)
            }
        }
        for end in ((lastActual ?? -1) + 1)..<times.count {
            let delay = end == 0 ? 0 : max(0, times[end - 1] - scheduled[end - 1])
            if let report = reported[end] {
                let bound = end == 0 ? .min : times[end - 1] + (Self.isArrival(end) ? 1 : 0)
                times[end] = max(report.time.epochMilliseconds, bound)
            } else {
                times[end] = scheduled[end] + delay
            }
        }
        return try departing(at: times)
    }

    /// Returns these movements at other times: departure and arrival of the first, of the second, and so on.
    private func departing(at times: [Int64]) throws(DomainError) -> Schedule {
        var moved: [CarrierMovement] = []
        moved.reserveCapacity(movements.count)
        for (index, movement) in movements.enumerated() {
            moved.append(
                try CarrierMovement(
                    departureLocation: movement.departureLocation,
                    arrivalLocation: movement.arrivalLocation,
                    departureTime: try Instant(epochMilliseconds: times[2 * index]),
                    arrivalTime: try Instant(epochMilliseconds: times[2 * index + 1])
                )
            )
        }
        return try Schedule(moved)
    }

    /// The place of an end among all ends of the movements.
    private static func end(of report: PortCallReport) -> Int { 2 * Int(report.movement) + (report.end == .arrival ? 1 : 0) }

    private static func isArrival(_ end: Int) -> Bool { !end.isMultiple(of: 2) }

    /// Finds the movement with this end at a location whose scheduled time is nearest to a time, the earlier of two (VOY-6).
    package func movement(with end: PortCallEnd, at location: UnLocode, nearestTo time: Instant) -> Int? {
        let calls = movements.indices.filter { movements[$0].location(of: end) == location }
        return calls.min { movements[$0].time(of: end).distance(to: time) < movements[$1].time(of: end).distance(to: time) }
    }
}

extension CarrierMovement {
    /// Where an end of the movement is.
    public func location(of end: PortCallEnd) -> UnLocode { end == .arrival ? arrivalLocation : departureLocation }

    /// When an end of the movement is.
    public func time(of end: PortCallEnd) -> Instant { end == .arrival ? arrivalTime : departureTime }
}
