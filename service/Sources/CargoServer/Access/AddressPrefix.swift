/// The key by which callers are counted: an IPv4 address, or the first 64 bits of an IPv6 address, which a provider assigns to one
/// customer.
enum AddressPrefix: Hashable, Sendable {
    case v4(UInt32)
    case v6(UInt64)

    /// Stands for a connection without an IP address, such as one over a Unix socket.
    static let none = AddressPrefix.v4(0)

    /// Parses an IP address as sockets print it and as proxies write it in `X-Forwarded-For`, with or without brackets, port and zone.
    ///
    /// An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) becomes the IPv4 address. Returns nil for any other text.
    init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(Self.maximumBytes + 1))[...]
        guard bytes.count <= Self.maximumBytes else { return nil }
        if bytes.first == UInt8(ascii: "[") {
            // safe: end is an index, so the slice may be empty but never begins beyond the end
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), Self.isPort(bytes[(end + 1)...]) else { return nil }
            // safe: the first byte is [, so ] stands at 1 or later
            self.init(v6: bytes[1..<end])
        } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[..<colon].contains(UInt8(ascii: ".")) {
            // safe: colon is an index
            guard Self.isPort(bytes[colon...]), let address = Self.dotted(bytes[..<colon]) else { return nil }
            self = .v4(address)
        } else if let address = Self.dotted(bytes) {
            self = .v4(address)
        } else {
            self.init(v6: bytes)
        }
    }

    /// The maximum length of an address with brackets, zone and port.
    private static let maximumBytes = 128

    private init?(v6 text: ArraySlice<UInt8>) {
        guard let groups = Self.groups(text.prefix { $0 != UInt8(ascii: "%") }) else { return nil }
        // safe: there are 8 groups of 16 bits
        let high = groups[..<4].reduce(0) { $0 << 16 | UInt64($1) }
        // safe: there are 8 groups of 16 bits
        self.init(high: high, low: groups[4...].reduce(0) { $0 << 16 | UInt64($1) })
    }

    /// The prefix of an IPv6 address.
    /// - Parameters:
    ///   - high: its first 64 bits.
    ///   - low: its last 64 bits.
    init(high: UInt64, low: UInt64) {
        self = high == 0 && low >> 32 == 0xFFFF ? .v4(UInt32(truncatingIfNeeded: low)) : .v6(high)
    }

    /// Whether the text is empty, or a colon followed by digits.
    private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first else { return true }
        return first == UInt8(ascii: ":") && (2...6).contains(text.count) && text.dropFirst().allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Parses four decimal numbers up to 255 without leading zeros.
    private static func dotted(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var address: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy(isDigit), part.count == 1 || part.first != UInt8(ascii: "0") else {
                return nil
            }
            // safe: one to three digits
            let number = part.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
            guard number <= 255 else { return nil }
            address = address << 8 | number
        }
        return address
    }

    /// Parses the eight groups of an IPv6 address.
    private static func groups(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        let colon = UInt8(ascii: ":")
        // safe: both are indices of text
        guard let gap = zip(text.indices, text.indices.dropFirst()).first(where: { text[$0] == colon && text[$1] == colon }) else {
            return list(text, mayEndDotted: true).flatMap { $0.count == 8 ? $0 : nil }
        }
        // safe: gap.1 is an index, so the slice never begins beyond the end
        guard let head = list(text[..<gap.0], mayEndDotted: false), let tail = list(text[(gap.1 + 1)...], mayEndDotted: true),
            head.count + tail.count < 8
        else { return nil }
        return head + [UInt16](repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    /// Parses groups separated by single colons.
    ///
    /// The last may be an IPv4 address, which counts as two groups.
    private static func list(_ text: ArraySlice<UInt8>, mayEndDotted: Bool) -> [UInt16]? {
        if text.isEmpty { return [] }
        var groups: [UInt16] = []
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        for (number, part) in parts.enumerated() {
            if mayEndDotted, number == parts.count - 1, let address = dotted(part) {
                groups += [UInt16(truncatingIfNeeded: address >> 16), UInt16(truncatingIfNeeded: address)]
            } else {
                guard (1...4).contains(part.count) else { return nil }
                var group: UInt16 = 0
                for byte in part {
                    guard let digit = PercentEncoding.digit(byte) else { return nil }
                    // safe: digit has 4 bits
                    group = group << 4 | UInt16(digit)
                }
                groups.append(group)
            }
        }
        return groups
    }
}
