package import CargoApplication
import CargoInfrastructure

extension WebhookSecret {
    /// Returns `v1,` followed by the Base64 of the HMAC-SHA256 of `id.timestamp.body`.
    package func signature(id: String, timestamp: String, body: [UInt8]) -> String {
        "v1," + Base64.encode(SHA256.authenticationCode(Array("\(id).\(timestamp).".utf8) + body, key: bytes))
    }
}
