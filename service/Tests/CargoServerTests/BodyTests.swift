import CargoApplication
import CargoDomain
import CargoInfrastructure
import Synchronization
import Testing

@testable import CargoServer

/// What the bodies of requests may cost, and who pays.
struct BodyTests {
    private static func limits(callers: Int = 8000, others: Int = 8000) -> ServerSettings.Limits {
        var limits = ServerSettings.Limits()
        (limits.bodyBytes, limits.batchBytes) = (1024, 1024)
        (limits.bodiesBytes, limits.anonymousBodiesBytes) = (callers, others)
        return limits
    }

    /// Notes which bodies were given up.
    private final class GivenUp: Sendable {
        private let names = Mutex<[String]>([])

        var all: [String] { names.withLock { $0 } }

        func note(_ name: String) { names.withLock { $0.append(name) } }
    }

    @Test func `one caller gets a quarter of the memory for bodies, and gets it again once a request is answered`() {
        let budget = BodyBudget(Self.limits())
        var first: BodyBudget.Share? = budget.begin(for: .staff("a")) {}
        let second = budget.begin(for: .staff("a")) {}
        let other = budget.begin(for: .staff("b")) {}
        #expect(first?.take(1500) == true)
        #expect(second.take(500))
        #expect(!second.take(1))
        #expect(other.take(2000))
        first = nil
        #expect(second.take(1500))
    }

    @Test func `the bodies of callers with a token are refused, not given up, when their memory is used up`() {
        let budget = BodyBudget(Self.limits())
        let shares = (0..<4).map { number in budget.begin(for: .staff("\(number)")) { Issue.record("given up") } }
        #expect(shares.allSatisfy { $0.take(2000) })
        #expect(!budget.begin(for: .staff("5")) {}.take(1))
        // Others have memory of their own.
        #expect(budget.begin(for: .address(.v4(1))) {}.take(2000))
    }

    @Test func `without a token, the body that has been arriving longest makes room for a new one`() {
        let budget = BodyBudget(Self.limits())
        let givenUp = GivenUp()
        let shares = (1...4).map { number in
            budget.begin(for: .address(.v4(UInt32(number)))) { givenUp.note("\(number)") }
        }
        #expect(shares.allSatisfy { $0.take(2000) })
        // A body that has arrived is being worked on.
        shares[0].hasArrived()
        let carrier = budget.begin(for: .address(.v4(9))) { givenUp.note("carrier") }
        #expect(carrier.take(1000))
        #expect(carrier.take(1000))
        #expect(givenUp.all == ["2"])
        #expect(!shares[1].take(1))
        #expect(budget.begin(for: .address(.v4(10))) {}.take(1000))
        #expect(givenUp.all == ["2", "3"])
        // One address gets a quarter, however long others have waited.
        #expect(!carrier.take(1))
    }

    @Test(arguments: [(Role.tracking, 1), (.viewer, 1), (.carrier, 1), (.metrics, 1), (.clerk, 0), (.admin, 0), (.service, 0)])
    func `a token that can't change the store takes nothing of the operator's memory`(role: Role, givenUp count: Int) {
        let budget = BodyBudget(Self.limits(callers: 32_000))
        let givenUp = GivenUp()
        let shares = (0..<4).map { number in
            let caller = Caller(name: "\(number)", role: role, isAnonymous: false)
            return budget.begin(for: .init(caller, at: .v4(1))) { givenUp.note(caller.name) }
        }
        #expect(shares.allSatisfy { $0.take(2000) })
        #expect(budget.begin(for: .init(Caller(name: "5", role: role, isAnonymous: false), at: .v4(1))) {}.take(2000))
        #expect(givenUp.all.count == count)
        #expect(budget.begin(for: .staff("desk")) {}.take(8000))
    }

    @Test func `customers who hold back their bodies take nothing from the operator, and make room for other customers`() throws {
        let budget = BodyBudget(Self.limits(callers: 32_000))
        let givenUp = GivenUp()
        let shares = try (1...4).map { number in
            let name = "C\(number)"
            return budget.begin(for: .customer(try CustomerId(name))) { givenUp.note(name) }
        }
        #expect(shares.allSatisfy { $0.take(2000) })
        #expect(!shares[3].take(1))
        #expect(budget.begin(for: .customer(try CustomerId("OTHER"))) {}.take(1000))
        #expect(givenUp.all == ["C1"])
        #expect(budget.begin(for: .staff("C2")) {}.take(8000))
    }

