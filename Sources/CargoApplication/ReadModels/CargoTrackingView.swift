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
    /// Whether the booking stands.
    public let bookingStatus: BookingStatus
    /// When and why the booking was cancelled.
    public private(set) var cancellation: Cancellation?
    /// What people outside know the cargo by, in order (REF-2).
    public private(set) var references: [CargoReference]
    /// When the route is planned to end, while the cargo is on track (DLV-6).
    public let plannedArrival: Instant?
    /// The arrival that the customer was told first (CRG-12).
    public let promisedArrival: Instant?
    /// When the cargo will arrive by the voyages' forecasts; nil if that is unknown (EST-4).
    public let estimatedArrival: Instant?
    /// The estimated arrival less the promised one, in milliseconds; negative if the cargo is early (EST-4).
    public let arrivalDelay: Int64?
    /// Whether the estimated arrival is at the deadline or after it (EST-5).
    public let isLate: Bool
    /// Why the route no longer works (EST-3).
    public let disruption: Disruption?
    /// When the next scan was expected, or the cargo was to be collected, if that is past (EST-6).
    public let overdueSince: Instant?
    /// Since when the cargo is in the port, while it is in one.
    public let inPortSince: Instant?
    /// What the cargo is held for (CRG-15).
    public private(set) var holds: [Hold]
    /// Until when the cargo is to be collected at its destination (CRG-14).
    public let pickUpBy: Instant?
    /// The next expected activity (DLV-7).
    public let nextExpectedActivity: HandlingActivity?
    /// The cargo's status as text.
    public let statusText: String
    /// The next expected activity as text.
    public let nextExpectedText: String?
    /// What was expected and what happened instead, while the cargo is misdirected (DLV-5).
    public let misdirection: Misdirection?
    /// The legs of the route, with their actual and estimated times.
    public let legs: [TrackedLeg]
    /// The distinct locations of the route, in order; not part of the wire shape.
    public private(set) var routeLocations: [Location]
    /// The handling events, in order (HND-4).
    public let events: [Event]
    /// The activities that the plan still expects, in order; empty without a plan or off it.
    ///
    /// Not part of the wire shape.
    public private(set) var expectedActivities: [ExpectedActivity]

    /// A leg of the route as planned, as done and as estimated.
    public struct TrackedLeg: Hashable, Sendable {
        /// The leg as planned.
        public let leg: Leg
        /// When it was done and is estimated to be done.
        public let times: Outlook.LegTimes

        /// Creates a leg of a view, for a fake in a test.
        public init(_ leg: Leg, times: Outlook.LegTimes = .init()) {
            self.leg = leg
            self.times = times
        }
    }

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
        /// When it is expected by the voyages' forecasts, otherwise when it is planned.
        ///
        /// Nil if no leg plans it, and from the leg on at which the route breaks (EST-3).
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
        bookingStatus: BookingStatus = .confirmed,
        cancellation: Cancellation? = nil,
        references: [CargoReference] = [],
        plannedArrival: Instant? = nil,
        promisedArrival: Instant? = nil,
        estimatedArrival: Instant? = nil,
        arrivalDelay: Int64? = nil,
        isLate: Bool = false,
        disruption: Disruption? = nil,
        overdueSince: Instant? = nil,
        inPortSince: Instant? = nil,
        holds: [Hold] = [],
        pickUpBy: Instant? = nil,
        nextExpectedActivity: HandlingActivity? = nil,
        statusText: String,
        nextExpectedText: String? = nil,
        misdirection: Misdirection? = nil,
        legs: [TrackedLeg] = [],
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
        self.bookingStatus = bookingStatus
        self.cancellation = cancellation
        self.references = references
        self.plannedArrival = plannedArrival
        self.promisedArrival = promisedArrival
        self.estimatedArrival = estimatedArrival
        self.arrivalDelay = arrivalDelay
        self.isLate = isLate
        self.disruption = disruption
        self.overdueSince = overdueSince
        self.inPortSince = inPortSince
        self.holds = holds
        self.pickUpBy = pickUpBy
        self.nextExpectedActivity = nextExpectedActivity
        self.statusText = statusText
        self.nextExpectedText = nextExpectedText
        self.misdirection = misdirection
        self.legs = legs
        self.routeLocations = routeLocations
        self.events = events
        self.expectedActivities = expectedActivities
    }

    /// Shows a cargo that is derived from its history.
    ///
    /// A cancelled cargo has no arrival, no disruption and no next activity, and is neither late nor overdue.
    init(of cargo: Cargo, history: HandlingHistory, isExpected: [Bool], outlook: Outlook?, at now: Instant, places: Places) {
        let delivery = cargo.delivery
        let estimate = cargo.isCancelled ? nil : outlook?.estimate
        let next = cargo.isCancelled ? nil : delivery.nextExpectedActivity
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
        bookingStatus = cargo.isCancelled ? .cancelled : .confirmed
        cancellation = cargo.cancellation
        references = cargo.references
        plannedArrival = cargo.isCancelled ? nil : delivery.plannedArrival
        promisedArrival = cargo.isCancelled ? nil : cargo.promisedArrival
        estimatedArrival = estimate?.estimatedArrival
        arrivalDelay = estimate.flatMap { cargo.delay(by: $0) }
        isLate = estimate?.isLate(for: specification) ?? false
        disruption = estimate?.disruption
        overdueSince = cargo.overdueSince(at: now, outlook: outlook)
        inPortSince = delivery.transportStatus == .inPort ? delivery.lastMove?.completionTime : nil
        holds = cargo.holds
        pickUpBy = cargo.pickUpBy
        nextExpectedActivity = next
        statusText = texts.status(of: cargo)
        nextExpectedText = next.map(texts.expected)
        misdirection = cargo.misdirection
        let route = cargo.itinerary?.legs ?? []
        legs = zip(route, outlook?.legs ?? []).map { TrackedLeg($0, times: $1) }
        routeLocations = []
        expectedActivities = []
        events = zip(history.events, isExpected).map { event, isExpected in
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
        complete(with: places)
    }

    /// Adds what isn't part of the wire shape, which follows from the rest and from the locations' names.
    private mutating func complete(with places: Places) {
        routeLocations = routeCodes.map(places.location)
        let texts = TrackingTexts(places: places)
        let isOnTrack = routingStatus == .routed && !isMisdirected
        expectedActivities = Self.rest(of: isOnTrack ? legs.map(\.leg) : [], from: nextExpectedActivity).map { activity in
            ExpectedActivity(
                activity: activity,
                location: places.location(activity.location),
                scheduledTime: expectedTime(of: activity),
                description: texts.expected(activity)
            )
        }
    }

    /// The distinct codes of the route's locations, in order.
    package var routeCodes: [UnLocode] {
        var seen: Set<UnLocode> = []
        return legs.flatMap { [$0.leg.loadLocation, $0.leg.unloadLocation] }.filter { seen.insert($0).inserted }
    }

    /// The view with names for the locations of its route that no other part of it names.
    package func completed(naming locations: [Location]) -> CargoTrackingView {
        var view = self
        view.complete(with: Places(known: locations + namedLocations))
        return view
    }

    /// The locations that the view names.
    package var namedLocations: [Location] { [origin, destination] + [lastKnownLocation].compactMap(\.self) + events.map(\.location) }

    /// The view for someone who may only track: of the references only the box, the type of a hold in place of its reason, and that the booking
    /// was cancelled without when and why.
    ///
    /// A container number is on the box for anyone to read. It must not lead to the numbers of the booking, the bill of lading or the customer.
    ///
    /// The JSON writer leaves the customer out.
    package var forPublic: CargoTrackingView {
        var view = self
        view.references.removeAll { !$0.type.isBox }
        // Why a cargo is held is between the customer and who holds it.
        view.holds = holds.map { Hold(type: $0.type, reason: Reason($0.type), at: $0.at) }
        // Nor are the customer's reasons for others, such as who bought the goods instead.
        view.cancellation = nil
        return view
    }

    /// Returns the plan from the next expected activity on; that activity alone without a plan.
    ///
    /// A cargo routed while on board elsewhere is unloaded first, which isn't part of a leg.
    private static func rest(of legs: [Leg], from next: HandlingActivity?) -> [HandlingActivity] {
        guard let next else { return [] }
        guard case .success(let itinerary) = Result(catching: { () throws(DomainError) in try Itinerary(legs) }) else { return [next] }
        let plan = itinerary.plan
        guard let index = plan.firstIndex(of: next) else { return [next] + plan.dropFirst() }
        return Array(plan[index...])
    }

    /// Returns when an activity is expected, or planned if nothing is estimated; nil if it isn't part of a leg, or if the route breaks before.
    private func expectedTime(of activity: HandlingActivity) -> Instant? {
        for (index, tracked) in legs.enumerated() {
            let (leg, times) = (tracked.leg, tracked.times)
            let isLoad = activity == .load(onto: leg.voyageNumber, at: leg.loadLocation)
            guard isLoad || activity == .unload(from: leg.voyageNumber, at: leg.unloadLocation) else { continue }
            if let disruption, disruption.leg <= Int64(index) { return nil }
            return isLoad ? times.estimatedLoadTime ?? leg.loadTime : times.estimatedUnloadTime ?? leg.unloadTime
        }
        return nil
    }
}

/// Whether a booking stands (CRG-8).
public enum BookingStatus: String, Hashable, Sendable, CaseIterable {
    /// The booking stands.
    case confirmed = "CONFIRMED"
    /// The booking was cancelled.
    case cancelled = "CANCELLED"
}
