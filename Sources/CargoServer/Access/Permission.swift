#if Server
/// One thing that a caller may do; a role is a set of them.
public enum Permission: String, Sendable, CaseIterable {
    /// See how a cargo's transport goes, but not whose it is.
    case track
    /// See every cargo, voyage, location and event.
    case read
    /// Book, route and handle cargos.
    case operate
    /// Keep voyages and locations.
    case maintain
    /// Read the metrics.
    case observe
    /// Save aggregates as they are, as a repository elsewhere does.
    case save
}

/// Who may call a route.
enum Access: Hashable, Sendable {
    /// Everybody, with a token or without.
    case everybody
    /// Callers with this permission.
    case requires(Permission)
}
#endif
