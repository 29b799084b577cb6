package import CargoApplication
import CargoInfrastructure

extension WebhookSecret {
    /// Returns `v1,` followed by the Base64 of the HMAC-SHA256 of `id.timestamp.body`.
    package func signature(id: String, timestamp: String, body: [UInt8]) -> String {
        "v1," + Base64.encode(SHA256.authenticationCode(Array("\(id).\(timestamp).".utf8) + body, key: bytes))
    }

    /// Returns the value of `Notification-Signature` of DCSA: `sha256=` followed by the hexadecimal HMAC-SHA256 of the body.
    package func notificationSignature(of body: [UInt8]) -> String {
        let digits = SHA256.authenticationCode(body, key: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "sha256=" + digits.joined()
    }
}
