public import CargoApplication
public import CargoDomain

extension ManagedToken {
    /// Returns a token that isn't stored yet; the digest is of its name.
    public static func stub(
        _ name: String = "scanner",
        role: Role = .clerk,
        customer: CustomerId? = nil,
        expiresAt: Instant? = nil
    ) throws(DomainError) -> ManagedToken {
        try ManagedToken(
            name: TokenName(name),
            role: role,
            customer: customer,
            digest: SHA256.hash(Array(name.utf8)),
            createdAt: .stub(),
            createdBy: "desk",
            expiresAt: expiresAt
        )
    }
}
