/// A carrier's journey on a schedule: an aggregate root, identified by its number (VOY-4).
public struct Voyage: Sendable {
    /// The voyage's identity.
    public let number: VoyageNumber
    /// The ports and times that the carrier planned.
    public private(set) var schedule: Schedule
    /// What is known of the voyage beside its schedule; `nil` if nothing is (VOY-5).
    public private(set) var details: VoyageDetails?
    /// What the carrier reported: at most one report for each end, in the order of the ends (VOY-6).
    public private(set) var reports: [PortCallReport]
    /// The ports and times that the voyage is now expected to have, and those that it had (VOY-7).
    ///
    /// Equals the schedule if there are no reports.
    public private(set) var forecast: Schedule
    /// How many times the voyage was saved: 0 until the first save.
    public private(set) var version: Int64
    /// The facts raised since the voyage was loaded, in order.
    ///
    /// A repository stores them together with the voyage.
    public private(set) var raisedFacts: [DomainFact]

    /// Creates a new voyage with version 0.
    ///
    /// Saving it makes it version 1.
    public static func register(number: VoyageNumber, schedule: Schedule, details: VoyageDetails? = nil) -> Voyage {
        Voyage(number: number, schedule: schedule, details: details, reports: [], forecast: schedule, version: 0, raisedFacts: [])
    }

    /// Restores a stored voyage.
    ///
    /// Raises no events.
    /// - Throws: `integer_out_of_range` for a version below 0 or above 2^53−1 (VAL-INT-1); `port_call_reports_invalid` if the reports aren't in
    ///   the order of the ends, two are of one end, or one is of a movement that isn't there; `instant_out_of_range` if the forecast leaves
    ///   the years 1970 to 9999 (VOY-7).
    public static func reconstitute(
        number: VoyageNumber,
        schedule: Schedule,
        details: VoyageDetails? = nil,
        reports: [PortCallReport] = [],
        version: Int64
    ) throws(DomainError) -> Voyage {
        try Version.check(version)
        guard reports.allSatisfy({ $0.movement >= 0 && $0.movement < schedule.movements.count }),
            zip(reports, reports.dropFirst()).allSatisfy({ $0.place < $1.place })
        else { throw .rule(.portCallReportsInvalid) }
        return Voyage(
            number: number,
            schedule: schedule,
            details: details,
            reports: reports,
            forecast: try schedule.forecast(from: reports),
            version: version,
            raisedFacts: []
        )
    }

    /// Replaces the schedule, drops every report, and raises `VoyageRescheduled` (VOY-4).
    ///
    /// An equal schedule changes nothing and raises nothing.
    public func rescheduled(to schedule: Schedule) -> Voyage {
        guard schedule != self.schedule else { return self }
        var changed = raising([.voyageRescheduled(voyageNumber: number, schedule: schedule)])
        changed.schedule = schedule
        changed.reports = []
        changed.forecast = schedule
        return changed
    }

    /// Replaces the details and raises `VoyageDescribed` (VOY-5).
    ///
    /// Equal details change nothing and raise nothing.
    public func described(as details: VoyageDetails?) -> Voyage {
        guard details != self.details else { return self }
        var changed = raising([.voyageDescribed(voyageNumber: number, details: details)])
        changed.details = details
        return changed
    }

    /// Takes what a carrier reports of a port call, and raises `PortCallReported` (VOY-6).
    ///
    /// The report concerns the movement with that end at the location whose scheduled time is nearest to the reported one. One that says
    /// less than the report that the voyage has of that end changes nothing; one that only repeats it later is kept and raises nothing.
    /// - Parameters:
    ///   - location: where the ship calls.
    ///   - end: whether it arrives or departs.
    ///   - status: whether it did already.
    ///   - time: when.
    ///   - reportedAt: when the carrier said so; a time after `now` counts as `now`.
    ///   - now: the present time.
    /// - Throws: `voyage_does_not_call`; `port_call_in_future` for an actual time after `now`; `instant_out_of_range` if the forecast leaves the
    ///   years 1970 to 9999.
    public func reporting(
        _ end: PortCallEnd,
        at location: UnLocode,
        status: PortCallStatus,
        time: Instant,
        reportedAt: Instant,
        at now: Instant
    ) throws(DomainError) -> Voyage {
        guard let movement = schedule.movement(with: end, at: location, nearestTo: time) else { throw .voyageDoesNotCall(at: location) }
        guard status == .estimated || time <= now else { throw .rule(.portCallInFuture) }
        let report = PortCallReport(
            movement: Int64(movement),
            end: end,
            status: status,
            time: time,
            reportedAt: min(reportedAt, now)
        )
        let kept = reports.first { $0.place == report.place }
        if let kept, !report.counts(before: kept) { return self }
        var changed = self
        changed.reports.removeAll { $0.place == report.place }
        changed.reports.insert(report, at: changed.reports.firstIndex { report.place < $0.place } ?? changed.reports.endIndex)
        changed.forecast = try schedule.forecast(from: changed.reports)
        let isNews = kept.map { !report.saysTheSame(as: $0) } ?? true
        guard isNews else { return changed }
        return changed.raising([
            .portCallReported(
                voyageNumber: number,
                location: location,
                movement: report.movement,
                end: end,
                status: status,
                time: time
            )
        ])
    }

    /// Returns this voyage with more raised facts: those of an operation, or those received with a voyage that another process wants to save.
    package func raising(_ facts: [DomainFact]) -> Voyage {
        var changed = self
        changed.raisedFacts += facts
        return changed
    }

    /// Returns this voyage as its repository loads it after the next save: at version n + 1, without raised facts (REP-2).
    /// - Throws: `integer_out_of_range` if the version is already 2^53−1.
    public func saved() throws(DomainError) -> Voyage {
        var saved = self
        saved.version = try Version.next(after: version)
        saved.raisedFacts = []
        return saved
    }

    /// Returns whether both values are the same voyage, even if their schedules differ.
    public func isSameVoyage(as other: Voyage) -> Bool { number == other.number }
}

extension Voyage: Hashable {
    /// Compares the whole state except for the raised facts.
    public static func == (left: Self, right: Self) -> Bool {
        left.number == right.number && left.schedule == right.schedule && left.details == right.details && left.reports == right.reports
            && left.version == right.version
    }

    /// Hashes the identity and the version.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(version)
    }
}
