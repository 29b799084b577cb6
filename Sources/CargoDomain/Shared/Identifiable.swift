extension Cargo: Identifiable {
    /// The tracking id.
    public var id: TrackingId { trackingId }
}

extension Voyage: Identifiable {
    /// The voyage's number.
    public var id: VoyageNumber { number }
}

extension Location: Identifiable {
    /// The UN/LOCODE.
    public var id: UnLocode { unLocode }
}

extension DomainEvent: Identifiable {
    /// The event's id, which is unique in its store.
    public var id: String { eventId }
}
