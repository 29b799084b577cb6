import CargoWire
import Testing

/// The life of a cargo over HTTP, with the response to each step.
struct CargoLifeTests {
    @Test func `a cargo is booked, routed, handled, claimed and tracked`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            let booked = try await service.send("POST", "/v1/cargos", TestService.booking)
            #expect(booked.status == 201)
            #expect(booked["location"] == "/v1/cargos/ABC123")
            #expect(booked.text == #"{"trackingId":"ABC123"}"#)

            let candidates = try await service.send("GET", "/v1/cargos/ABC123/route-candidates?limit=5")
            #expect(candidates.text == #"{"itineraries":["# + TestService.itinerary + "]}")

            let stored = try await service.send("GET", "/v1/cargos/ABC123")
            #expect(stored["etag"] == "\"1\"")
            let assigned = try await service.send(
                "PUT",
                "/v1/cargos/ABC123/itinerary",
                TestService.itinerary,
                headers: ["If-Match": "\"1\""]
            )
            #expect(assigned.status == 200)
            #expect(assigned["etag"] == "\"2\"")

            let received =
                #"{"completionTime":"2026-01-05T00:00:00.000Z","location":"HKHKG","trackingId":"ABC123","type":"RECEIVE"}"#
            let first = try await service.send("POST", "/v1/handling-events", received)
            #expect(first.status == 201)
            let again = try await service.send("POST", "/v1/handling-events", received)
            #expect(again.status == 200)
            #expect(try again.json["isNew"] == false)

            let tracked = try await service.send("GET", "/v1/cargos/ABC123/tracking")
            #expect(try tracked.json["statusText"]?.asText == "In port Hong Kong")
            #expect(try tracked.json["nextExpectedText"]?.asText == "Load onto voyage V100 in Hong Kong")

            let claimed = #"{"completionTime":"2026-01-06T00:00:00.000Z","location":"SESTO","trackingId":"ABC123","type":"CLAIM"}"#
            let seen6 = try await service.send("POST", "/v1/handling-events", claimed).status
            #expect(seen6 == 201)
            let list = try await service.send("GET", "/v1/cargos/ABC123/handling-events")
            #expect(try list.json["handlingEvents"]?.asList?.count == 2)
            let refused = try await service.send(
                "PUT",
                "/v1/cargos/ABC123/deadline",
                #"{"arrivalDeadline":"2026-04-01T00:00:00Z"}"#,
                headers: ["If-Match": "*"]
            )
            #expect(refused.status == 409)
            #expect(refused.code == "cargo_already_claimed")
        }
    }
}
