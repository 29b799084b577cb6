import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@testable import CargoServer

/// The tracking views that the service keeps.
struct TrackedViewTests {
    private static let path = "/v1/cargos/ABC123/tracking"

    @Test func `a kept view is answered without reading anything, until something that it shows changes`() async throws {
        let faults = FaultInjection()
        try await TestService.run(over: { store in
            CargoKit(store: faults.wrapping(store).replacing(versions: store.versions), clock: store.clock)
        }) { service in
            try await service.prepare()
            try await service.book()
            _ = try await service.send(
                "PUT",
                Self.path.replacing("tracking", with: "itinerary"),
                TestService.itinerary,
                headers: ["If-Match": "*"]
            )
            var tag: String?
            /// Tracks the cargo three times, and expects that only the first answer is new.
            func track(_ change: Comment) async throws -> String {
                let first = try await service.send("GET", Self.path)
                #expect(first.status == 200, change)
                #expect(first["etag"] != tag, change)
                let calls = faults.recordedCalls.count
                let second = try await service.send("GET", Self.path)
                #expect(second.text == first.text && second["etag"] == first["etag"], change)
                let third = try await service.send("GET", Self.path, headers: ["If-None-Match": first["etag"] ?? ""])
                #expect(third.status == 304, change)
                #expect(faults.recordedCalls.count == calls, change)
                tag = first["etag"]
                return first.text
            }
            _ = try await track("a first look")
            _ = try await service.send("PUT", "/v1/locations/SESTO", #"{"name":"Stockholm Norvik"}"#, as: TestService.admin)
            #expect(try await track("a new name of its destination").contains("Stockholm Norvik"))
            let late = TestService.schedule.replacing("02-10", with: "02-14")
            _ = try await service.send("PUT", "/v1/voyages/V100", late, as: TestService.admin, headers: ["If-Match": "*"])
            #expect(try await track("a voyage that is late").contains(#""arrivalDelay":345600000"#))
            let event = #"{"completionTime":"2026-01-05T00:00:00.000Z","location":"HKHKG","trackingId":"ABC123","type":"RECEIVE"}"#
            _ = try await service.send("POST", "/v1/handling-events", event)
            #expect(try await track("a handling event").contains("In port Hong Kong"))
            let clock = try #require(service.store.clock as? FixedClock)
            clock.set(to: try Instant("2026-01-21T00:00:00Z"))
            #expect(try await track("an overdue scan").contains(#""overdueSince":"2026-01-20T00:00:00.000Z""#))
            _ = try await service.send("PUT", "/v1/locations/USNYC", #"{"name":"Newark"}"#, as: TestService.admin)
            let calls = faults.recordedCalls.count
            #expect(try await service.send("GET", Self.path)["etag"] == tag)
            #expect(faults.recordedCalls.count == calls, "another location changes nothing")
        }
    }

    @Test func `a caller who may only track never gets the view that shows the customer`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            for _ in 0..<2 {
                #expect(try await service.send("GET", Self.path).text.contains("ACME"))
                #expect(try await !service.send("GET", Self.path, as: TestService.partner).text.contains("ACME"))
            }
        }
    }

    @Test func `the 2048 views that were asked for last are kept`() async throws {
        let faults = FaultInjection()
        try await TestService.run(over: { store in
            CargoKit(store: faults.wrapping(store).replacing(versions: store.versions), clock: store.clock)
        }) { service in
            service.store.change { world in
                for number in 0..<5000 { world.place(Cargo.stub("CARGO-\(number)", version: 1)) }
            }
            let views = TrackingViewCache(
                CargoKit(store: faults.wrapping(service.store).replacing(versions: service.store.versions), clock: FixedClock())
            )
            func reads(_ numbers: Range<Int>) async throws -> Int {
                let before = faults.recordedCalls.count
                for number in numbers {
                    _ = try await views.view(of: .init(trackingId: .stub("CARGO-\(number)")), showsCustomer: true).get()
                }
                return faults.recordedCalls.count - before
            }
            let one = try await reads(0..<1)
            #expect(one > 0)
            #expect(try await reads(1..<2048) == 2047 * one)
            #expect(try await reads(0..<2048) == 0)
            #expect(try await reads(2048..<5000) == 2952 * one)
            #expect(try await reads(2952..<5000) == 0)
            // Twice 2,048 are the most.
            #expect(try await reads(0..<904) == 904 * one)
        }
    }
}
