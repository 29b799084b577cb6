/// A place that voyages call at; two are the same place iff their codes are equal (VAL-LOC-2).
public struct Location: Hashable, Sendable {
    /// The identity.
    public let unLocode: UnLocode
    /// What people call it.
    public let name: LocationName

    /// Joins a code and a name.
    public init(unLocode: UnLocode, name: LocationName) {
        self.unLocode = unLocode
        self.name = name
    }

    /// Whether both are the same place, whatever their names.
    public func isSameLocation(as other: Location) -> Bool { unLocode == other.unLocode }
}
