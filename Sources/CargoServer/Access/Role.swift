#if Server
/// A set of permissions under the name that settings use for it.
public enum Role: String, Sendable, CaseIterable {
    /// Follows single cargos.
    case tracking
    /// Reads everything, writes nothing.
    case viewer
    /// Books, routes and handles.
    case clerk
    /// A clerk who also keeps the reference data and reads the metrics.
    case admin
    /// Another part of the kit that stores its aggregates here; not for people.
    case service
    /// Reads the metrics, and nothing else.
    case metrics

    /// What holders of the role may do.
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

    /// Whether holders of the role may do something.
    public func may(_ permission: Permission) -> Bool { permissions.contains(permission) }
}
#endif
