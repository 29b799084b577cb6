public import CargoApplication
public import CargoDomain

// The wire shapes for callers outside the package: canonical JSON as in `spec/schema/wire.json`, the same bytes that cargo-cli prints and
// cargo-server sends.

extension BookCargo.Response {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension CargoRevision {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension CargoList {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension CargoTrackingView {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension RegisterHandlingEvent.Response {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension RetractHandlingEvent.Response {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension RegisterVoyage.Response {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension FindRoutes.Response {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension RescheduleVoyage.Response {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension StoredCargo {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension VoyageView {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension Cargo {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension DomainError {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension DomainEvent {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension HandlingEvent {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension Itinerary {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}

extension Location {
    /// Returns the wire shape as canonical JSON.
    public func json() -> String { canonicalText }
}
