package import CargoApplication
package import CargoDomain

/// A token that a caller wants to be created.
package struct NewToken: WireRequest, Sendable {
    /// The holder's name.
    package let name: TokenName
    /// The holder's role.
    package let role: Role
    /// The customer who holds it.
    package let customerId: CustomerId?
    /// From when on it doesn't count.
    package let expiresAt: Instant?

    private static let form = RequestForm(
        "NewToken",
        .optional("customerId", CustomerId.self, "The customer who holds it; for the role `customer` only."),
        .optional("expiresAt", Instant.self, "From when on it doesn't count; until it is revoked if absent."),
        .required("name", TokenName.self),
        .required("role", Word<Role>.self, example: .text("clerk"))
    )

    /// How it looks as JSON.
    package static let schema = form.schema

    /// Reads `customerId`?, `expiresAt`?, `name`, `role`.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        let role: Word<Role>
        (customerId, expiresAt, name, role) = try Self.form.read(input)
        self.role = role.value
        guard (role.value == .customer) == (customerId != nil) else {
            throw .validationFailed([.init(path: "customerId", code: .shapeInvalid)])
        }
    }
}

/// Whose sessions a caller wants to be ended.
package struct NewSignOut: WireRequest, Sendable {
    /// Whose.
    package let principal: Principal

    /// The name of the token, or the subject.
    package let name: String

    private static let form = RequestForm(
        "NewSignOut",
        .optional("subject", String.self, "A person or program of the identity provider, by subject.", example: .text("f9b1c3de")),
        .optional("token", TokenName.self, "The holder of a token, by its name; needed without a subject.")
    )

    /// How it looks as JSON.
    package static let schema = form.schema

    /// Reads either `subject` or `token`.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        let (subject, token) = try Self.form.read(input)
        switch (subject, token) {
        case (let subject?, nil): (principal, name) = (.subject(subject), subject)
        case (nil, let token?): (principal, name) = (.token(token.text), token.text)
        default: throw .validationFailed([.init(path: "subject", code: .shapeInvalid)])
        }
    }
}

/// Which page of tokens a caller wants.
package struct TokenPage: WireRequest, Sendable {
    /// The name to start after.
    package let after: TokenName?
    /// The maximum number of tokens.
    package let limit: Int

    private static let form = RequestForm(nil, .optional("after", TokenName.self), .limit)

    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) { (after, limit) = try Self.form.read(input) }
}
