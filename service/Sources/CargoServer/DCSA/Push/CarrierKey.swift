import CargoApplication
import CargoInfrastructure

/// The secret that a carrier signs pushed events with, as the standard's `Notification-Signature` has it.
///
/// Its descriptions never reveal it.
public struct CarrierKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The carrier's name in the log; its SCAC or SMDG code, so that its voyages are found by the numbers that it has for them (VOY-5).
    public let name: String
    private let secret: [UInt8]

    /// Creates a key.
    /// - Parameters:
    ///   - name: 1 to 64 ASCII letters, digits, `-`, `_` and `.`.
    ///   - secret: 16 to 512 random bytes.
    /// - Throws: `ServerSettingsError`.
    public init(name: String, secret: [UInt8]) throws(ServerSettingsError) {
        guard (try? TokenName(name)) != nil else {
            throw Self.refused("a name must consist of 1 to 64 letters, digits and -_.")
        }
        guard (16...512).contains(secret.count), Set(secret).count >= 6 else {
            throw Self.refused("the secret of \(name) is too easy to guess; generate one with: openssl rand -base64 32")
        }
        self.name = name
        self.secret = secret
    }

    /// Reads one entry of the setting `access.carriers`: `NAME:SECRET`, with the secret in Base64.
    /// - Throws: `ServerSettingsError`; the message never contains any part of the secret.
    public init(setting text: String) throws(ServerSettingsError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = parts.first, let secret = parts.last, let bytes = Base64.decode(secret.utf8) else {
            throw Self.refused("expected NAME:SECRET, with the secret in Base64")
        }
        try self.init(name: String(name), secret: bytes)
    }

    /// Begins the authentication code of a body.
    fileprivate var code: SHA256.HMAC { SHA256.HMAC(key: secret) }

    private static func refused(_ reason: String) -> ServerSettingsError { .invalid(key: "access.carriers", reason: reason) }

    /// The name, but never the secret.
    public var description: String { "\(name):…" }
    /// A mirror without children, so that the secret isn't shown.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Finds the carrier that signed a body, while the body arrives.
struct SignatureCheck {
    private let signature: NotificationSignature
    private var codes: [(carrier: CarrierKey, code: SHA256.HMAC)]

    init(_ signature: NotificationSignature, of carriers: [CarrierKey]) {
        self.signature = signature
        codes = carriers.map { ($0, $0.code) }
    }

    /// Takes the next part of the body.
    mutating func update(_ part: UnsafeRawBufferPointer) {
        // safe: the indices are the list's own
        for index in codes.indices { codes[index].code.update(part) }
    }

    /// The carrier whose key signed the parts; nil if it was none of them.
    ///
    /// Every key is tried, and codes are compared in constant time, so the time doesn't reveal whose it is.
    consuming func sender() -> CarrierKey? {
        let wanted = signature.code
        let signers = codes.filter { entry in
            let code = entry.code.finalize()
            return Array(code).isEqualInConstantTime(to: Array(wanted))
        }
        return signers.first?.carrier
    }
}

/// The value of `Notification-Signature`: `sha256=` and the hexadecimal HMAC-SHA-256 of the body.
struct NotificationSignature: Hashable, Sendable {
    /// 32 bytes.
    let code: [UInt8]

    /// Parses the field; nil if it isn't a signature of the one type that the standard supports.
    init?(_ field: String) {
        let prefix = "sha256="
        let text = field[...].trimmingSpaces
        guard text.utf8.count == prefix.utf8.count + 64, text.hasPrefix(prefix) else { return nil }
        var code: [UInt8] = []
        var high: UInt8?
        for byte in text.utf8.dropFirst(prefix.utf8.count) {
            guard let digit = PercentEncoding.digit(byte) else { return nil }
            if let first = high { code.append(first << 4 | digit) }
            high = high == nil ? digit : nil
        }
        self.code = code
    }
}
