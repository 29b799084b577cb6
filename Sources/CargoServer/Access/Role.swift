#if Server
/// What a caller may do; each role may do all that those before it may.
public enum Role: String, Sendable, CaseIterable, Comparable {
    /// See how a cargo's transport goes, but not whose it is.
    case tracking
    /// Book, route, handle and look at everything.
    case clerk
    /// Keep the reference data, and see how the service does.
    case admin
    /// Save aggregates as they are, as a repository elsewhere does: for services of the kit, not for people.
    case service

    /// Less may come first.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .tracking: 0
        case .clerk: 1
        case .admin: 2
        case .service: 3
        }
    }
}

/// Who may call a route.
enum Access: Hashable, Sendable {
    /// Everybody, with a token or without.
    case everybody
    /// Those with at least this role.
    case role(Role)
}

/// Who calls.
struct Caller: Sendable {
    /// What they may do; nil for somebody without a token who may not even track.
    let role: Role?
    /// Whether they showed no token.
    let isAnonymous: Bool
}
#endif
