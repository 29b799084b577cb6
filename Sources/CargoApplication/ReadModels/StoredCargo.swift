public import CargoDomain

/// A cargo as it is stored, for code that keeps a copy of it.
public struct StoredCargo: Sendable {
    /// The cargo, which is hidden so that callers can't change it.
    package let cargo: Cargo

    /// Creates the stored state of a cargo.
    public init(_ cargo: Cargo) { self.cargo = cargo }

    /// The tracking id.
    public var trackingId: TrackingId { cargo.trackingId }

    /// The legs of the route; empty if it has none.
    public var legs: [Leg] { cargo.itinerary?.legs ?? [] }

    /// When and why the booking was cancelled.
    public var cancellation: Cancellation? { cargo.cancellation }

    /// The number of times the cargo was saved; the `expectedVersion` of a change.
    public var version: Int64 { cargo.version }
}
