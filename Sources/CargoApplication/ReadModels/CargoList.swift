public import CargoDomain

/// A page of cargos, ordered by tracking id.
public struct CargoList: Hashable, Sendable {
    /// The cargos.
    public let cargos: [Entry]
    /// The `after` of the next page; nil on the last page.
    public let next: TrackingId?

    /// A summary of a cargo as it was last saved.
    public struct Entry: Hashable, Sendable {
        /// The cargo.
        public let trackingId: TrackingId
        /// The customer.
        public let customerId: CustomerId
        /// The origin of the booking.
        public let origin: UnLocode
        /// The current destination.
        public let destination: UnLocode
        /// The cargo must be unloaded there before this instant.
        public let arrivalDeadline: Instant
        /// The transport status (DLV-1).
        public let transportStatus: TransportStatus
        /// Whether the route satisfies the specification (DLV-2).
        public let routingStatus: RoutingStatus
        /// Whether the cargo is off its route (DLV-5).
        public let isMisdirected: Bool
        /// The progress towards the deadline; not part of the wire shape.
        public let progress: ArrivalProgress

        /// Creates the summary of a cargo.
        public init(of cargo: Cargo) {
            trackingId = cargo.trackingId
            customerId = cargo.customerId
            origin = cargo.origin
            destination = cargo.routeSpecification.destination
            arrivalDeadline = cargo.routeSpecification.arrivalDeadline
            transportStatus = cargo.delivery.transportStatus
            routingStatus = cargo.delivery.routingStatus
            isMisdirected = cargo.delivery.isMisdirected
            progress = ArrivalProgress(
                of: cargo.itinerary?.legs ?? [],
                to: cargo.routeSpecification.destination,
                by: cargo.routeSpecification.arrivalDeadline,
                cargo.delivery
            )
        }
    }

    init(_ cargos: some Sequence<Cargo>, next: TrackingId?) {
        self.cargos = cargos.map(Entry.init)
        self.next = next
    }

    /// Creates a page, for a fake in a test.
    public init(cargos: [Entry], next: TrackingId? = nil) {
        self.cargos = cargos
        self.next = next
    }
}
