public import CargoDomain

/// A page of cargos by tracking id.
public struct CargoList: Hashable, Sendable {
    /// The cargos.
    public let cargos: [Entry]
    /// The id to ask after for the next page; absent on the last page.
    public let next: TrackingId?

    /// A cargo in a few words, as it was last saved.
    public struct Entry: Hashable, Sendable {
        /// The cargo.
        public let trackingId: TrackingId
        /// Who booked it.
        public let customerId: CustomerId
        /// Where it was booked from.
        public let origin: UnLocode
        /// Where it has to go now.
        public let destination: UnLocode
        /// It must be unloaded there strictly before this.
        public let arrivalDeadline: Instant
        /// Where it is on its way (DLV-1).
        public let transportStatus: TransportStatus
        /// Whether its route does what the customer wants (DLV-2).
        public let routingStatus: RoutingStatus
        /// Whether it is off its route (DLV-5).
        public let isMisdirected: Bool
        /// When its plan has it unloaded at its destination, and whether that was done; no part of the wire shape.
        public let progress: ArrivalProgress

        init(of cargo: Cargo) {
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
}
