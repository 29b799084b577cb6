import Synchronization
import Testing

@testable import CargoServer

/// `?dryRun=true`: a change is checked, and nothing is changed, logged or promised.
struct DryRunTests {
    private static let changes: [(method: String, path: String, body: String?)] = [
        ("POST", "/v1/cargos", TestService.booking.replacing("ABC123", with: "DEF456")),
        ("PUT", "/v1/cargos/ABC123/itinerary", TestService.itinerary),
        ("PUT", "/v1/cargos/ABC123/deadline", #"{"arrivalDeadline":"2026-04-01T00:00:00Z"}"#),
        ("PUT", "/v1/cargos/ABC123/cancellation", #"{"reason":"Ordered twice"}"#),
        ("POST", "/v1/cargos/ABC123/references", #"{"type":"BOOKING","value":"ABC709951"}"#),
        ("PUT", "/v1/cargos/ABC123/holds/CUSTOMS", #"{"reason":"Papers"}"#),
        ("PUT", "/v1/voyages/V200", TestService.schedule),
        ("PUT", "/v1/voyages/V100/details", #"{"details":{"carrier":"MAEU"}}"#),
        ("PUT", "/v1/locations/HKHKG", #"{"name":"Another name"}"#),
        (
            "POST", "/v1/handling-events",
            #"{"completionTime":"2026-01-05T00:00:00.000Z","location":"HKHKG","trackingId":"ABC123","type":"RECEIVE"}"#
        ),
    ]

    @Test func `every change is checked, and none is made, logged or tagged`() async throws {
        let lines = Mutex(0)
        try await TestService.run(TestService.settings, onLog: { _, message, _ in if message == "write" { lines.withLock { $0 += 1 } } }) {
            service in
            try await service.prepare()
            try await service.book()
            let (events, logged) = (try await service.send("GET", "/v1/events").text, lines.withLock { $0 })
            for (method, path, body) in Self.changes {
                let isNew = path == "/v1/cargos" || path == "/v1/voyages/V200"
                let headers = isNew ? [:] : ["If-Match": "*"]
                let checked = try await service.send(method, path + "?dryRun=true", body, as: TestService.admin, headers: headers)
                #expect(checked.status == 200 || checked.status == 201, "\(method) \(path): \(checked.text)")
                #expect(checked["location"] == nil && checked["etag"] == nil, "\(method) \(path)")
            }
            let batch = "completion_time,tracking_id,type,un_locode,voyage_number\n2026-01-05T00:00:00Z,ABC123,RECEIVE,HKHKG,\n"
            let rows = try await service.send("POST", "/v1/handling-events?dryRun=true", batch, headers: ["Content-Type": "text/csv"])
            #expect(rows.text.contains(#""result":"added""#), "\(rows.text)")
            #expect(try await service.send("GET", "/v1/events").text == events)
            #expect(lines.withLock { $0 } == logged)
        }
    }

    @Test func `a dry run finds what the change would`() async throws {
        try await TestService.run(TestService.settings) { service in
            try await service.prepare()
            try await service.book()
            let deadline = #"{"arrivalDeadline":"2026-04-01T00:00:00Z"}"#
            let path = "/v1/cargos/ABC123/deadline?dryRun=true"
            #expect(try await service.send("PUT", path, deadline, headers: ["If-Match": "\"9\""]).status == 412)
            #expect(try await service.send("PUT", path, deadline).status == 428)
            #expect(try await service.send("PUT", path, #"{"arrivalDeadline":"soon"}"#, headers: ["If-Match": "*"]).status == 422)
            #expect(
                try await service.send("PUT", path.replacing("true", with: "maybe"), deadline, headers: ["If-Match": "*"]).status == 422
            )
            #expect(try await service.send("PUT", path, deadline, as: TestService.viewer, headers: ["If-Match": "*"]).status == 403)
        }
    }

    @Test func `whole lists and worklists show a customer nothing of others`() async throws {
        try await TestService.run(try CustomerTests.settings) { service in
            try await service.prepare()
            for (id, customer) in [("XYZ789", "OTHER"), ("ABC123", "ACME")] {
                let booking = TestService.booking.replacing("ABC123", with: id).replacing("ACME", with: customer)
                #expect(try await service.send("POST", "/v1/cargos", booking).status == 201)
            }
            let own = try await service.send("GET", "/v1/cargos?whole=true", as: CustomerTests.acme)
            #expect(own.status == 200 && own.text.contains("ABC123") && !own.text.contains("XYZ789"), "\(own.text)")
            #expect(own.text.contains(#""routeSpecification""#))
            for query in ["", "?customer=ACME", "?customer=OTHER"] {
                #expect(try await service.send("GET", "/v1/worklist" + query, as: CustomerTests.acme).status == 404)
            }
            #expect(try await service.send("GET", "/v1/cargos?whole=true", as: TestService.partner).status == 403)
            let clerks = try await service.send("GET", "/v1/worklist?customer=OTHER", as: TestService.viewer)
            #expect(clerks.text.contains(#""count":1"#), "\(clerks.text)")
        }
    }

    @Test func `the entity tag of a booking with references is the cargo's`() async throws {
        try await TestService.run(TestService.settings) { service in
            try await service.prepare()
            let references = #""references":[{"type":"BOOKING","value":"A1"},{"type":"CUSTOMER","value":"B2"}],"#
            let booked = try await service.send("POST", "/v1/cargos", TestService.booking.replacing("{", with: "{" + references))
            #expect(booked.status == 201, "\(booked.text)")
            #expect(booked["etag"] == (try await service.send("GET", "/v1/cargos/ABC123")["etag"]))
        }
    }
}
