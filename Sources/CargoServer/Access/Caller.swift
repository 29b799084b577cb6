#if Server
/// Who calls.
struct Caller: Hashable, Sendable {
    /// What the log calls them: the name of their token.
    let name: String
    /// What they may do; nil without a token, unless tracking is public.
    let role: Role?
    /// Whether they showed no token.
    let isAnonymous: Bool

    /// Everyone who reaches a service without tokens.
    ///
    /// They may not save aggregates as they are: a proxy could let strangers in without anyone noticing.
    static let local = Caller(name: "local", role: .admin, isAnonymous: false)

    /// A caller without a token.
    static func anonymous(_ role: Role?) -> Caller { Caller(name: "anonymous", role: role, isAnonymous: true) }

    /// The holder of a token.
    static func holder(of token: AccessToken) -> Caller { Caller(name: token.name, role: token.role, isAnonymous: false) }

    func may(_ permission: Permission) -> Bool { role?.may(permission) ?? false }
}
#endif
