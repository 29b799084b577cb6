public import CargoDomain

/// What a customer sees of a cargo.
///
/// What there is nothing to say of is absent; legs and events are lists even when empty.
public struct CargoTrackingView: Hashable, Sendable {
    /// The cargo.
    public let trackingId: TrackingId
    /// Who booked it.
    public let customerId: CustomerId
    /// Where it was booked from.
    public let origin: Location
    /// Where it has to go now.
    public let destination: Location
    /// It must be unloaded there strictly before this.
    public let arrivalDeadline: Instant
    /// Where it is on its way (DLV-1).
    public let transportStatus: TransportStatus
    /// Whether its route does what the customer wants (DLV-2).
    public let routingStatus: RoutingStatus
    /// Whether it is off its route (DLV-5).
    public let isMisdirected: Bool
    /// Whether it is where it has to go (DLV-8).
    public let isUnloadedAtDestination: Bool
    /// Where it was last seen.
    public let lastKnownLocation: Location?
    /// The voyage it is on.
    public let currentVoyage: VoyageNumber?
    /// When it will arrive, while it is on track (DLV-6).
    public let estimatedArrival: Instant?
    /// Whether it will not arrive before the deadline; false while that cannot be told.
    public let isLate: Bool
    /// How it stands to its deadline, while the plan does not satisfy its customer too; no part of the wire shape.
    public let progress: ArrivalProgress
    /// What should be done next (DLV-7).
    public let nextExpectedActivity: HandlingActivity?
    /// Where it is, in words.
    public let statusText: String
    /// What should be done next, in words.
    public let nextExpectedText: String?
    /// What went wrong, while it is misdirected.
    public let misdirection: Misdirection?
    /// Its route, leg by leg.
    public let legs: [Leg]
    /// The locations that its route calls at, each once, in order; no part of the wire shape.
    public let routeLocations: [Location]
    /// What was done to it, in order (HND-4).
    public let events: [Event]
    /// What is still to be done by the plan, in order; empty off the plan or without one, and no part of the wire shape.
    public let expectedActivities: [ExpectedActivity]

    /// Something that was done to the cargo.
    public struct Event: Hashable, Sendable {
        /// What.
        public let type: HandlingType
        /// Where.
        public let location: Location
        /// The voyage it was loaded onto or unloaded from.
        public let voyageNumber: VoyageNumber?
        /// When it was done.
        public let completionTime: Instant
        /// When we heard of it.
        public let registrationTime: Instant
        /// Whether the plan said so; true up to the routing start, and without an itinerary.
        public let isExpected: Bool
        /// All that in words.
        public let description: String
    }

    /// Something that is to be done to the cargo.
    public struct ExpectedActivity: Hashable, Sendable {
        /// What, and where.
        public let activity: HandlingActivity
        /// Where.
        public let location: Location
        /// When the voyage loads or unloads; absent for what no schedule tells.
        public let scheduledTime: Instant?
        /// All that in words.
        public let description: String
    }

    init(of cargo: Cargo, history: HandlingHistory, review: HandlingReview, places: Places) {
        let delivery = review.delivery
        let specification = cargo.routeSpecification
        let texts = TrackingTexts(places: places)
        trackingId = cargo.trackingId
        customerId = cargo.customerId
        origin = places.location(cargo.origin)
        destination = places.location(specification.destination)
        arrivalDeadline = specification.arrivalDeadline
        transportStatus = delivery.transportStatus
        routingStatus = delivery.routingStatus
        isMisdirected = delivery.isMisdirected
        isUnloadedAtDestination = delivery.isUnloadedAtDestination
        lastKnownLocation = delivery.lastKnownLocation.map(places.location)
        currentVoyage = delivery.currentVoyage
        estimatedArrival = delivery.estimatedArrival
        isLate = delivery.estimatedArrival.map { $0 >= specification.arrivalDeadline } ?? false
        progress = ArrivalProgress(
            of: cargo.itinerary?.legs ?? [],
            to: specification.destination,
            by: specification.arrivalDeadline,
            delivery
        )
        nextExpectedActivity = delivery.nextExpectedActivity
        statusText = texts.status(of: delivery)
        nextExpectedText = delivery.nextExpectedActivity.map(texts.expected)
        misdirection = review.misdirection
        legs = cargo.itinerary?.legs ?? []
        var codes: [UnLocode] = []
        for leg in legs { for code in [leg.loadLocation, leg.unloadLocation] where !codes.contains(code) { codes.append(code) } }
        routeLocations = codes.map(places.location)
        expectedActivities = Self.rest(of: cargo.itinerary, from: delivery.nextExpectedActivity).map { activity in
            ExpectedActivity(
                activity: activity,
                location: places.location(activity.location),
                scheduledTime: cargo.itinerary?.scheduledTime(of: activity),
                description: texts.expected(activity)
            )
        }
        events = zip(history.events, review.isExpected).map { event, isExpected in
            Event(
                type: event.activity.type,
                location: places.location(event.activity.location),
                voyageNumber: event.activity.voyageNumber,
                completionTime: event.completionTime,
                registrationTime: event.registrationTime,
                isExpected: isExpected,
                description: texts.done(event.activity)
            )
        }
    }

    /// The plan from what is to be done next; a cargo routed while on board elsewhere is first brought ashore, which no leg says.
    private static func rest(of itinerary: Itinerary?, from next: HandlingActivity?) -> [HandlingActivity] {
        guard let plan = itinerary?.plan, let next else { return [] }
        guard let index = plan.firstIndex(of: next) else { return [next] + plan.dropFirst() }
        return Array(plan[index...])
    }
}

extension Itinerary {
    /// When a leg says that something is done; nil for what is no part of a leg.
    fileprivate func scheduledTime(of activity: HandlingActivity) -> Instant? {
        for leg in legs {
            if activity == .load(onto: leg.voyageNumber, at: leg.loadLocation) { return leg.loadTime }
            if activity == .unload(from: leg.voyageNumber, at: leg.unloadLocation) { return leg.unloadTime }
        }
        return nil
    }
}
