package import CargoApplication
package import CargoDomain

/// The stored form of an entry of access in canonical JSON; its version stands beside it.
package enum AccessEntryRecord {
    /// The bytes to store.
    package static func encode(_ entry: AccessEntry) -> [UInt8] {
        switch entry {
        case .token(let token): token.canonicalBytes
        case .signOut(let signOut): signOut.canonicalBytes
        }
    }

    /// Decodes an entry from its stored bytes; its version is 0.
    /// - Parameter id: the id of the record, which says what kind of entry it is.
    /// - Throws: `corrupt_record`.
    package static func decode(_ bytes: UnsafeRawBufferPointer, id: String) throws(DomainError) -> AccessEntry {
        id.hasPrefix(AccessEntry.tokens)
            ? .token(try StoredRecord.decode(bytes, identity: (TokenName.self, name: "name")))
            : .signOut(try StoredRecord.decode(bytes, identity: (String.self, name: "holder")))
    }
}

extension TokenName: InputText, CanonicallyEncodable {
    /// Text.
    package static let schema = Schema.text(
        "TokenName",
        pattern: "^[A-Za-z0-9._-]{1,64}$",
        "The name of a token.",
        example: "scanner-7"
    )

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.plain(text) }
}

extension ManagedToken: WireObject, InputValue {
    /// `{"createdAt","createdBy","customerId"?,"digest","expiresAt"?,"lastUsedAt"?,"name","revokedAt"?,"role"}`; the digest is Base64.
    package static let form = ObjectForm<ManagedToken>(
        "StoredToken",
        .member("createdAt", \.createdAt),
        .member("createdBy", \.createdBy, example: "desk"),
        .optional("customerId", \.customer),
        .member("digest", { Base64.encode($0.digest) }),
        .optional("expiresAt", \.expiresAt),
        .optional("lastUsedAt", \.lastUsedAt),
        .member("name", \.name),
        .optional("revokedAt", \.revokedAt),
        .member("role", { Word($0.role) })
    )

    /// Reads a stored token; its version is 0.
    package init(input: Input) throws(DomainError) {
        let createdAt: Instant = try input.value("createdAt")
        let createdBy: String = try input.value("createdBy")
        let customer: CustomerId? = try input.valueIfPresent("customerId")
        guard let digest = Base64.decode(try input.value("digest", as: String.self).utf8) else { throw .shapeInvalid(path: "digest") }
        let expiresAt: Instant? = try input.valueIfPresent("expiresAt")
        let lastUsedAt: Instant? = try input.valueIfPresent("lastUsedAt")
        let name: TokenName = try input.value("name")
        let revokedAt: Instant? = try input.valueIfPresent("revokedAt")
        try self.init(
            name: name,
            role: try input.value("role", as: Word<Role>.self).value,
            customer: customer,
            digest: digest,
            createdAt: createdAt,
            createdBy: createdBy,
            expiresAt: expiresAt,
            lastUsedAt: lastUsedAt,
            revokedAt: revokedAt
        )
    }
}

extension SignOut: WireObject, InputValue {
    /// `{"everythingUntil"?,"holder","sessions":[{"id","until"}]}`.
    package static let form = ObjectForm<SignOut>(
        "StoredSignOut",
        .optional("everythingUntil", \.everythingUntil),
        .member("holder", \.holder),
        .member("sessions", \.sessions)
    )

    /// Reads a stored entry; its version is 0.
    package init(input: Input) throws(DomainError) {
        let everythingUntil: Instant? = try input.valueIfPresent("everythingUntil")
        let holder: String = try input.value("holder")
        let sessions: [Session] = try input.value("sessions")
        try self.init(holder: holder, version: 0, everythingUntil: everythingUntil, sessions: sessions)
    }
}

extension SignOut.Session: WireObject, InputValue {
    /// `{"id","until"}`.
    package static let form = ObjectForm<SignOut.Session>(nil, .member("id", \.id), .member("until", \.until))

    /// Reads a stored session.
    package init(input: Input) throws(DomainError) {
        let id: String = try input.value("id")
        self.init(id: id, until: try input.value("until"))
    }
}
