public import CargoDomain

/// A cargo in a cache: its state and version at the remote, and when they were read.
public struct CachedCargo: Hashable, Sendable {
    /// The cargo, with its version at the remote.
    public let cargo: Cargo
    /// When the remote was asked.
    public let asOf: Instant
    /// Whether a save has failed since, so that the remote may have another version (CCH-8).
    public let isInDoubt: Bool

    /// Creates an entry.
    public init(cargo: Cargo, asOf: Instant, isInDoubt: Bool = false) {
        self.cargo = cargo
        self.asOf = asOf
        self.isInDoubt = isInDoubt
    }

    /// The same entry, marked as in doubt.
    var inDoubt: CachedCargo { CachedCargo(cargo: cargo, asOf: asOf, isInDoubt: true) }
}
