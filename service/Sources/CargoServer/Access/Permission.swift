import CargoApplication

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
