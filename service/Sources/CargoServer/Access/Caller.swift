import CargoApplication
import CargoDomain

/// The caller of a request.
struct Caller: Hashable, Sendable {
    /// The caller's name in the log: the name of the token.
    let name: String
    /// The caller's role; nil without a token, unless tracking is public.
    let role: Role?
    /// Whether the caller sent no token.
    let isAnonymous: Bool
    /// The customer whose cargos, events and subscriptions are all that exists for the caller; nil for everybody else.
    var customer: CustomerId?
    /// The caller's subject at the identity provider; nil for the holder of a token of the settings.
    var subject: String?
    /// Whether the service has no tokens, so that it doesn't know who calls.
    var isUnknown = false

    /// The caller of every request to a service without tokens.
    ///
    /// It doesn't have the `save` permission: a proxy could expose the service to strangers unnoticed.
    static let local = Caller(name: "local", role: .admin, isAnonymous: false, isUnknown: true)

    /// A caller without a token.
    static func anonymous(_ role: Role?) -> Caller { Caller(name: "anonymous", role: role, isAnonymous: true) }

    /// A caller who holds a token.
    static func holder(of token: AccessToken) -> Caller {
        Caller(name: token.name, role: token.role, isAnonymous: false, customer: token.customer)
    }

    /// Whose sessions and tokens are the caller's, for signing out.
    var principal: Principal { subject.map { .subject($0) } ?? .token(name) }

    func may(_ permission: Permission) -> Bool { role?.may(permission) ?? false }
}
