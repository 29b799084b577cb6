#if Server
/// A named set of permissions, as used in the settings.
public enum Role: String, Sendable, CaseIterable {
    /// Tracks individual cargos.
    case tracking
    /// Reads everything and writes nothing.
    case viewer
    /// Books, routes and handles cargos.
    case clerk
    /// A clerk who also maintains the reference data and reads the metrics.
    case admin
    /// A service that stores its aggregates here over the repository API; not for people.
    case service
    /// Reads the metrics and nothing else.
    case metrics

    /// The permissions of the role.
    public var permissions: Set<Permission> {
        switch self {
        case .tracking: [.track]
        case .viewer: [.track, .read]
        case .clerk: [.track, .read, .operate]
        case .admin: [.track, .read, .operate, .maintain, .observe]
        case .service: Set(Permission.allCases)
        case .metrics: [.observe]
        }
    }

    /// Whether the role has a permission.
    public func may(_ permission: Permission) -> Bool { permissions.contains(permission) }
}
#endif
