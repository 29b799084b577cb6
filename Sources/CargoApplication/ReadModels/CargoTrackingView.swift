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
    /// What was done to it, in order (HND-4).
    public let events: [Event]

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
        nextExpectedActivity = delivery.nextExpectedActivity
        statusText = texts.status(of: delivery)
        nextExpectedText = delivery.nextExpectedActivity.map(texts.expected)
        misdirection = review.misdirection
        legs = cargo.itinerary?.legs ?? []
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
}
