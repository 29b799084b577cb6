import CargoDomain
import CargoTesting
import Testing

@testable import CargoApplication

/// Which URLs and addresses the events of subscriptions may be sent to.
struct EndpointTests {
    /// The first and the last address of each range that isn't public, and the public ones beside it.
    private static let ranges4: [(name: String, first: String, last: String, before: String?, after: String?)] = [
        ("this network", "0.0.0.0", "0.255.255.255", nil, "1.0.0.0"),
        ("private 10/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"),
        ("shared", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"),
        ("loopback", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"),
        ("link-local", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"),
        ("private 172.16/12", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"),
        ("protocol assignments", "192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"),
        ("documentation 1", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"),
        ("6to4 relays", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"),
        ("private 192.168/16", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"),
        ("benchmarking", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"),
        ("documentation 2", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"),
        ("documentation 3", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"),
        ("multicast", "224.0.0.0", "239.255.255.255", "223.255.255.255", nil), ("reserved", "240.0.0.0", "255.255.255.255", nil, nil),
    ]

    @Test func `an IPv4 address is public unless it is in one of the special ranges, whatever IPv6 address it hides in`() throws {
        for range in Self.ranges4 {
            for (text, isPublic) in [(range.first, false), (range.last, false), (range.before, true), (range.after, true)] {
                guard let text else { continue }
                let address = try #require(IPAddress(text))
                #expect(address.isPublic == isPublic, "\(range.name): \(text)")
                let bytes = address.bytes
                let hidden = [
                    [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes,
                    [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8) + bytes,
                    [0x20, 0x02] + bytes + [UInt8](repeating: 1, count: 10),
                ]
                for bytes in hidden { #expect(IPAddress(bytes: bytes)?.isPublic == isPublic, "\(range.name): \(bytes)") }
            }
        }
    }

    @Test(
        arguments: [
            ("::", false), ("::1", false), ("::7f00:1", false), ("::8.8.8.8", false), ("64:ff9b:1::808:808", false), ("100::1", false),
            ("1fff:ffff::1", false), ("2000::1", true), ("2001::1", false), ("2001:1ff:ffff::1", false), ("2001:200::1", true),
            ("2001:db7:ffff::1", true), ("2001:db8::1", false), ("2001:db9::1", true), ("2606:4700:4700::1111", true),
            ("3ffe:ffff::1", true), ("3fff::1", false), ("3fff:fff:ffff::1", false), ("4000::1", false), ("5f00::1", false),
            ("fc00::1", false), ("fd00:ec2::254", false), ("fe80::1", false), ("fec0::1", false), ("ff02::1", false),
            ("::ffff:127.0.0.1", false), ("::ffff:8.8.8.8", true), ("64:ff9b::10.0.0.1", false), ("2002:7f00:1::", false),
            ("2002:808:808::1", true),
        ]
    )
    func `an IPv6 address is public if it is global unicast and not for documentation or protocols`(text: String, isPublic: Bool) throws {
        #expect(try #require(IPAddress(text)).isPublic == isPublic)
    }

    @Test(
        arguments: [
            "", "1", "127.1", "0x7f.0.0.1", "0177.0.0.1", "127.0.0.01", "256.0.0.1", "1.2.3", "1.2.3.4.5", "1.2.3.4 ", "+1.2.3.4", ":",
            ":::",
            "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "g::1", "12345::", "::1%eth0", "::1.2.3", "1.2.3.4::",
            "-1::",
            "::ffff:127.0.0.1.", "[::1]", "1:2:3:4:5:6:7:1.2.3.4",
        ]
    )
    func `text in another spelling isn't an address`(text: String) { #expect(IPAddress(text) == nil) }

    @Test(
        arguments: [
            ("https://partner.example", "https://partner.example/", "partner.example"),
            ("HTTPS://Partner.Example:8443/Hook?a=B", "https://partner.example:8443/Hook?a=B", "partner.example"),
            ("http://10.0.0.1/x", "http://10.0.0.1/x", "10.0.0.1"), ("https://[2001:DB8::1]:1/", "https://[2001:db8::1]:1/", "2001:db8::1"),
            ("https://xn--bcher-kva.example?x", "https://xn--bcher-kva.example/?x", "xn--bcher-kva.example"),
            ("https://a_b.example/", "https://a_b.example/", "a_b.example"),
        ]
    )
    func `an endpoint keeps its path and has a host in lower case`(text: String, kept: String, host: String) throws {
        let endpoint = try EndpointURL(text)
        #expect(endpoint.text == kept && endpoint.host == host)
    }

    @Test(
        arguments: [
            "", "partner.example", "ftp://partner.example/", "https://", "https:///x", "https://:80/", "https://user@partner.example/",
            "https://user:pass@partner.example/", "https://partner.example/#x", "https://partner.example:0/",
            "https://partner.example:65536/",
            "https://partner.example:/", "https://partner.example:8x/", "https://par tner.example/", "https://partner.example./",
            "https://bücher.example/",
            "https://partner..example/", "https://[::1/", "https://::1/", "https://[127.0.0.1]/", "https://[::1%25lo]/", "https://127.1/",
            "https://2130706433/", "https://0x7f000001/", "https://0x7f.1/", "https://partner.example\\@evil.example/",
            "https://a%2eb/", "https://[::1]evil.example/",
        ]
    )
    func `a URL with anything else isn't an endpoint`(text: String) {
        #expect(throws: DomainError.shapeInvalid(path: "endpoint")) { try EndpointURL(text) }
    }

    @Test(
        arguments: [
            ("https://partner.example/", nil), ("http://partner.example/", .insecure),
            ("https://127.0.0.1/", .addressNotPublic), ("https://[::1]/", .addressNotPublic),
            ("https://8.8.8.8/", nil), ("https://localhost/", .hostNotPublic),
            ("https://x.localhost/", .hostNotPublic), ("http://receiver.internal/", nil),
            ("http://10.0.0.1:8080/", nil), ("http://hooks.internal:8080/", nil), ("https://10.0.0.2/", nil), ("http://10.0.0.3/", nil),
            ("http://[fd00::1]:8080/", nil), ("http://hooks.internal:8081/", .insecure),
            ("http://hooks.internal/", .insecure), ("https://10.0.0.2:80/", .addressNotPublic),
            ("https://10.0.0.3/", .addressNotPublic), ("https://[fd00::1]/", .addressNotPublic),
        ] as [(String, EndpointRefusal?)]
    )
    func `an endpoint needs https and a public address, unless its host is allowed`(text: String, refusal: EndpointRefusal?) throws {
        #expect(Self.policy.refusal(of: try EndpointURL(text), owner: nil) == refusal)
    }

    private static let policy = EndpointPolicy(
        allowedHosts: ["Receiver.internal", "10.0.0.1", "Hooks.internal:8080", "10.0.0.2:443", "10.0.0.3:80", "[fd00::1]:8080"]
    )

    @Test(
        arguments: [
            ("https://partner.example/", nil), ("https://receiver.internal/", nil),
            ("http://receiver.internal/", .insecure), ("http://10.0.0.1:8080/", .insecure),
            ("https://10.0.0.1/", .addressNotPublic), ("https://10.0.0.2/", .addressNotPublic),
        ] as [(String, EndpointRefusal?)]
    )
    func `a customer's endpoint needs https and a public address, whatever is allowed`(text: String, refusal: EndpointRefusal?) throws {
        let endpoint = try EndpointURL(text)
        #expect(Self.policy.refusal(of: endpoint, owner: .stub()) == refusal)
        let address = try #require(IPAddress("10.0.0.1"))
        #expect(Self.policy.refusal(of: address, for: endpoint, owner: .stub()) == .addressNotPublic)
    }
}