    @Test func `a body without a token or a signature that could be right isn't read`() async throws {
        var settings = TestService.settings
        settings.access.carriers = [try CarrierKey(name: "maersk", secret: Array("0123456789abcdef-of-a-carrier".utf8))]
        try await TestService.run(settings) { service in
            let port = service.port
            for (signature, status) in [(nil, 401), ("sha256=12", 401), ("md5=\(String(repeating: "0", count: 64))", 401)] {
                var headers = ["Content-Length": "1000000", "Content-Type": "application/json"]
                headers["Notification-Signature"] = signature
                let head = TestService.text("POST", "/v2/events", as: nil, headers: headers)
                // The body never comes.
                let answer = try await blocking {
                    let client = try SocketClient(port: port, timeoutSeconds: 10)
                    try client.send(head)
                    return try client.answer()
                }
                #expect(answer?.status == status)
            }
        }
    }

    @Test func `after too many wrong signatures, no body of that address is read`() async throws {
        var settings = TestService.settings
        settings.access.carriers = [try CarrierKey(name: "maersk", secret: DCSAPushTests.secret)]
        settings.access.wrongTokensPerMinute = 2
        try await TestService.run(settings) { service in
            let wrong = ["Notification-Signature": "sha256=" + String(repeating: "0", count: 64)]
            var statuses: [Int] = []
            for _ in 0..<2 { statuses.append(try await service.send("POST", "/v2/events", "[]", as: nil, headers: wrong).status) }
            #expect(statuses == [401, 401])
            let port = service.port
            let head = TestService.text(
                "POST",
                "/v2/events",
                as: nil,
                headers: wrong.merging(["Content-Length": "1000000", "Content-Type": "application/json"]) { $1 }
            )
            let answer = try await blocking {
                let client = try SocketClient(port: port, timeoutSeconds: 10)
                try client.send(head)
                return try client.answer()
            }
            #expect(answer?.status == 429)
        }
    }

