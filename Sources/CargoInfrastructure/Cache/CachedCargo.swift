public import CargoDomain

/// A cargo as a cache holds it: as the remote had it, version and all, and when.
public struct CachedCargo: Hashable, Sendable {
    /// The cargo, with the remote's version.
    public let cargo: Cargo
    /// When the remote was asked for it.
    public let asOf: Instant
    /// Whether a save went wrong since, so that the remote may well have another version (CCH-8).
    public let isInDoubt: Bool

    /// Joins a cargo and what is known of its age.
    public init(cargo: Cargo, asOf: Instant, isInDoubt: Bool = false) {
        self.cargo = cargo
        self.asOf = asOf
        self.isInDoubt = isInDoubt
    }

    /// The same, no more to be relied upon.
    var inDoubt: CachedCargo { CachedCargo(cargo: cargo, asOf: asOf, isInDoubt: true) }
}
