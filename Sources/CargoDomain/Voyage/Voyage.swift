/// A carrier's journey over a schedule: an aggregate root, identified by its number (VOY-4).
public struct Voyage: Sendable {
    /// The identity.
    public let number: VoyageNumber
    /// When and where it calls.
    public let schedule: Schedule
    /// How often it was saved: 0 before the first time.
    public let version: Int64
    /// The facts raised since it was loaded, in order; a repository stores them together with the voyage.
    public let raisedFacts: [DomainFact]

    private init(number: VoyageNumber, schedule: Schedule, version: Int64, raisedFacts: [DomainFact]) {
        self.number = number
        self.schedule = schedule
        self.version = version
        self.raisedFacts = raisedFacts
    }

    /// Registers a new voyage; it has version 1 once it is saved.
    public static func register(number: VoyageNumber, schedule: Schedule) -> Voyage {
        Voyage(number: number, schedule: schedule, version: 0, raisedFacts: [])
    }

    /// Brings a voyage back from storage; raises nothing.
    /// - Throws: `integer_out_of_range` for a version below 0 or beyond 2^53−1 (VAL-INT-1).
    public static func reconstitute(number: VoyageNumber, schedule: Schedule, version: Int64) throws(DomainError) -> Voyage {
        try Version.check(version)
        return Voyage(number: number, schedule: schedule, version: version, raisedFacts: [])
    }

    /// Replaces the schedule and raises `VoyageRescheduled`; an equal schedule changes and raises nothing.
    public func reschedule(to schedule: Schedule) -> Voyage {
        guard schedule != self.schedule else { return self }
        return Voyage(
            number: number,
            schedule: schedule,
            version: version,
            raisedFacts: raisedFacts + [.voyageRescheduled(voyageNumber: number)]
        )
    }

    /// This voyage, with more facts to tell: those of a voyage that was changed elsewhere and brought here to be stored.
    package func raising(_ facts: [DomainFact]) -> Voyage {
        Voyage(number: number, schedule: schedule, version: version, raisedFacts: raisedFacts + facts)
    }

    /// Whether both are the same voyage, whatever their schedules.
    public func isSameVoyage(as other: Voyage) -> Bool { number == other.number }
}

extension Voyage: Hashable {
    /// Compares the state; facts not yet stored do not count.
    public static func == (left: Self, right: Self) -> Bool {
        left.number == right.number && left.schedule == right.schedule && left.version == right.version
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(schedule)
        hasher.combine(version)
    }
}
