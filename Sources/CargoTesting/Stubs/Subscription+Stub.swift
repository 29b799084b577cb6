public import CargoApplication
public import CargoDomain

extension Subscription {
    /// Returns an active subscription that isn't stored yet.
    public static func stub(
        owner: CustomerId? = nil,
        startsAfter: Int64 = 0,
        endpoint: EndpointURL = .stub(),
        filter: SubscriptionFilter = SubscriptionFilter(),
        dcsaFilter: DCSAEventFilter? = nil
    ) -> Subscription {
        Subscription(
            owner: owner,
            createdBy: "desk",
            createdAt: .stub(),
            startsAfter: startsAfter,
            endpoint: endpoint,
            filter: filter,
            dcsaFilter: dcsaFilter
        )
    }
}

extension SealedSecret {
    /// Returns a sealed secret that no key opens.
    ///
    /// Traps if the id isn't that of a key.
    public static func stub(keyId: String = "2026-01") -> Self {
        guard let sealed = Self(keyId: keyId, box: Array(0..<60)) else { preconditionFailure("\(keyId) isn't the id of a key") }
        return sealed
    }
}

extension EndpointURL {
    /// Returns an endpoint with this URL.
    ///
    /// Traps if the text isn't a valid endpoint.
    public static func stub(_ text: String = "https://partner.example/hook") -> Self {
        stubbed { () throws(DomainError) in try Self(text) }
    }
}
