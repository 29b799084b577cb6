import CargoWire
import Testing

@testable import CargoServer

/// Holds and pick-up deadlines over HTTP.
struct HoldTests {
    private static let hold = "/v1/cargos/ABC123/holds/CUSTOMS"
    private static let reason = #"{"reason":"Documents are missing"}"#
    private static let deadline = "/v1/cargos/ABC123/pick-up-deadline"
    private static let pickUp = #"{"pickUpBy":"2026-02-12T00:00:00Z"}"#

    private func run(_ body: @escaping @Sendable (TestService) async throws -> Void) async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            try await body(service)
        }
    }

    @Test func `a hold is placed once, shown, found and released once`() async throws {
        try await run { service in
            for reason in [Self.reason, Self.reason, #"{"reason":"Another reason"}"#] {
                let placed = try await service.send("PUT", Self.hold, reason)
                #expect(placed.status == 200 && placed.text == #"{"trackingId":"ABC123","version":2}"#, "\(placed.text)")
                #expect(placed["etag"] == "\"2\"")
            }
            let tracked = try await service.send("GET", "/v1/cargos/ABC123/tracking")
            #expect(
                tracked.text.contains(#""holds":[{"at":"2026-01-10T12:00:00.000Z","reason":"Documents are missing","type":"CUSTOMS"}]"#)
            )
            let anyone = try await service.send("GET", "/v1/cargos/ABC123/tracking", as: nil).text
            #expect(anyone.contains(#""reason":"CUSTOMS""#) && !anyone.contains("Documents"))
            let listed = try await service.send("GET", "/v1/cargos?held=true").json["cargos"]?.asList
            #expect(listed?.map { $0["trackingId"]?.asText } == ["ABC123"])
            for _ in 0..<2 {
                let released = try await service.send("DELETE", Self.hold)
                #expect(released.status == 200 && released.text == #"{"trackingId":"ABC123","version":3}"#, "\(released.text)")
                #expect(released["etag"] == "\"3\"")
            }
            #expect(try await service.send("GET", "/v1/cargos?held=true").text == #"{"cargos":[]}"#)
        }
    }

    @Test func `a pick-up deadline is set and removed, each once`() async throws {
        try await run { service in
            for _ in 0..<2 {
                let set = try await service.send("PUT", Self.deadline, Self.pickUp)
                #expect(set.status == 200 && set.text == #"{"trackingId":"ABC123","version":2}"#, "\(set.text)")
                #expect(set["etag"] == "\"2\"")
            }
            let tracked = try await service.send("GET", "/v1/cargos/ABC123/tracking").json
            #expect(tracked["pickUpBy"]?.asText == "2026-02-12T00:00:00.000Z")
            for _ in 0..<2 {
                let removed = try await service.send("DELETE", Self.deadline)
                #expect(removed.status == 200 && removed.text == #"{"trackingId":"ABC123","version":3}"#, "\(removed.text)")
            }
        }
    }

    @Test func `If-Match is optional, and refuses an outdated version`() async throws {
        try await run { service in
            for (method, path, body) in [
                ("PUT", Self.hold, Self.reason), ("DELETE", Self.hold, nil), ("PUT", Self.deadline, Self.pickUp),
                ("DELETE", Self.deadline, nil),
            ] as [(String, String, String?)] {
                let current = try #require(try await service.send("GET", "/v1/cargos/ABC123")["etag"])
                let stale = try await service.send(method, path, body, headers: ["If-Match": "\"99\""])
                #expect(stale.status == 412 && stale.code == "concurrency_conflict", "\(method) \(path): \(stale.text)")
                let changed = try await service.send(method, path, body, headers: ["If-Match": current])
                #expect(changed.status == 200 && changed["etag"] != current, "\(method) \(path): \(changed.text)")
            }
        }
    }

    @Test func `invalid requests name their fields`() async throws {
        try await run { service in
            for (method, path, body, fields) in [
                ("PUT", Self.hold, "{}", ["#/reason: field_required"]),
                ("PUT", Self.hold, #"{"reason":" "}"#, ["#/reason: reason_invalid"]),
                ("PUT", Self.hold, #"{"reason":"Papers","type":"CUSTOMS"}"#, ["#/type: shape_invalid"]),
                ("PUT", "/v1/cargos/ABC123/holds/customs", Self.reason, ["type: hold_type_invalid"]),
                ("DELETE", "/v1/cargos/ABC123/holds/customs", nil, ["type: hold_type_invalid"]),
                ("DELETE", Self.hold + "?reason=none", nil, ["reason: shape_invalid"]),
                ("PUT", Self.deadline, "{}", ["#/pickUpBy: field_required"]),
                ("PUT", Self.deadline, #"{"pickUpBy":"soon"}"#, ["#/pickUpBy: instant_invalid"]),
                ("DELETE", Self.deadline + "?pickUpBy=2026-02-12T00:00:00Z", nil, ["pickUpBy: shape_invalid"]),
            ] as [(String, String, String?, [String])] {
                let invalid = try await service.send(method, path, body)
                #expect(invalid.status == 422 && invalid.fields == fields, "\(method) \(path): \(invalid.text)")
            }
            for (path, body) in [(Self.hold, Self.reason), (Self.deadline, Self.pickUp)] {
                let unknown = try await service.send("PUT", path.replacing("ABC123", with: "NOBODY"), body)
                #expect(unknown.status == 404 && unknown.code == "cargo_not_found", "\(path)")
            }
        }
    }

    @Test func `a cancelled cargo takes no hold and no pick-up deadline, and its hold can be released`() async throws {
        try await run { service in
            #expect(try await service.send("PUT", Self.hold, Self.reason).status == 200)
            let cancelled = try await service.send(
                "PUT",
                "/v1/cargos/ABC123/cancellation",
                #"{"reason":"Sold"}"#,
                headers: ["If-Match": "*"]
            )
            #expect(cancelled.status == 200)
            for (path, body) in [(Self.hold, Self.reason), (Self.deadline, Self.pickUp)] {
                let refused = try await service.send("PUT", path, body)
                #expect(refused.status == 409 && refused.code == "cargo_cancelled", "\(path): \(refused.text)")
            }
            #expect(try await service.send("DELETE", Self.hold).status == 200)
        }
    }
}
