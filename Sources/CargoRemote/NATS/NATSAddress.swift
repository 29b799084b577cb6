/// The servers of a NATS cluster: `nats://HOST[:PORT][,HOST[:PORT]…]`.
///
/// A user, a password or a token doesn't belong in it, because addresses end up in logs and shell histories.
public struct NATSAddress: Hashable, Sendable, CustomStringConvertible {
    struct Server: Hashable, Sendable, CustomStringConvertible {
        let host: String
        let port: Int

        var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    let servers: [Server]

    /// Reads an address; nil unless it names 1 to 16 servers and nothing else.
    ///
    /// The port is 4222 by default. IPv6 addresses are in brackets.
    public init?(_ text: String) {
        let scheme = "nats://"
        guard text.utf8.count <= 4096, text.hasPrefix(scheme) else { return nil }
        let parts = text.dropFirst(scheme.count).split(separator: ",", omittingEmptySubsequences: false)
        let servers = parts.compactMap { Self.server($0) }
        guard servers.count == parts.count, servers.count <= 16 else { return nil }
        self.servers = servers
    }

    /// The address as it is written, with all ports.
    public var description: String { "nats://" + servers.map(\.description).joined(separator: ",") }

    private static func server(_ text: Substring) -> Server? {
        let host: Substring
        let rest: Substring
        if text.first == "[" {
            let parts = text.dropFirst().split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let inside = parts.first, let behind = parts.last else { return nil }
            (host, rest) = (inside, behind)
            guard host.utf8.allSatisfy({ $0 == UInt8(ascii: ":") || isHexadecimalDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
        } else {
            host = text.prefix { $0 != ":" }
            rest = text.dropFirst(host.count)
            guard host.utf8.allSatisfy(isOfHostName) else { return nil }
        }
        guard !host.isEmpty, host.utf8.count <= 253 else { return nil }
        if rest.isEmpty { return Server(host: String(host), port: 4222) }
        let digits = rest.dropFirst()
        guard rest.first == ":", (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(digits), (1...65_535).contains(port)
        else { return nil }
        return Server(host: String(host), port: port)
    }

    private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private static func isOfHostName(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_")
    }
}
