import CargoDomain
import Metrics
import Synchronization
import Testing

@testable import CargoServer

/// The parts that need no connection.
struct PartsTests {
    @Test(arguments: [
        (4096, 5000, 4096), (4096, 4865, 4096), (4096, 4848, 4080), (4096, 1024, 480), (4096, 256, 112), (4096, 1, 1), (1, 3, 1),
    ])
    func `connections leave file descriptors to the store`(wanted: Int, limit: Int, expected: Int) {
        #expect(DescriptorLimit.fitting(wanted, under: limit) == expected)
    }

    @Test(
        arguments: [
            ("*/*", .json), ("text/event-stream", .eventStream), ("application/*", .json), ("text/*, application/json;q=0.9", .eventStream),
            ("application/json;q=0.1, text/event-stream;q=0.2", .eventStream), ("text/event-stream;q=0, */*", .json), ("text/html", nil),
            ("nonsense", .json), ("application/json;q=0", nil), ("*/*;q=0.1, application/json;q=0", .eventStream),
        ] as [(String, Media?)]
    )
    func `the most preferred format is chosen`(field: String, expected: Media?) {
        #expect(Media.preferred(of: [.json, .eventStream], accept: [field]) == expected)
    }

    // U+0600 forms one character with the next, U+0301 with the one before.
    @Test(arguments: ["\u{600}", "x\u{600}", "\u{200D}"], ["", "\u{301}"])
    func `no character hides a separator of a header field`(before: String, after: String) {
        #expect(ForwardedList(["192.0.2.1\(before),\(after) 203.0.113.9"]).values.count == 2)
        #expect(ForwardedList(["192.0.2.1\(before), 203.0.113.9"]).outermost(of: 1) == "203.0.113.9")
        #expect(Media.preferred(of: [.json, .eventStream], accept: ["text/html\(before),text/event-stream"]) == .eventStream)
        let refused = "application/json\(before);\(after)x=y,text/event-stream;q=0.1"
        #expect(Media.preferred(of: [.json, .eventStream], accept: [refused]) == .eventStream)
        #expect(Media(contentType: "application/json;\(after)x=y") == .json)
        #expect(SessionCookie.plain.values(in: ["a=b\(before);\(after)c=d; cargo-session=1"]) == ["1"])
        #expect(SessionCookie.plain.values(in: ["a=b\(before);cargo-session=\(after)1"]) == ["\(after)1"])
    }

    @Test(
        arguments: [
            "nan", "inf", "-inf", "1e300", "-1", "2", "1.001", "0.1234", "0x1p3", "+1", ".5", "00", "", "0.5.", "٠", "9999999999999999999",
        ]
    )
    func `an element with an invalid weight is ignored`(weight: String) {
        #expect(Media.preferred(of: [.json, .eventStream], accept: ["application/json;q=\(weight)"]) == .json)
        let field = "application/json;q=\(weight), text/event-stream;q=0.1"
        #expect(Media.preferred(of: [.json, .eventStream], accept: [field]) == .eventStream)
    }

    @Test(
        arguments: [("0", nil), ("0.", nil), ("0.000", nil), ("0.001", .json), ("1", .json), ("1.", .json), ("1.000", .json)]
            as [(String, Media?)]
    )
    func `a weight has at most three decimals`(weight: String, expected: Media?) {
        #expect(Media.preferred(of: [.json], accept: ["application/json; q=\(weight)"]) == expected)
    }

