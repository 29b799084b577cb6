/// A port or other place that voyages call at, identified by its UN/LOCODE (VAL-LOC-2).
public struct Location: Hashable, Sendable {
    /// The location's identity.
    public let unLocode: UnLocode
    /// The name for display.
    public let name: LocationName

    /// Creates a location.
    public init(unLocode: UnLocode, name: LocationName) {
        self.unLocode = unLocode
        self.name = name
    }

    /// Returns whether both have the same UN/LOCODE, even if their names differ.
    public func isSameLocation(as other: Location) -> Bool { unLocode == other.unLocode }
}
