import CargoInfrastructure
import Foundation

/// The secret that a webhook's sender and receiver share: 24 to 64 bytes, written as `whsec_` and Base64 (Standard Webhooks 1.0.0).
///
/// Its descriptions never reveal it.
public struct WebhookSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let bytes: [UInt8]

    /// Parses a secret.
    ///
    /// Surrounding white space is ignored, because files end in a newline.
    /// - Returns: nil if the text isn't a secret. It is never part of an error, because it may be nearly correct.
    public init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let prefix = "whsec_"
        guard text.hasPrefix(prefix), let bytes = Data(base64Encoded: String(text.dropFirst(prefix.count))), (24...64).contains(bytes.count)
        else { return nil }
        self.bytes = [UInt8](bytes)
    }

    /// Returns a new secret of 32 random bytes, as text for both sides.
    public static func makeText() -> String {
        var generator = SystemRandomNumberGenerator()
        return "whsec_" + Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }).base64EncodedString()
    }

    /// Returns `v1,` followed by the Base64 of the HMAC-SHA256 of `id.timestamp.body`.
    func signature(id: String, timestamp: String, body: [UInt8]) -> String {
        "v1," + Data(SHA256.authenticationCode(Array("\(id).\(timestamp).".utf8) + body, key: bytes)).base64EncodedString()
    }

    /// Three asterisks instead of the secret.
    public var description: String { "***" }
    /// Three asterisks instead of the secret.
    public var debugDescription: String { "***" }
    /// A mirror without children, so that the secret isn't shown.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