    @Test(arguments: ["application/json", "application/json; charset=utf-8", "Application/JSON;x=y"])
    func `the parameters of a content type are ignored`(field: String) { #expect(Media(contentType: field) == .json) }

    @Test(
        arguments: [("a%2Fb", "a/b"), ("%e2%82%ac", "€"), ("a+b", "a+b"), ("%", nil), ("%4", nil), ("%GG", nil), ("%C3", nil)]
            as [(String, String?)]
    )
    func `percent-encoding is parsed strictly`(text: String, expected: String?) { #expect(PercentEncoding.decode(text[...]) == expected) }

    @Test func `percent-encoding survives a round trip`() {
        let text = "a b/ä€&=%+~"
        #expect(PercentEncoding.decode(PercentEncoding.encode(text)[...]) == text)
    }

    @Test(
        arguments: [
            ("origin", "#/origin"), ("itinerary.legs[3]", "#/itinerary/legs/3"), ("", "#"), ("a~b/c", "#/a~0b~1c"), ("[2]", "#/2"),
        ] as [(String, String)]
    )
    func `a field's path becomes a JSON pointer`(path: String, pointer: String) {
        #expect(FieldPlaces().place(of: path) == .pointer(pointer))
    }

    @Test func `a bucket refills at its rate`() {
        let now = Mutex(ContinuousClock.now)
        let limiter = RateLimiter(perMinute: 60) { now.withLock { $0 } }
        for _ in 0..<60 { #expect(limiter.refusal(of: "a") == nil) }
        #expect(limiter.refusal(of: "a") == 1)
        #expect(limiter.refusal(of: "b") == nil)
        now.withLock { $0 += .milliseconds(999) }
        #expect(limiter.refusal(of: "a") == 1)
        now.withLock { $0 += .milliseconds(2) }
        #expect(limiter.refusal(of: "a") == nil)
        #expect(limiter.refusal(of: "a") == 1)
        #expect(RateLimiter(perMinute: 0).refusal(of: "a") == nil)
    }

    @Test func `a flood of other addresses doesn't refill a bucket, and those addresses keep their own`() {
        let now = Mutex(ContinuousClock.now)
        let limiter = RateLimiter(perMinute: 2) { now.withLock { $0 } }
        for _ in 0..<2 { #expect(limiter.refusal(of: AddressPrefix.v4(1)) == nil) }
        #expect(limiter.refusal(of: AddressPrefix.v4(1)) == 30)
        for other in 0..<20_000 {
            for _ in 0..<3 { _ = limiter.refusal(of: AddressPrefix.v4(0x0A00_0000 + UInt32(other))) }
        }
        #expect(limiter.refusal(of: AddressPrefix.v4(1)) == 30)
        // About one in 200 addresses shares all its cells with the flood; the chance that one in 20 does is negligible.
        let refused = (0..<1000).count { limiter.refusal(of: AddressPrefix.v6(UInt64($0))) != nil }
        #expect(refused < 50)
    }

    @Test func `looking at a bucket takes no token from it`() {
        let limiter = RateLimiter(perMinute: 1) { [start = ContinuousClock.now] in start }
        for _ in 0..<5 { #expect(limiter.wait(of: "a") == nil) }
        #expect(limiter.refusal(of: "a") == nil)
        #expect(limiter.wait(of: "a") == 60)
    }

    @Test(
        arguments: [
            ("192.0.2.1", .v4(0xC000_0201)), ("192.0.2.1:4711", .v4(0xC000_0201)), ("::ffff:192.0.2.1", .v4(0xC000_0201)),
            ("::ffff:c000:201", .v4(0xC000_0201)), ("[::ffff:192.0.2.1]:80", .v4(0xC000_0201)),
            ("2001:db8:1:2:3:4:5:6", .v6(0x2001_0DB8_0001_0002)), ("2001:db8:1:2::1", .v6(0x2001_0DB8_0001_0002)),
            ("[2001:DB8:1:2::]:443", .v6(0x2001_0DB8_0001_0002)), ("[2001:db8:1:2::9]", .v6(0x2001_0DB8_0001_0002)), ("::1", .v6(0)),
            ("::", .v6(0)), ("fe80::1%eth0", .v6(0xFE80_0000_0000_0000)), ("1:2:3:4:5:6:192.0.2.1", .v6(0x0001_0002_0003_0004)),
        ] as [(String, AddressPrefix)]
    )
    func `an address is counted by the prefix that one customer has`(text: String, prefix: AddressPrefix) {
        #expect(AddressPrefix(text) == prefix)
    }

    @Test(
        arguments: [
            "", "unknown", "_hidden", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4:", "1.2.3.4:x", "1:2:3:4:5:6:7",
            "1:2:3:4:5:6:7:8:9",
            "1::2::3", ":::", ":1:2:3:4:5:6:7", "12345::", "g::", "[::1", "[::1]x", "[]", "1.2.3.4::", "1:2:3:4:5:6:7::8", "+1::", "%", "[",
            String(repeating: ":", count: 1000), String(repeating: "1", count: 1000), "١.2.3.4",
        ]
    )
    func `text that isn't an address has no prefix`(text: String) { #expect(AddressPrefix(text) == nil) }

    @Test func `the fields of a query are read in order, up to a hundred`() throws {
        let fields = try EncodedFields.parse("a=1&b&&a=x%26y+z=&\u{301}=2"[...])
        #expect(fields.map { "\($0.name)|\($0.value)" } == ["a|1", "b|", "a|x&y z=", "\u{301}|2"])
        let hundred = (0..<100).map { "n\($0)" }.joined(separator: "&")
        #expect(try EncodedFields.parse(hundred[...]).count == 100)
        #expect(throws: EncodedFields.Fault.tooManyFields) { try EncodedFields.parse("\(hundred)&one"[...]) }
        #expect(throws: EncodedFields.Fault.encodingInvalid) { try EncodedFields.parse("a=%4"[...]) }
    }

    @Test func `metrics are written in the Prometheus text format`() {
        let registry = PrometheusRegistry()
        Counter(label: "http.requests", dimensions: [("route", "a\"b")], factory: registry).increment(by: 3)
        Timer(label: "took", dimensions: [], factory: registry).recordNanoseconds(3_000_000)
        Gauge(label: "level", dimensions: [], factory: registry).record(4)
        let text = registry.text
        #expect(text.contains("# TYPE http_requests_total counter\nhttp_requests_total{route=\"a\\\"b\"} 3\n"))
        #expect(text.contains("# TYPE level gauge\nlevel 4.0\n"))
        #expect(text.contains("took_bucket{le=\"0.0025\"} 0\ntook_bucket{le=\"0.005\"} 1\n"))
        #expect(text.contains("took_bucket{le=\"+Inf\"} 1\ntook_sum 0.003\ntook_count 1\n"))
    }
}
