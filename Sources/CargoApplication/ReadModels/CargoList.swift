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
        /// Whether the booking stands.
        public let bookingStatus: BookingStatus
        /// When the cargo is expected to arrive, as announced last; nil if that is unknown, and for a cancelled cargo.
        public let estimatedArrival: Instant?
        /// Whether the cargo has a hold (CRG-15).
        public let isHeld: Bool
        /// Everything that needs attention at the time of the list, the most urgent first.
        public let needs: [AttentionReason]
        /// When the next scan is due by the plan; nil if none is.
        let plannedTimeDue: Instant?
        /// Whether the next scan is overdue, if that was found out (`CargoKit.markingOverdue`).
        package fileprivate(set) var isOverdue = false
        /// The cargo's references.
        package let references: [CargoReference]
        /// Why the route no longer works, as announced last (EST-3); nil if it does.
        package let disruption: Disruption?
        /// By how much the cargo arrives later than promised, in milliseconds; below 0 if earlier, nil if the arrival is unknown.
        package let arrivalDelay: Int64?

        /// Creates the summary of a cargo.
        /// - Parameters:
        ///   - cargo: the cargo.
        ///   - now: the time of the list; without one, no cargo is `uncollected`.
        public init(of cargo: Cargo, at now: Instant? = nil) {
            trackingId = cargo.trackingId
            customerId = cargo.customerId
            origin = cargo.origin
            destination = cargo.routeSpecification.destination
            arrivalDeadline = cargo.routeSpecification.arrivalDeadline
            transportStatus = cargo.delivery.transportStatus
            routingStatus = cargo.delivery.routingStatus
            bookingStatus = cargo.isCancelled ? .cancelled : .confirmed
            let estimate = cargo.lastEstimate
            estimatedArrival = estimate?.estimatedArrival
            isHeld = cargo.isHeld
            needs = now.map(cargo.needs) ?? cargo.needs
            plannedTimeDue = cargo.plannedTimeDue
            references = cargo.references
            disruption = estimate?.disruption
            arrivalDelay = estimate.flatMap { cargo.delay(by: $0) }
        }
    }

    init(_ cargos: some Sequence<Cargo>, next: TrackingId?, at now: Instant) {
        self.cargos = cargos.map { Entry(of: $0, at: now) }
        self.next = next
    }

    /// Creates a page, for a fake in a test.
    public init(cargos: [Entry], next: TrackingId? = nil) {
        self.cargos = cargos
        self.next = next
    }
}

extension CargoList.Entry {
    /// Whether the cargo is off its route (DLV-5).
    public var isMisdirected: Bool { needs.contains(.misdirected) }
    /// Whether the estimated arrival is at the deadline or after it (EST-5).
    public var isLate: Bool { needs.contains(.late) }
    /// Whether the route no longer works, as announced last (EST-3).
    public var isDisrupted: Bool { needs.contains(.disrupted) }
    /// The entry of a cargo whose next scan is overdue.
    var overdue: Self {
        var entry = self
        entry.isOverdue = true
        return entry
    }
    /// Whether the cargo lies at its destination after its pick-up deadline (EST-6).
    public var isUncollected: Bool { needs.contains(.uncollected) }
}
