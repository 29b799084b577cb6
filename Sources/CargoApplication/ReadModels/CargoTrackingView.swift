public import CargoDomain

/// The view of a cargo that a customer sees.
///
/// Properties that don't apply are nil; legs and events are empty lists.
public struct CargoTrackingView: Hashable, Sendable {
    /// The cargo.
    public let trackingId: TrackingId
    /// The customer.
    public let customerId: CustomerId
    /// The origin of the booking.
    public let origin: Location
    /// The current destination.
    public let destination: Location
    /// The cargo must be unloaded there before this instant.
    public let arrivalDeadline: Instant
    /// The transport status (DLV-1).
    public let transportStatus: TransportStatus
    /// Whether the route satisfies the specification (DLV-2).
    public let routingStatus: RoutingStatus
    /// Whether the cargo is off its route (DLV-5).
    public let isMisdirected: Bool
    /// Whether the cargo has been unloaded at its destination (DLV-8).
    public let isUnloadedAtDestination: Bool
    /// The last known location.
    public let lastKnownLocation: Location?
    /// The current voyage.
    public let currentVoyage: VoyageNumber?
    /// The estimated time of arrival, while the cargo is on track (DLV-6).
    public let estimatedArrival: Instant?
    /// Whether the cargo won't arrive before the deadline; false while that is unknown.
    public let isLate: Bool
    /// The progress towards the deadline, even if the plan doesn't satisfy the specification; not part of the wire shape.
    public let progress: ArrivalProgress
    /// The next expected activity (DLV-7).
    public let nextExpectedActivity: HandlingActivity?
    /// The cargo's status as text.
    public let statusText: String
    /// The next expected activity as text.
    public let nextExpectedText: String?
    /// What went wrong, as text, while the cargo is misdirected.
    public let misdirection: Misdirection?
    /// The legs of the route.
    public let legs: [Leg]
    /// The distinct locations of the route, in order; not part of the wire shape.
    public let routeLocations: [Location]
    /// The handling events, in order (HND-4).
    public let events: [Event]
    /// The activities that the plan still expects, in order; empty without a plan or off it.
    ///
    /// Not part of the wire shape.
    public let expectedActivities: [ExpectedActivity]

    /// A handling event.
    public struct Event: Hashable, Sendable {
        /// The kind of handling.
        public let type: HandlingType
        /// The location.
        public let location: Location
        /// The voyage, for loading and unloading.
        public let voyageNumber: VoyageNumber?
        /// When it was completed.
        public let completionTime: Instant
        /// When it was registered.
        public let registrationTime: Instant
        /// Whether the plan expected the event; true for events up to the start of the routing, and without an itinerary.
        public let isExpected: Bool
        /// A description as text.
        public let description: String

        /// Creates an event of a view, for a fake in a test.
        public init(
            type: HandlingType,
            location: Location,
            voyageNumber: VoyageNumber? = nil,
            completionTime: Instant,
            registrationTime: Instant,
            isExpected: Bool = true,
            description: String
        ) {
            self.type = type
            self.location = location
            self.voyageNumber = voyageNumber
            self.completionTime = completionTime
            self.registrationTime = registrationTime
            self.isExpected = isExpected
            self.description = description
        }
    }

    /// An expected activity.
    public struct ExpectedActivity: Hashable, Sendable {
        /// The activity.
        public let activity: HandlingActivity
        /// The location.
        public let location: Location
        /// When the schedule plans it; nil if no schedule does.
        public let scheduledTime: Instant?
        /// A description as text.
        public let description: String

        /// Creates an expected activity of a view, for a fake in a test.
        public init(activity: HandlingActivity, location: Location, scheduledTime: Instant? = nil, description: String) {
            self.activity = activity
            self.location = location
            self.scheduledTime = scheduledTime
            self.description = description
        }
    }

    /// Creates a view from its properties, for a fake in a test.
    ///
    /// They aren't checked against each other. For a consistent view, track a cargo of an in-memory store.
    public init(
        trackingId: TrackingId,
        customerId: CustomerId,
        origin: Location,
        destination: Location,
        arrivalDeadline: Instant,
        transportStatus: TransportStatus,
        routingStatus: RoutingStatus,
        isMisdirected: Bool = false,
        isUnloadedAtDestination: Bool = false,
        lastKnownLocation: Location? = nil,
        currentVoyage: VoyageNumber? = nil,
        estimatedArrival: Instant? = nil,
        isLate: Bool = false,
        progress: ArrivalProgress,
        nextExpectedActivity: HandlingActivity? = nil,
        statusText: String,
        nextExpectedText: String? = nil,
        misdirection: Misdirection? = nil,
        legs: [Leg] = [],
        routeLocations: [Location] = [],
        events: [Event] = [],
        expectedActivities: [ExpectedActivity] = []
    ) {
        self.trackingId = trackingId
        self.customerId = customerId
        self.origin = origin
        self.destination = destination
        self.arrivalDeadline = arrivalDeadline
        self.transportStatus = transportStatus
        self.routingStatus = routingStatus
        self.isMisdirected = isMisdirected
        self.isUnloadedAtDestination = isUnloadedAtDestination
        self.lastKnownLocation = lastKnownLocation
        self.currentVoyage = currentVoyage
        self.estimatedArrival = estimatedArrival
        self.isLate = isLate
        self.progress = progress
        self.nextExpectedActivity = nextExpectedActivity
        self.statusText = statusText
        self.nextExpectedText = nextExpectedText
        self.misdirection = misdirection
        self.legs = legs
        self.routeLocations = routeLocations
        self.events = events
        self.expectedActivities = expectedActivities
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

    /// Returns the plan from the next expected activity on.
    ///
    /// A cargo routed while on board elsewhere is unloaded first, which isn't part of a leg.
    private static func rest(of itinerary: Itinerary?, from next: HandlingActivity?) -> [HandlingActivity] {
        guard let plan = itinerary?.plan, let next else { return [] }
        guard let index = plan.firstIndex(of: next) else { return [next] + plan.dropFirst() }
        return Array(plan[index...])
    }
}

extension Itinerary {
    /// Returns when a leg plans an activity, or nil if it isn't part of a leg.
    fileprivate func scheduledTime(of activity: HandlingActivity) -> Instant? {
        for leg in legs {
            if activity == .load(onto: leg.voyageNumber, at: leg.loadLocation) { return leg.loadTime }
            if activity == .unload(from: leg.voyageNumber, at: leg.unloadLocation) { return leg.unloadTime }
        }
        return nil
    }
}
