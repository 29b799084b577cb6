import CargoApplication
import CargoDomain

extension AccessToken {
    /// Reads one entry of the setting `access.tokens`.
    ///
    /// Accepts `ROLE:SECRET` and `ROLE@NAME:SECRET`; for a customer, `customer=CODE:SECRET` and `customer=CODE@NAME:SECRET`. Each may have `sha256:HEX` in place of the secret: the secret's SHA-256 in 64
    /// hexadecimal digits.
    /// - Throws: `ServerSettingsError`; the message never contains any part of the secret.
    public init(setting text: String) throws(ServerSettingsError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let holder = (parts.first ?? "").split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let kind = (holder.first ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let secret = parts.last, let role = kind.first.flatMap({ Role(rawValue: String($0)) }) else {
            throw Self.refused(
                "expected ROLE:SECRET or ROLE@NAME:SECRET, or customer=CODE:SECRET; roles: \(Role.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        let name = holder.count == 2 ? holder.last.map(String.init) : nil
        let customer = kind.count == 2 ? try Self.customer(kind.last ?? "") : nil
        let prefix = "sha256:"
        guard secret.hasPrefix(prefix) else {
            try self.init(role: role, name: name, customer: customer, secret: String(secret))
            return
        }
        try self.init(role: role, name: name, customer: customer, digest: Self.bytes(hexadecimal: secret.dropFirst(prefix.count)) ?? [])
    }

    private static func customer(_ code: Substring) throws(ServerSettingsError) -> CustomerId {
        do throws(DomainError) {
            return try CustomerId(String(code))
        } catch {
            throw refused("a customer code must consist of 1 to 36 letters, digits and -_., and start with a letter or digit")
        }
    }

    /// Decodes hexadecimal digits in either case; nil if the text is anything else.
    private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for byte in text.utf8 {
            guard let digit = PercentEncoding.digit(byte) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }
}
