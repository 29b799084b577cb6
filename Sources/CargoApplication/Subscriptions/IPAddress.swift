/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16 bytes in network order.
    package let bytes: [UInt8]

    /// Creates an address from its bytes; nil unless there are 4 or 16.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Parses an address: four decimal numbers without leading zeros, or IPv6 as in RFC 4291, without a zone.
    package init?(_ text: String) {
        guard let bytes = Self.version4(text[...]) ?? Self.version6(text) else { return nil }
        self.bytes = bytes
    }

    /// Whether the address belongs to a machine on the public Internet (IANA's special-purpose registries).
    ///
    /// False for private, loopback, link-local, shared (carrier-grade NAT), multicast, unspecified, documentation, benchmarking and reserved
    /// addresses. An IPv6 address that stands for an IPv4 address (mapped, NAT64, 6to4) is as public as that one.
    package var isPublic: Bool { bytes.count == 4 ? Self.isPublic4(bytes[...]) : Self.isPublic6(bytes) }

    private static func isPublic4(_ bytes: ArraySlice<UInt8>) -> Bool {
        // safe: a byte fits
        let number = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return !reserved4.contains { number >> (32 - $0.bits) == $0.prefix >> (32 - $0.bits) }
    }

    private static let reserved4: [(prefix: UInt32, bits: UInt32)] = [
        // This network; private; shared; loopback; link-local; private.
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
        // Protocol assignments; documentation; 6to4 relays; private; benchmarking; documentation, twice.
        (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xC633_6400, 24),
        (0xCB00_7100, 24),
        // Multicast; reserved and broadcast.
        (0xE000_0000, 4), (0xF000_0000, 4),
    ]

    private static func isPublic6(_ bytes: [UInt8]) -> Bool {
        func begins(_ prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }
        // ::ffff:0:0/96 and 64:ff9b::/96 end in an IPv4 address; 2002::/16 has one after its prefix.
        if begins([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]) || begins([0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)) {
            return isPublic4(bytes.suffix(4))
        }
        if begins([0x20, 0x02]) { return isPublic4(bytes.dropFirst(2).prefix(4)) }
        // 2000::/3 is all that is global, without protocol assignments (2001::/23, Teredo among them) and documentation.
        let groups = Self.groups(bytes)
        guard let first = groups.first, let second = groups.dropFirst().first, first >> 13 == 1 else { return false }
        return !(first == 0x2001 && (second < 0x200 || second == 0xDB8)) && !(first == 0x3FFF && second < 0x1000)
    }

    // MARK: Text

    /// The address as text: IPv6 without abbreviation.
    package var description: String {
        bytes.count == 4
            ? bytes.map { String($0) }.joined(separator: ".") : Self.groups(bytes).map { String($0, radix: 16) }.joined(separator: ":")
    }

    private static func groups(_ bytes: [UInt8]) -> [UInt16] {
        // safe: both indices are before the count
        stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }

    private static func version4(_ text: Substring) -> [UInt8]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy({ (0x30...0x39).contains($0) }), part.count == 1 || part.first != 0x30,
                // safe: reads text, and gives nil if it does not fit
                let number = UInt8(String(decoding: part, as: UTF8.self))
            else { return nil }
            bytes.append(number)
        }
        return bytes
    }

    private static func version6(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= 45 else { return nil }
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        switch halves.count {
        case 1:
            guard let all = run(text[...], mayEndInVersion4: true), all.count == 16 else { return nil }
            return all
        case 2:
            guard let head = halves.first.flatMap({ run($0, mayEndInVersion4: false) }),
                let tail = halves.last.flatMap({ run($0, mayEndInVersion4: true) }), head.count + tail.count <= 14
            else { return nil }
            return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
        default: return nil
        }
    }

    /// The bytes of groups that colons separate; no bytes for an empty text.
    private static func run(_ text: Substring, mayEndInVersion4: Bool) -> [UInt8]? {
        if text.isEmpty { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() {
            if mayEndInVersion4, place == parts.count - 1, part.utf8.contains(UInt8(ascii: ".")) {
                guard let last = version4(part) else { return nil }
                bytes += last
                continue
            }
            guard (1...4).contains(part.utf8.count), !part.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }),
                let number = UInt16(part, radix: 16)
            else { return nil }
            bytes += [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]  // safe: the upper half of 16 bits
        }
        return bytes
    }
}
