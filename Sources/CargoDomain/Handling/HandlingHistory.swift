/// All that was done to one cargo, each thing once, in the order in which it was done (HND-4).
///
/// When and in which order events were registered never matters.
public struct HandlingHistory: Hashable, Sendable {
    /// The cargo.
    public let trackingId: TrackingId
    /// Its events: by completion time, then type (RECEIVE, UNLOAD, CUSTOMS, LOAD, CLAIM), location, voyage number.
    public let events: [HandlingEvent]

    /// The history of a cargo that nothing was done to.
    public static func empty(of trackingId: TrackingId) -> Self { .init(trackingId: trackingId, ordered: []) }

    /// Puts events in order; of equal ones the one registered first is kept.
    /// - Throws: `handling_of_other_cargo`.
    public init(trackingId: TrackingId, events: some Sequence<HandlingEvent>) throws(DomainError) {
        var distinct: [HandlingEvent] = []
        for event in events.sorted(by: Self.comesFirst) {
            guard event.trackingId == trackingId else { throw .rule(.handlingOfOtherCargo) }
            if distinct.last != event { distinct.append(event) }
        }
        self.init(trackingId: trackingId, ordered: distinct)
    }

    private init(trackingId: TrackingId, ordered events: [HandlingEvent]) {
        self.trackingId = trackingId
        self.events = events
    }

    /// What was done last, if anything.
    public var lastEvent: HandlingEvent? { events.last }

    /// Whether an equal event is known already (HND-3).
    public func contains(_ event: HandlingEvent) -> Bool { events.contains(event) }

    /// This history and one more event of the cargo.
    /// - Throws: `handling_of_other_cargo`.
    public func adding(_ event: HandlingEvent) throws(DomainError) -> HandlingHistory {
        try HandlingHistory(trackingId: trackingId, events: events + [event])
    }

    /// Refuses an event that cannot follow what is known (HND-6).
    ///
    /// In this order: something after the claim, a second receipt or claim, a claim before something that was done already. Other
    /// impossible sequences are facts, and show as misdirection. An event that is known already is never refused (HND-3).
    /// - Throws: `cargo_already_claimed`, `handling_repeated`, `claim_before_other_handling`.
    public func checkAccepts(_ event: HandlingEvent) throws(DomainError) {
        guard !contains(event) else { return }
        let type = event.activity.type
        if events.contains(where: { $0.activity.type == .claim && $0.completionTime < event.completionTime }) {
            throw .rule(.cargoAlreadyClaimed)
        }
        if type == .receive || type == .claim, events.contains(where: { $0.activity.type == type }) {
            throw .rule(.handlingRepeated)
        }
        if type == .claim, events.contains(where: { $0.completionTime > event.completionTime }) {
            throw .rule(.claimBeforeOtherHandling)
        }
    }

    private static func comesFirst(_ left: HandlingEvent, _ right: HandlingEvent) -> Bool {
        if left.completionTime != right.completionTime { return left.completionTime < right.completionTime }
        let one = left.activity
        let other = right.activity
        if one.type != other.type { return one.type.order < other.type.order }
        if one.location != other.location { return one.location < other.location }
        if let number = one.voyageNumber, let otherNumber = other.voyageNumber, number != otherNumber { return number < otherNumber }
        return left.registrationTime < right.registrationTime
    }
}
