public import CargoDomain

extension CargoTrackingView: Identifiable {
    /// The tracking id.
    public var id: TrackingId { trackingId }
}

extension CargoList.Entry: Identifiable {
    /// The tracking id.
    public var id: TrackingId { trackingId }
}

extension StoredCargo: Identifiable {
    /// The tracking id.
    public var id: TrackingId { trackingId }
}

extension VoyageView: Identifiable {
    /// The voyage's number.
    public var id: VoyageNumber { voyageNumber }
}
