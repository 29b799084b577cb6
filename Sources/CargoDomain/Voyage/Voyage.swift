/// A carrier's journey on a schedule: an aggregate root, identified by its number (VOY-4).
public struct Voyage: Sendable {
    /// The voyage's identity.
    public let number: VoyageNumber
    /// The ports and times of the journey.
    public let schedule: Schedule
    /// How many times the voyage was saved: 0 until the first save.
    public let version: Int64
    /// The facts raised since the voyage was loaded, in order.
    ///
    /// A repository stores them together with the voyage.
    public let raisedFacts: [DomainFact]

    private init(number: VoyageNumber, schedule: Schedule, version: Int64, raisedFacts: [DomainFact]) {
        self.number = number
        self.schedule = schedule
        self.version = version
        self.raisedFacts = raisedFacts
    }

    /// Creates a new voyage with version 0.
    ///
    /// Saving it makes it version 1.
    public static func register(number: VoyageNumber, schedule: Schedule) -> Voyage {
        Voyage(number: number, schedule: schedule, version: 0, raisedFacts: [])
    }

    /// Restores a stored voyage.
    ///
    /// Raises no events.
    /// - Throws: `integer_out_of_range` for a version below 0 or above 2^53−1 (VAL-INT-1).
    public static func reconstitute(number: VoyageNumber, schedule: Schedule, version: Int64) throws(DomainError) -> Voyage {
        try Version.check(version)
        return Voyage(number: number, schedule: schedule, version: version, raisedFacts: [])
    }

    /// Replaces the schedule and raises `VoyageRescheduled` (VOY-4).
    ///
    /// An equal schedule changes nothing and raises nothing.
    public func rescheduled(to schedule: Schedule) -> Voyage {
        guard schedule != self.schedule else { return self }
        return Voyage(
            number: number,
            schedule: schedule,
            version: version,
            raisedFacts: raisedFacts + [.voyageRescheduled(voyageNumber: number, schedule: schedule)]
        )
    }

    /// Returns this voyage with more raised facts: those received with a voyage that another process wants to save.
    package func raising(_ facts: [DomainFact]) -> Voyage {
        Voyage(number: number, schedule: schedule, version: version, raisedFacts: raisedFacts + facts)
    }

    /// Returns this voyage as its repository loads it after the next save: at version n + 1, without raised facts (REP-2).
    /// - Throws: `integer_out_of_range` if the version is already 2^53−1.
    public func saved() throws(DomainError) -> Voyage {
        Voyage(number: number, schedule: schedule, version: try Version.next(after: version), raisedFacts: [])
    }

    /// Returns whether both values are the same voyage, even if their schedules differ.
    public func isSameVoyage(as other: Voyage) -> Bool { number == other.number }
}

extension Voyage: Hashable {
    /// Compares the whole state except for the raised facts.
    public static func == (left: Self, right: Self) -> Bool {
        left.number == right.number && left.schedule == right.schedule && left.version == right.version
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(schedule)
        hasher.combine(version)
    }
}
