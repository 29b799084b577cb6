import CargoInfrastructure
import Foundation

/// What a webhook's sender and receiver both know: 24 to 64 bytes, written `whsec_` and their Base64 (Standard Webhooks 1.0.0).
///
/// It shows itself nowhere.
public struct WebhookSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let bytes: [UInt8]

    /// Parses a secret; white space around it is passed over, for files end in a newline.
    /// - Returns: nil where it is none; the text is in no error, for it may be nearly right.
    public init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let prefix = "whsec_"
        guard text.hasPrefix(prefix), let bytes = Data(base64Encoded: String(text.dropFirst(prefix.count))), (24...64).contains(bytes.count)
        else { return nil }
        self.bytes = [UInt8](bytes)
    }

    /// A new secret of 32 random bytes, as text to give to both sides.
    public static func makeText() -> String {
        var generator = SystemRandomNumberGenerator()
        return "whsec_" + Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }).base64EncodedString()
    }

    /// `v1,` and the Base64 of the HMAC-SHA256 over `id.timestamp.body`.
    func signature(id: String, timestamp: String, body: [UInt8]) -> String {
        "v1," + Data(SHA256.authenticationCode(Array("\(id).\(timestamp).".utf8) + body, key: bytes)).base64EncodedString()
    }

    /// Three stars.
    public var description: String { "***" }
    /// Three stars.
    public var debugDescription: String { "***" }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
