/// The host, and perhaps the port, that a request is for (RFC 9110, 7.2).
struct Authority: Hashable, Sendable {
    /// The host in lower case; an IPv6 address with its brackets.
    let host: String
    /// The port's digits; nil if there is none.
    let port: String?

    /// The authority as a browser writes it.
    var text: String { host + (port.map { ":" + $0 } ?? "") }

    /// Parses the value of `Host`; nil if it is anything else than a host and perhaps a port.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumBytes, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        var host = bytes[...]
        var rest: ArraySlice<UInt8> = []
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            // safe: end is an index, so the slices may be empty but never begin beyond the end
            (host, rest) = (bytes[...end], bytes[(end + 1)...])
        } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            // safe: colon is an index
            (host, rest) = (bytes[..<colon], bytes[colon...])
        }
        guard !host.isEmpty, !host.contains(where: Self.isDelimiter) else { return nil }
        if let first = rest.first {
            let digits = rest.dropFirst()
            guard first == UInt8(ascii: ":"), digits.count <= 5, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else { return nil }
            port = digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
        } else {
            port = nil
        }
        self.host = String(decoding: host, as: UTF8.self).lowercased()
    }

    /// The longest host name has 253 bytes.
    private static let maximumBytes = 300

    private static func isDelimiter(_ byte: UInt8) -> Bool { "/?#@\\\"<>,;".utf8.contains(byte) }
}

/// The origin of a page, as a browser sends it in `Origin` (RFC 6454, 7).
struct Origin: Hashable, Sendable {
    let authority: Authority

    /// Parses the field; nil if it is anything else than the scheme http or https, a host and perhaps a port.
    init?(_ text: String) {
        for scheme in ["http://", "https://"] where text.utf8.starts(with: scheme.utf8) {
            guard let authority = Authority(String(Substring(text.utf8.dropFirst(scheme.utf8.count)))) else { return nil }
            self.authority = authority
            return
        }
        return nil
    }
}
