/// The handling events of one cargo, without duplicates, in the order in which they were completed (HND-4).
///
/// It doesn't matter when or in which order they were registered.
public struct HandlingHistory: Hashable, Sendable {
    /// The cargo that was handled.
    public let trackingId: TrackingId
    /// The events, ordered by completion time, type (RECEIVE, UNLOAD, CUSTOMS, LOAD, CLAIM), location and voyage number.
    public let events: [HandlingEvent]

    /// The history of a cargo without events.
    public static func empty(of trackingId: TrackingId) -> Self { .init(trackingId: trackingId, ordered: []) }

    /// Sorts events and removes duplicates.
    ///
    /// Of equal events, the one registered first is kept.
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

    /// The event completed last, if any.
    public var lastEvent: HandlingEvent? { events.last }

    /// Returns whether the history has an equal event (HND-3).
    public func contains(_ event: HandlingEvent) -> Bool { events.contains(event) }

    /// Returns this history with one more event.
    /// - Throws: `handling_of_other_cargo`.
    public func adding(_ event: HandlingEvent) throws(DomainError) -> HandlingHistory {
        try HandlingHistory(trackingId: trackingId, events: events + [event])
    }

    /// Checks that an event can follow the known ones (HND-6).
    ///
    /// The checks run in this order: an activity after the claim, a second RECEIVE or CLAIM, a CLAIM before an activity that was already
    /// completed. Other implausible sequences are accepted as facts and show up as misdirection. An event that is already known always
    /// passes (HND-3).
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
