package import CargoApplication
package import CargoDomain

/// A token as it is listed, with its secret only where it is new.
package struct TokenView: WireObject, Sendable {
    /// `{"createdAt","createdBy","customerId"?,"expiresAt"?,"lastUsedAt"?,"name","revokedAt"?,"role","secret"?,"state"}`.
    package static let form = ObjectForm<TokenView>(
        "Token",
        .member("createdAt", \.token.createdAt),
        .member("createdBy", \.token.createdBy, "The name of the caller who created it.", example: "desk"),
        .optional("customerId", \.token.customer, "The customer who holds it."),
        .optional("expiresAt", \.token.expiresAt, "From when on it doesn't count."),
        .optional("lastUsedAt", \.token.lastUsedAt, "When it was last used, give or take a minute."),
        .member("name", \.token.name),
        .optional("revokedAt", \.token.revokedAt, "When it was revoked."),
        .member("role", { Word($0.token.role) }, "The holder's role.", example: "clerk"),
        .optional(
            "secret",
            \.secret,
            "The token itself; only where it is new.",
            example: .text("cargo_" + String(repeating: "3f", count: 32))
        ),
        .member("state", { Word($0.state) }, "Whether it counts.", example: "ACTIVE"),
        description: "A token that is managed while services run."
    )

    /// Whether a token counts.
    package enum State: String, CaseIterable, Sendable {
        case active = "ACTIVE"
        case expired = "EXPIRED"
        case revoked = "REVOKED"
    }

    /// The token.
    package let token: ManagedToken
    /// The secret, if it is new.
    package let secret: String?
    /// Whether the token counts.
    package let state: State

    /// Creates the view of a token at a time.
    package init(_ token: ManagedToken, secret: String? = nil, at now: Instant) {
        self.token = token
        self.secret = secret
        state = token.revokedAt != nil ? .revoked : token.counts(at: now) ? .active : .expired
    }
}
