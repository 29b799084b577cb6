/// Conditions that cargos meet, all of them; without conditions, every cargo.
public struct CargoQuery: Hashable, Sendable {
    /// The cargo's customer.
    public var customer: CustomerId?
    /// The port in which the cargo lies (`Delivery.currentPort`), on its route or not.
    ///
    /// The cargo was received or unloaded there, and not loaded or claimed since. The port needn't be registered.
    public var place: UnLocode?
    /// A voyage on which the itinerary has a leg, unloaded or not.
    ///
    /// The voyage needn't be registered.
    public var voyage: VoyageNumber?
    /// Why the cargo needs attention, perhaps among other reasons.
    ///
    /// No cargo is `uncollected` without a time: see `uncollectedAt`.
    public var need: AttentionReason?
    /// A reference that the cargo carries; several cargos may share it (REF-5).
    public var reference: CargoReference?
    /// A time at which the cargo needs attention because it isn't collected (`AttentionReason.uncollected`).
    public var uncollectedAt: Instant?

    /// Creates a query.
    public init(
        customer: CustomerId? = nil,
        place: UnLocode? = nil,
        voyage: VoyageNumber? = nil,
        need: AttentionReason? = nil,
        reference: CargoReference? = nil,
        uncollectedAt: Instant? = nil
    ) {
        self.customer = customer
        self.place = place
        self.voyage = voyage
        self.need = need
        self.reference = reference
        self.uncollectedAt = uncollectedAt
    }

    /// Creates a query for what needs attention at a time.
    /// - Parameters:
    ///   - place: the port in which the cargo lies.
    ///   - need: why the cargo needs attention; `nil` for every cargo.
    ///   - now: the time.
    package init(place: UnLocode?, needing need: AttentionReason?, at now: Instant) {
        if need == .uncollected { self.init(place: place, uncollectedAt: now) } else { self.init(place: place, need: need) }
    }

    /// Returns whether a cargo meets the conditions.
    public func matches(_ cargo: Cargo) -> Bool {
        (customer.map { cargo.customerId == $0 } ?? true) && (place.map { cargo.delivery.currentPort == $0 } ?? true)
            && (voyage.map(cargo.isOn) ?? true) && (need.map { cargo.has($0) } ?? true)
            && (reference.map(cargo.references.contains) ?? true) && (uncollectedAt.map { cargo.has(.uncollected, at: $0) } ?? true)
    }
}
