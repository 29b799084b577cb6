/// The handling events of one cargo, without duplicates, in the order in which they were completed (HND-4).
///
/// It doesn't matter when or in which order they were registered.
public struct HandlingHistory: Hashable, Sendable {
    /// The cargo that was handled.
    public let trackingId: TrackingId
    /// The events, ordered by completion time, type (RECEIVE, UNLOAD, CUSTOMS, LOAD, CLAIM), location and voyage number.
    public let events: [HandlingEvent]
    /// The number of registrations and retractions that the store had when it was read.
    ///
    /// A save compares it: retracting one event and registering another changes it, though the number of events stays.
    public let revision: Int64

    /// The history of a cargo without events.
    public static func empty(of trackingId: TrackingId) -> Self { .init(trackingId: trackingId, ordered: [], revision: 0) }

    /// Sorts events and removes duplicates.
    ///
    /// Of equal events, the one registered first is kept.
    /// - Parameters:
    ///   - trackingId: the cargo.
    ///   - events: its events, in any order.
    ///   - revision: the number of registrations and retractions that led here; `nil` if each event was registered once and none was
    ///     retracted.
    /// - Throws: `handling_of_other_cargo`.
    public init(trackingId: TrackingId, events: some Sequence<HandlingEvent>, revision: Int64? = nil) throws(DomainError) {
        var distinct: [HandlingEvent] = []
        for event in events.sorted(by: Self.comesFirst) {
            guard event.trackingId == trackingId else { throw .rule(.handlingOfOtherCargo) }
            if distinct.last != event { distinct.append(event) }
        }
        self.init(trackingId: trackingId, ordered: distinct, revision: revision ?? Int64(distinct.count))
    }

    private init(trackingId: TrackingId, ordered events: [HandlingEvent], revision: Int64) {
        self.trackingId = trackingId
        self.events = events
        self.revision = revision
    }

    /// The event completed last, if any.
    public var lastEvent: HandlingEvent? { events.last }

    /// Returns whether the history has an equal event (HND-3).
    public func contains(_ event: HandlingEvent) -> Bool { events.contains(event) }

    /// Returns this history after the registration of one more event.
    ///
    /// A known event isn't registered again; the earlier registration time counts (HND-3).
    /// - Throws: `handling_of_other_cargo`.
    public func adding(_ event: HandlingEvent) throws(DomainError) -> HandlingHistory {
        try HandlingHistory(trackingId: trackingId, events: events + [event], revision: contains(event) ? revision : revision + 1)
    }

    /// Returns this history after the retraction of an event.
    ///
    /// An event that isn't in it changes nothing (HND-7).
    public func retracting(_ event: HandlingEvent) -> HandlingHistory {
        guard contains(event) else { return self }
        return HandlingHistory(trackingId: trackingId, ordered: events.filter { $0 != event }, revision: revision + 1)
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
        left == right ? left.registrationTime < right.registrationTime : left.handled < right.handled
    }
}
