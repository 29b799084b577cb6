import CargoApplication
import CargoDomain
import Foundation
import Testing

@testable import CargoServer

/// Who may hold how many event streams, and for how long.
struct StreamLimitTests {
    private static let addresses = (1...40).map { AddressPrefix.v4($0) }

    /// Opens streams from as many addresses as it takes, and returns how many are open at the limit.
    private static func maximum(_ caller: Caller, isPublic: Bool = false, _ counter: StreamCounter) -> (count: Int, problem: Problem?) {
        var places: [StreamCounter.Place] = []
        defer { withExtendedLifetime(places) {} }
        for number in 0..<2000 {
            do throws(Problem) {
                places.append(try counter.open(from: addresses[number % addresses.count], for: caller, isPublic: isPublic))
            } catch {
                return (number, error)
            }
        }
        return (2000, nil)
    }

    @Test func `one token, one customer and the public each get a part of the streams, from however many addresses`() throws {
        let counter = StreamCounter(ServerSettings.Limits())
        let customer = Caller(name: "shop", role: .customer, isAnonymous: false, customer: try CustomerId("ACME"))
        let clerk = Caller(name: "alice", role: .clerk, isAnonymous: false)
        let viewer = Caller(name: "viewer", role: .viewer, isAnonymous: false)
        for (caller, isPublic, count, status) in [
            (customer, false, 64, 429), (clerk, false, 256, 429), (viewer, false, 128, 503), (.anonymous(.tracking), true, 512, 503),
            (.local, false, 1024, 503),
        ] as [(Caller, Bool, Int, Int)] {
            let seen = Self.maximum(caller, isPublic: isPublic, counter)
            #expect(seen.count == count)
            #expect(seen.problem?.status == status)
        }
    }

    @Test func `a customer's tokens count together, and all customers get a quarter`() throws {
        var limits = ServerSettings.Limits()
        (limits.eventStreams, limits.eventStreamsPerCustomer) = (16, 3)
        let counter = StreamCounter(limits)
        func caller(_ name: String, _ customer: String) throws -> Caller {
            Caller(name: name, role: .customer, isAnonymous: false, customer: try CustomerId(customer))
        }
        var places: [StreamCounter.Place] = []
        for name in ["a", "b", "c"] { places.append(try counter.open(from: .v4(1), for: caller(name, "ACME"))) }
        #expect(throws: Problem.self) { try counter.open(from: .v4(2), for: caller("d", "ACME")) }
        places.append(try counter.open(from: .v4(1), for: caller("a", "OTHER")))
        #expect(throws: Problem.self) { try counter.open(from: .v4(1), for: caller("a", "THIRD")) }
        places.append(try counter.open(from: .v4(1), for: Caller(name: "alice", role: .clerk, isAnonymous: false)))
        places = []
        #expect(throws: Never.self) { try counter.open(from: .v4(2), for: caller("d", "ACME")) }
    }

    enum Leaving: String, CaseIterable, Sendable {
        case closing, closingItsSide, anotherRequest
    }

    @Test(arguments: Leaving.allCases)
    func `a stream whose client leaves gives its place back at once`(leaving: Leaving) async throws {
        var settings = TestService.settings
        settings.limits.eventStreams = 1
        try await TestService.run(settings) { service in
            let port = service.port
            let text = TestService.text("GET", "/v1/events", headers: ["Accept": "text/event-stream"])
            let waited = try await blocking {
                var client: SocketClient? = try SocketClient(port: port)
                try client?.send(text)
                _ = try client?.line(until: "retry: ")
                switch leaving {
                case .closing: client = nil
                case .closingItsSide: client?.closeSide()
                case .anotherRequest: try client?.send(text)
                }
                let start = ContinuousClock.now
                while true {
                    let next = try SocketClient(port: port)
                    try next.send(text)
                    if try next.line(until: "\r\n")?.contains("200") == true { return ContinuousClock.now - start }
                    guard .now - start < .seconds(14) else { return .now - start }
                }
            }
            // Before, the second keep-alive found out, after up to 30 s.
            #expect(waited < .seconds(10), "\(waited)")
        }
    }
}
