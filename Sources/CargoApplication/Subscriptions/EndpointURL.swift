public import CargoDomain

/// The URL to which a subscription's events are sent: `https` or `http`, a host, perhaps a port and a path.
///
/// At most 1000 visible ASCII characters, without user, password and fragment. The host is a name or an IP address in its usual spelling; it is
/// kept in lower case. A number in another spelling, such as `0x7f.1` or `2130706433`, isn't a host.
public struct EndpointURL: Hashable, Sendable, CustomStringConvertible {
    /// The URL's text.
    public private(set) var text: String
    /// The host in lower case; an IPv6 address without its brackets.
    public let host: String
    /// Whether the scheme is `https`.
    public let isSecure: Bool
    /// The host as an address; nil for a name.
    package let address: IPAddress?
    /// The host and the port, even if the port is the scheme's; an IPv6 address has its brackets.
    let hostAndPort: String

    /// Parses a URL.
    /// - Throws: `shape_invalid` at `endpoint`.
    public init(_ text: String) throws(DomainError) {
        let bytes = text.utf8
        guard bytes.count <= 1000, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.forbidden.contains($0) }),
            let scheme = ["https://", "http://"].first(where: { text.prefix($0.count).lowercased() == $0 })
        else { throw Self.invalid }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let (name, port) = try Self.split(authority)
        let host = name.lowercased()
        if let inner = Self.bracketed(host) {
            guard let address = IPAddress(inner), address.bytes.count == 16 else { throw Self.invalid }
            (self.host, self.address) = (inner, address)
        } else {
            let address = IPAddress(host)
            guard address != nil || Self.isName(host) else { throw Self.invalid }
            (self.host, self.address) = (host, address)
        }
        isSecure = scheme == "https://"
        hostAndPort = "\(host):\(port ?? (isSecure ? 443 : 80))"
        let tail = rest.dropFirst(authority.count)
        self.text = scheme + host + (port.map { ":\($0)" } ?? "") + (tail.first == "/" ? "" : "/") + tail
    }

    /// The URL without its path and query, which may hold secrets.
    package var withoutPath: EndpointURL {
        var short = self
        let slashes = text.utf8.indices.filter { text.utf8[$0] == UInt8(ascii: "/") }  // safe: an index of the text
        if let third = slashes.dropFirst(2).first { short.text = String(text[...third]) }  // safe: an index of the text
        return short
    }

    private static let invalid = DomainError.shapeInvalid(path: "endpoint")
    /// The characters that no URL holds, and `#`, which begins a fragment.
    private static let forbidden = Set("\"<>\\^`{|}#".utf8)

    private static func split(_ authority: Substring) throws(DomainError) -> (name: Substring, port: UInt16?) {
        let isBracketed = authority.first == "["
        let name = isBracketed ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        let rest = authority.dropFirst(name.count)
        guard !authority.contains("@"), authority.hasPrefix(name) else { throw invalid }
        if rest.isEmpty { return (Substring(name), nil) }
        let digits = rest.dropFirst()
        guard rest.first == ":", (1...5).contains(digits.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            // safe: reads text, and gives nil if it does not fit
            let port = UInt16(digits), port > 0
        else { throw invalid }
        return (Substring(name), port)
    }

    private static func bracketed(_ host: String) -> String? {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : nil
    }

    /// Whether a host is a name: labels of letters, digits, `-` and `_`, the last of which has a letter and isn't a hexadecimal number.
    private static func isName(_ host: String) -> Bool {
        guard (1...253).contains(host.utf8.count) else { return false }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let areLabels = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count)
                && label.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
        guard areLabels, let last = labels.last else { return false }
        return last.utf8.contains { $0 > 0x39 && $0 != UInt8(ascii: "_") } && !last.hasPrefix("0x")
    }

    /// The URL's text.
    public var description: String { text }
}

/// Which endpoints subscriptions may have: `https` to public addresses; the operator's own also the hosts that the operator allows.
public struct EndpointPolicy: Hashable, Sendable {
    /// Hosts, in lower case, that may use `http` and have any address, such as a receiver in the operator's own network.
    ///
    /// `receiver.internal:8080` or `[::1]:8080` allows that port alone.
    public let allowedHosts: Set<String>

    /// Creates a policy.
    public init(allowedHosts: Set<String> = []) { self.allowedHosts = Set(allowedHosts.map { $0.lowercased() }) }

    /// Returns why an endpoint is refused before its host is resolved; nil if it isn't.
    /// - Parameters:
    ///   - endpoint: the endpoint of a subscription.
    ///   - owner: the customer whom the subscription belongs to; nil for the operator's own, which alone may use allowed hosts.
    public func refusal(of endpoint: EndpointURL, owner: CustomerId?) -> EndpointRefusal? {
        if isAllowed(endpoint, owner) { return nil }
        guard endpoint.isSecure else { return .insecure }
        if let address = endpoint.address { return refusal(of: address, for: endpoint, owner: owner) }
        let isLocal = endpoint.host == "localhost" || endpoint.host.hasSuffix(".localhost")
        return isLocal ? .hostNotPublic : nil
    }

    /// Returns why an address of the endpoint's host is refused; nil if it isn't.
    package func refusal(of address: IPAddress, for endpoint: EndpointURL, owner: CustomerId?) -> EndpointRefusal? {
        address.isPublic || isAllowed(endpoint, owner) ? nil : .addressNotPublic
    }

    private func isAllowed(_ endpoint: EndpointURL, _ owner: CustomerId?) -> Bool {
        owner == nil && (allowedHosts.contains(endpoint.host) || allowedHosts.contains(endpoint.hostAndPort))
    }
}
