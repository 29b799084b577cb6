/// The handling events of one cargo, without duplicates, in the order in which they were completed (HND-4).
///
/// It doesn't matter when or in which order they were registered.
public struct HandlingHistory: Hashable, Sendable {
    /// The cargo that was handled.
    public let trackingId: TrackingId
    /// The events, ordered by completion time, type (RECEIVE, UNLOAD, CUSTOMS, LOAD, CLAIM), location and voyage number; but of one time, an
    /// UNLOAD comes after the LOAD onto its voyage elsewhere.
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

    /// - Parameter events: all different, in the order of their activities alone.
    private init(trackingId: TrackingId, ordered events: [HandlingEvent], revision: Int64) {
        self.trackingId = trackingId
        self.events = Self.followingVoyages(events)
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
        return HandlingHistory(
            trackingId: trackingId,
            ordered: events.filter { $0 != event }.sorted(by: Self.comesFirst),
            revision: revision + 1
        )
    }

    /// Returns how many events come up to an activity that was in the history when a route was assigned, itself included.
    ///
    /// One that isn't in the history any more counts where the order of the activities alone puts it (HND-4).
    func count(upTo activity: CompletedActivity) -> Int {
        if let place = events.firstIndex(where: { $0.handled == activity }) { return place + 1 }
        return events.firstIndex { activity < $0.handled } ?? events.count
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

    /// Puts each UNLOAD off a voyage behind the last LOAD onto it, at another location, of the same completion time (HND-4).
    ///
    /// Some carriers know only the day of a voyage's calls. An UNLOAD of a cargo that was on board before that time stays where it is.
    private static func followingVoyages(_ events: [HandlingEvent]) -> [HandlingEvent] {
        guard zip(events, events.dropFirst()).contains(where: { $0.completionTime == $1.completionTime }) else { return events }
        var arranged: [HandlingEvent] = []
        arranged.reserveCapacity(events.count)
        var rest = events[...]
        while let time = rest.first?.completionTime {
            let group = rest.prefix { $0.completionTime == time }
            rest = rest[group.endIndex...]
            let aboard = arranged.last { $0.handled.isMove }.flatMap { $0.activity.type == .load ? $0.activity.voyageNumber : nil }
            var followers: [Int: [HandlingEvent]] = [:]
            var staying: [Int] = []
            for (index, event) in zip(group.indices, group) {
                let load = group.lastIndex {
                    event.activity.type == .unload && event.activity.voyageNumber != aboard && $0.activity.type == .load
                        && $0.activity.voyageNumber == event.activity.voyageNumber && $0.activity.location != event.activity.location
                }
                if let load { followers[load, default: []].append(event) } else { staying.append(index) }
            }
            for index in staying { arranged += [group[index]] + (followers[index] ?? []) }
        }
        return arranged
    }

    private static func comesFirst(_ left: HandlingEvent, _ right: HandlingEvent) -> Bool {
        left == right ? left.registrationTime < right.registrationTime : left.handled < right.handled
    }
}
