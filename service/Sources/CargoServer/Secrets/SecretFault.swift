package import CargoApplication

/// Why a subscription's secret can't be decrypted.
package enum SecretFault: Error, Hashable, Sendable {
    /// The settings don't have the key.
    case keyMissing(id: String)
    /// The stored text was altered, is another subscription's, or was encrypted with another key of this id.
    case damaged(SubscriptionId, keyId: String)

    /// The stable code, for the log.
    package var code: String {
        switch self {
        case .keyMissing: "secret_key_missing"
        case .damaged: "secret_damaged"
        }
    }

    /// The id of the key.
    package var keyId: String {
        switch self {
        case .keyMissing(let id), .damaged(_, let id): id
        }
    }

    /// The subscription, if it alone has the fault.
    package var subscription: SubscriptionId? { if case .damaged(let id, _) = self { id } else { nil } }
}
