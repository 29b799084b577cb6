public import CargoDomain

/// A cargo as it is stored, for whoever keeps a copy: read it, or write it in its wire shape.
public struct StoredCargo: Sendable {
    /// The cargo; nobody outside can do anything to it.
    package let cargo: Cargo

    init(_ cargo: Cargo) { self.cargo = cargo }

    /// The identity.
    public var trackingId: TrackingId { cargo.trackingId }

    /// Its route, leg by leg; empty where it has none.
    public var legs: [Leg] { cargo.itinerary?.legs ?? [] }

    /// How often it was saved: what `expectedVersion` of a change means.
    public var version: Int64 { cargo.version }
}
