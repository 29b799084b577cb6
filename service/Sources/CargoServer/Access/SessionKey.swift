import CargoApplication

/// A key that encrypts the sessions of the pages.
public struct SessionKey: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// Reads one entry of the setting `access.sessionKeys`: 32 bytes in Base64, as `openssl rand -base64 32` prints them.
    /// - Throws: `ServerSettingsError`; the message never contains any part of the key.
    public init(setting text: String) throws(ServerSettingsError) {
        guard let bytes = Base64.decode(Array(text.utf8)), bytes.count == 32, Set(bytes).count > 8 else {
            throw .invalid(
                key: "access.sessionKeys",
                reason: "expected 32 random bytes in Base64; generate them with: openssl rand -base64 32"
            )
        }
        self.bytes = bytes
    }

    /// No part of the key, so no log can expose it.
    public var description: String { "session key" }
}
