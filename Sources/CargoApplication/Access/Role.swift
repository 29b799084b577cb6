/// A named set of permissions, as used in the settings.
public enum Role: String, Sendable, CaseIterable {
    /// Tracks individual cargos.
    case tracking
    /// Reads everything and writes nothing.
    case viewer
    /// Books, routes and handles cargos.
    case clerk
    /// A carrier's system, which pushes events and reads nothing.
    case carrier
    /// A clerk who also maintains the reference data and reads the metrics.
    case admin
    /// A service that stores its aggregates here over the repository API; not for people.
    case service
    /// Reads the metrics and nothing else.
    case metrics
    /// A customer: books, reads and subscribes to what belongs to their own customer code, which their token names.
    case customer

    /// The permissions of the role.
    public var permissions: Set<Permission> {
        switch self {
        case .tracking: Self.ofTracking
        case .viewer: Self.ofViewer
        case .clerk: Self.ofClerk
        case .carrier: Self.ofCarrier
        case .admin: Self.ofAdmin
        case .service: Self.ofService
        case .metrics: Self.ofMetrics
        case .customer: []
        }
    }

    // Made once, because every request asks.
    private static let ofTracking: Set<Permission> = [.track]
    private static let ofViewer: Set<Permission> = [.track, .read]
    private static let ofClerk: Set<Permission> = [.track, .read, .operate, .push]
    private static let ofCarrier: Set<Permission> = [.push]
    private static let ofAdmin: Set<Permission> = [.track, .read, .operate, .push, .maintain, .observe]
    private static let ofService = Set(Permission.allCases)
    private static let ofMetrics: Set<Permission> = [.observe]

    /// Whether the role has a permission.
    public func may(_ permission: Permission) -> Bool { permissions.contains(permission) }
}
