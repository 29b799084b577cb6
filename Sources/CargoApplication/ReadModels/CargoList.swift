public import CargoDomain

/// A page of cargos, ordered by tracking id.
public struct CargoList: Hashable, Sendable {
    /// The cargos.
    public let cargos: [Entry]
    /// The `after` of the next page; nil on the last page.
    public let next: TrackingId?

    /// A summary of a cargo as it was last saved.
    public struct Entry: Hashable, Sendable {
        /// The cargo, which is hidden so that callers can't change it.
        package let cargo: Cargo
        /// Everything that needs attention at the time of the list, the most urgent first.
        public let needs: [AttentionReason]
        /// Whether the next scan is overdue, if that was found out (`CargoOperations.markingOverdue`).
        package fileprivate(set) var isOverdue = false

        /// Creates the summary of a cargo.
        /// - Parameters:
        ///   - cargo: the cargo.
        ///   - now: the time of the list; without one, no cargo is `uncollected`.
        public init(of cargo: Cargo, at now: Instant? = nil) {
            self.cargo = cargo
            needs = now.map(cargo.needs) ?? cargo.needs
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
    /// The cargo.
    public var trackingId: TrackingId { cargo.trackingId }
    /// The customer.
    public var customerId: CustomerId { cargo.customerId }
    /// The origin of the booking.
    public var origin: UnLocode { cargo.origin }
    /// The current destination.
    public var destination: UnLocode { cargo.routeSpecification.destination }
    /// The cargo must be unloaded there before this instant.
    public var arrivalDeadline: Instant { cargo.routeSpecification.arrivalDeadline }
    /// The transport status (DLV-1).
    public var transportStatus: TransportStatus { cargo.delivery.transportStatus }
    /// Whether the route satisfies the specification (DLV-2).
    public var routingStatus: RoutingStatus { cargo.delivery.routingStatus }
    /// Whether the booking stands.
    public var bookingStatus: BookingStatus { cargo.isCancelled ? .cancelled : .confirmed }
    /// When the cargo is expected to arrive, as announced last; nil if that is unknown, and for a cancelled cargo.
    public var estimatedArrival: Instant? { cargo.lastEstimate?.estimatedArrival }
    /// Whether the cargo has a hold (CRG-15).
    public var isHeld: Bool { cargo.isHeld }
    /// The cargo's references.
    package var references: [CargoReference] { cargo.references }
    /// Why the route no longer works, as announced last (EST-3); nil if it does.
    package var disruption: Disruption? { cargo.lastEstimate?.disruption }
    /// By how much the cargo arrives later than promised, in milliseconds; below 0 if earlier, nil if the arrival is unknown.
    package var arrivalDelay: Int64? { cargo.lastEstimate.flatMap { cargo.delay(by: $0) } }
    /// Whether the cargo is off its route (DLV-5).
    public var isMisdirected: Bool { needs.contains(.misdirected) }
    /// Whether the estimated arrival is at the deadline or after it (EST-5).
    public var isLate: Bool { needs.contains(.late) }
    /// Whether the route no longer works, as announced last (EST-3).
    public var isDisrupted: Bool { needs.contains(.disrupted) }
    /// The entry of a cargo whose next scan is overdue.
    package var overdue: Self {
        var entry = self
        entry.isOverdue = true
        return entry
    }
    /// Whether the cargo lies at its destination after its pick-up deadline (EST-6).
    public var isUncollected: Bool { needs.contains(.uncollected) }
}