    @Test func `a carrier's push arrives while unfinished bodies hold all memory for callers without a token`() async throws {
        let secret = Array("0123456789abcdef-of-a-carrier".utf8)
        var settings = TestService.settings
        settings.access.carriers = [try CarrierKey(name: "maersk", secret: secret)]
        // All connections of the test have one address, which gets at least one whole body.
        (settings.limits.bodyBytes, settings.limits.anonymousBodiesBytes) = (4096, 4096)
        settings.access.wrongTokensPerMinute = 0
        try await TestService.run(settings) { service in
            let port = service.port
            let headers = [
                "Content-Length": "4096", "Content-Type": "application/json",
                "Notification-Signature": "sha256=" + String(repeating: "0", count: 64),
            ]
            let unfinished = TestService.text("POST", "/v2/events", as: nil, headers: headers) + String(repeating: " ", count: 4000)
            let status = try await blocking {
                // Both have the same address, so the one that is read last is refused.
                let clients = [try SocketClient(port: port, timeoutSeconds: 1), try SocketClient(port: port, timeoutSeconds: 1)]
                for client in clients { try client.send(unfinished) }
                for _ in 0..<60 {
                    for client in clients {
                        if let answer = try? client.answer() { return answer.status as Int? }
                    }
                }
                return nil
            }
            #expect(status == 503)
            // A caller with a token has memory of their own.
            let booked = try await service.send("PUT", "/v1/locations/SESTO", #"{"name":"Stockholm"}"#, as: TestService.admin)
            #expect(booked.status == 201 || booked.status == 200)
        }
    }

    @Test(arguments: [
        ("POST", "/livez", 405, "close"), ("GET", "/livez", 200, "close"), ("GET", "/v1/locations", 200, "close"),
        ("PUT", "/v1/locations/SESTO", 413, "close"),
    ])
    func `a body in tiny chunks isn't read to its end, whether or not the route wants it`(
        method: String,
        path: String,
        status: Int,
        connection: String
    ) async throws {
        try await TestService.run { service in
            let port = service.port
            let fields = ["Transfer-Encoding": "chunked", "Content-Type": "application/json"]
            let head = TestService.text(method, path, as: TestService.admin, headers: fields)
            let (answer, isEnded) = try await blocking {
                let client = try SocketClient(port: port, timeoutSeconds: 10)
                try client.send(head + String(repeating: "1\r\n \r\n", count: 5000))
                return (try client.answer(), client.isEnded(within: 10))
            }
            #expect(answer?.status == status)
            #expect(answer?["connection"] == connection)
            #expect(isEnded)
        }
    }

    @Test func `chunks of usual sizes and trailer fields are read`() async throws {
        try await TestService.run { service in
            let port = service.port
            let fields = ["Transfer-Encoding": "chunked", "Content-Type": "application/json", "Trailer": "X-Sum"]
            let head = TestService.text("PUT", "/v1/locations/SESTO", as: TestService.admin, headers: fields)
            let body = Array(#"{"name":"Stockholm"}"#.utf8).map { "1\r\n\(Character(UnicodeScalar($0)))\r\n" }.joined()
            let (first, second) = try await blocking {
                let client = try SocketClient(port: port, timeoutSeconds: 10)
                try client.send(head + body + "0\r\nX-Sum: 1\r\n\r\n")
                let first = try client.answer()?.status
                try client.send(TestService.text("GET", "/v1/locations/SESTO"))
                return (first, try client.answer()?.status)
            }
            #expect(first == 201)
            #expect(second == 200)
        }
    }

    private static func carrierSettings(wrong: Int = 2) throws -> ServerSettings {
        var settings = TestService.settings
        settings.access.carriers = [try CarrierKey(name: "maersk", secret: DCSAPushTests.secret)]
        settings.access.wrongTokensPerMinute = wrong
        settings.access.publicRequestsPerMinute = 1_000_000
        return settings
    }

    private static let wrongSignature = ["Notification-Signature": "sha256=" + String(repeating: "0", count: 64)]

    @Test func `signed bodies that don't arrive count as wrong ones`() async throws {
        try await TestService.run(try Self.carrierSettings()) { service in
            let port = service.port
            let fields = Self.wrongSignature.merging(["Content-Length": "1000", "Content-Type": "application/json"]) { $1 }
            let head = TestService.text("POST", "/v2/events", as: nil, headers: fields)
            let signature = ["Notification-Signature": DCSAPushTests.signature("[]")]
            let right = TestService.text("POST", "/v2/events", "[]", as: nil, headers: signature)
            let statuses = try await blocking {
                var statuses: Set<Int> = []
                // The service finds out by itself that a client has gone.
                let end = ContinuousClock.now + .seconds(60)
                while .now < end, !statuses.contains(429) {
                    let gone = try SocketClient(port: port)
                    try gone.send(head + "[")
                    gone.closeSide()
                    _ = gone.isEnded(within: 10)
                    let client = try SocketClient(port: port)
                    try client.send(right)
                    try client.answer().map { _ = statuses.insert($0.status) }
                }
                return statuses
            }
            #expect(statuses.contains(429) && statuses.isSubset(of: [204, 429]))
        }
    }

    @Test func `a token without the permission can't have a signed body read`() async throws {
        var settings = try Self.carrierSettings()
        settings.access.tokens.append(try AccessToken(role: .viewer, secret: "viewer-secret-0123456789-abcdefgh"))
        try await TestService.run(settings) { service in
            let answer = try await service.send(
                "POST",
                "/v2/events",
                "[]",
                as: "viewer-secret-0123456789-abcdefgh",
                headers: Self.wrongSignature
            )
            #expect(answer.status == 403)
        }
    }

    @Test func `a request to a probe counts only if it fails`() async throws {
        var settings = TestService.settings
        settings.access.publicRequestsPerMinute = 2
        try await TestService.run(settings) { service in
            var statuses: [Int] = []
            for path in ["/livez", "/readyz?\(String(repeating: "a", count: 9000))", "/livez"] {
                statuses.append(try await service.send("POST", path, as: nil).status)
            }
            #expect(statuses == [405, 414, 429])
            for _ in 0..<5 { #expect(try await service.send("GET", "/livez", as: nil).status == 200) }
        }
    }

    @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 119, 128, 1000])
    func `a digest doesn't depend on how its message arrives`(length: Int) {
        let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let (hash, code) = (SHA256.hash(message), SHA256.authenticationCode(message, key: [1, 2, 3]))
        for cut in stride(from: 0, through: length, by: max(1, length / 20)) {
            var (parts, signed) = (SHA256(), SHA256.HMAC(key: [1, 2, 3]))
            for part in [message[..<cut], message[cut...]] {
                part.withUnsafeBytes { bytes in
                    parts.update(bytes)
                    signed.update(bytes)
                }
            }
            #expect(parts.finalize() == hash)
            #expect(signed.finalize() == code)
        }
    }
}
