import CargoApplication
import Crypto
import Foundation

/// Encrypts and decrypts the secrets of subscriptions (AES-256-GCM).
///
/// A sealed secret is bound to its subscription and to the id of its key: it can't be opened as another subscription's.
struct SecretBox: Sendable {
    private let keys: [SecretKey]

    /// - Parameter keys: the keys, newest first.
    init(_ keys: [SecretKey]) { self.keys = keys }

    /// The key that encrypts new secrets; nil if there is none.
    var newest: SecretKey? { keys.first }

    /// Encrypts a secret with the newest key.
    /// - Returns: nil if there is no key.
    func seal(_ secret: WebhookSecret, of subscription: SubscriptionId) -> SealedSecret? {
        guard let key = newest else { return nil }
        let purpose = Self.purpose(subscription, key.id)
        guard let box = try? AES.GCM.seal(secret.bytes, using: SymmetricKey(data: key.bytes), authenticating: purpose).combined,
            let sealed = SealedSecret(keyId: key.id, box: Array(box))
        else {
            // safe: AES-GCM takes any message of this length, and the key's id was checked
            preconditionFailure("a secret can't be encrypted")
        }
        return sealed
    }

    /// Decrypts a secret.
    func open(_ sealed: SealedSecret, of subscription: SubscriptionId) -> Result<WebhookSecret, SecretFault> {
        guard let key = keys.first(where: { $0.id == sealed.keyId }) else { return .failure(.keyMissing(id: sealed.keyId)) }
        guard let box = try? AES.GCM.SealedBox(combined: sealed.box),
            let bytes = try? AES.GCM.open(
                box,
                using: SymmetricKey(data: key.bytes),
                authenticating: Self.purpose(subscription, sealed.keyId)
            ),
            let secret = WebhookSecret(storedBytes: Array(bytes))
        else { return .failure(.damaged(subscription, keyId: sealed.keyId)) }
        return .success(secret)
    }

    /// What a sealed secret is for.
    private static func purpose(_ subscription: SubscriptionId, _ keyId: String) -> [UInt8] {
        Array("cargo-kit secret of a subscription, 1, \(keyId), \(subscription.text)".utf8)
    }
}
