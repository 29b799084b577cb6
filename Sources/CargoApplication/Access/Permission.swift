/// A single permission; a role is a set of them.
public enum Permission: String, Sendable, CaseIterable {
    /// Track a cargo's transport, without seeing its customer.
    case track
    /// Read every cargo, voyage, location and event.
    case read
    /// Book, route and handle cargos.
    case operate
    /// Push events as a carrier, which register handling.
    case push
    /// Maintain voyages and locations.
    case maintain
    /// Read the metrics.
    case observe
    /// Save aggregates as stored records, as a remote repository does.
    case save
}
