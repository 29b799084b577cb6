#if Server
extension AccessToken {
    /// Reads one entry of the setting `access.tokens`.
    ///
    /// Accepts `ROLE:SECRET` and `ROLE@NAME:SECRET`. Either may have `sha256:HEX` in place of the secret: the secret's SHA-256 in 64
    /// hexadecimal digits.
    /// - Throws: `ServerSettingsError`; the message never contains any part of the secret.
    public init(setting text: String) throws(ServerSettingsError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let holder = (parts.first ?? "").split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let secret = parts.last, let role = holder.first.flatMap({ Role(rawValue: String($0)) }) else {
            throw Self.refused(
                "expected ROLE:SECRET or ROLE@NAME:SECRET; roles: \(Role.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        let name = holder.count == 2 ? holder.last.map(String.init) : nil
        let prefix = "sha256:"
        guard secret.hasPrefix(prefix) else {
            try self.init(role: role, name: name, secret: String(secret))
            return
        }
        try self.init(role: role, name: name, digest: Self.bytes(hexadecimal: secret.dropFirst(prefix.count)) ?? [])
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
#endif
