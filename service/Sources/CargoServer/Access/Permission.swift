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

extension Permission {
    /// The role for those who need this permission and no more.
    var role: Role {
        switch self {
        case .track: .tracking
        case .read: .viewer
        case .operate: .clerk
        case .push: .carrier
        case .maintain: .admin
        case .observe: .metrics
        case .save: .service
        }
    }
}

/// Which callers may use a route.
enum Access: Hashable, Sendable {
    /// All callers, with or without a token.
    case everybody
    /// Callers with this permission.
    case requires(Permission)
    /// Callers with this permission, and customers: a route must show them only what is theirs.
    case requiresOrOwns(Permission)
    /// Callers with this permission, and senders of a signed body, which the route checks.
    case requiresOrSigned(Permission)
}
