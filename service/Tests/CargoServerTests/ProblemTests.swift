import CargoDomain
import CargoWire
import Testing

@testable import CargoServer

/// Every rejection is a problem document with a stable code and the right status.
struct ProblemTests {
    /// A request that is rejected, and the expected response.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        var body: String?
        var headers: [String: String] = [:]
        var token: String? = TestService.clerk
        let status: Int
        let code: String
        var fields: [String] = []

        var testDescription: String { "\(status) \(code): \(method) \(path)" }
    }

    static let deadline = #"{"arrivalDeadline":"2026-04-01T00:00:00Z"}"#
    static let refusals: [Refusal] = [
        .init(method: "GET", path: "/v1/%zz", status: 400, code: "target_invalid"),
        .init(method: "GET", path: "/v1/cargos/%FF", status: 400, code: "target_invalid"),
        .init(method: "GET", path: "/v1/cargos?after=%", status: 400, code: "target_invalid"),
        .init(method: "POST", path: "/v1/cargos", body: "{", status: 400, code: "json_invalid"),
        .init(method: "POST", path: "/v1/cargos", body: #"{"origin":"A","origin":"B"}"#, status: 400, code: "json_invalid"),
        .init(
            method: "PUT",
            path: "/v1/cargos/ABC123/deadline",
            body: deadline,
            headers: ["If-Match": "1"],
            status: 400,
            code: "header_invalid"
        ),
        .init(
            method: "GET",
            path: "/v1/events",
            headers: ["Accept": "text/event-stream", "Last-Event-ID": "x"],
            status: 400,
            code: "header_invalid"
        ),
        .init(method: "GET", path: "/v1/cargos", token: nil, status: 401, code: "token_required"),
        .init(method: "GET", path: "/v1/cargos", token: "wrong-secret-0123456789-abcdef", status: 401, code: "token_invalid"),
        .init(method: "GET", path: "/v1/cargos", headers: ["Authorization": "Basic YTpi"], token: nil, status: 401, code: "token_invalid"),
        .init(method: "GET", path: "/v1/cargos", token: TestService.partner, status: 403, code: "role_insufficient"),
        .init(method: "PUT", path: "/v1/locations/SESTO", body: #"{"name":"X"}"#, status: 403, code: "role_insufficient"),
        .init(method: "GET", path: "/metrics", status: 403, code: "role_insufficient"),
        .init(method: "GET", path: "/nothing", status: 404, code: "not_found"),
        .init(method: "GET", path: "/v1/cargos/", status: 422, code: "validation_failed", fields: ["trackingId: tracking_id_invalid"]),
        .init(method: "GET", path: "/v1/../metrics", status: 404, code: "not_found"),
        .init(method: "GET", path: "//v1/cargos", status: 404, code: "not_found"),
        .init(
            method: "GET",
            path: "/v1/cargos/..%2F..%2Fetc",
            status: 422,
            code: "validation_failed",
            fields: ["trackingId: tracking_id_invalid"]
        ),
        .init(
            method: "GET",
            path: "/v1/cargos/ABC123%00",
            status: 422,
            code: "validation_failed",
            fields: ["trackingId: tracking_id_invalid"]
        ),
        .init(method: "GET", path: "/v1/cargos/ZZZ999", status: 404, code: "cargo_not_found"),
        .init(method: "GET", path: "/v1/voyages/V999", status: 404, code: "voyage_not_found"),
        .init(method: "GET", path: "/v1/locations/USXXX", status: 404, code: "location_not_found"),
        .init(method: "DELETE", path: "/v1/cargos/ABC123", status: 405, code: "method_not_allowed"),
        .init(method: "PATCH", path: "/v1/cargos", body: "{}", status: 405, code: "method_not_allowed"),
        .init(method: "OPTIONS", path: "/v1/cargos", status: 405, code: "method_not_allowed"),
        .init(method: "GET", path: "/v1/cargos", headers: ["Accept": "text/html"], status: 406, code: "not_acceptable"),
        .init(method: "GET", path: "/v1/cargos", headers: ["Accept": "application/json;q=0"], status: 406, code: "not_acceptable"),
        .init(method: "POST", path: "/v1/cargos", body: TestService.booking, status: 409, code: "tracking_id_in_use"),
        .init(
            method: "PUT",
            path: "/v1/cargos/ABC123/deadline",
            body: deadline,
            headers: ["If-Match": "\"7\""],
            status: 412,
            code: "concurrency_conflict"
        ),
        .init(
            method: "PUT",
            path: "/v1/cargos/ABC123/deadline",
            body: deadline,
            headers: ["If-Match": "W/\"1\""],
            status: 412,
            code: "precondition_failed"
        ),
        .init(
            method: "PUT",
            path: "/v1/voyages/V100",
            body: TestService.schedule,
            headers: ["If-Match": "\"9\""],
            token: TestService.admin,
            status: 412,
            code: "concurrency_conflict"
        ),
        .init(
            method: "PUT",
            path: "/v1/voyages/V100",
            body: TestService.schedule.replacing("2026-01-20", with: "2026-01-19"),
            headers: ["If-None-Match": "*"],
            token: TestService.admin,
            status: 412,
            code: "voyage_already_exists"
        ),
        .init(
            method: "POST",
            path: "/v1/cargos",
            body: "a",
            headers: ["Content-Type": "text/plain"],
            status: 415,
            code: "media_type_unsupported"
        ),
        .init(
            method: "POST",
            path: "/v1/handling-events",
            body: "a,b\n1,2\n",
            headers: ["Content-Type": "text/csv"],
            status: 422,
            code: "csv_header_invalid"
        ),
        .init(
            method: "POST",
            path: "/v1/cargos",
            body: #"{"arrivalDeadline":5,"customerId":"","destination":"S","extra":1}"#,
            status: 422,
            code: "validation_failed",
            fields: [
                "#/arrivalDeadline: shape_invalid", "#/customerId: customer_id_invalid", "#/destination: un_locode_invalid",
                "#/extra: shape_invalid", "#/origin: field_required",
            ]
        ),
        .init(method: "POST", path: "/v1/cargos", body: "[]", status: 422, code: "validation_failed", fields: ["#: shape_invalid"]),
        .init(
            method: "PUT",
            path: "/v1/cargos/ABC123/itinerary",
            body: #"{"legs":[{"loadLocation":"HKHKG"}]}"#,
            headers: ["If-Match": "*"],
            status: 422,
            code: "validation_failed",
            fields: ["#/legs/0: shape_invalid"]
        ),
        .init(
            method: "PUT",
            path: "/v1/cargos/ABC123/deadline",
            body: #"{"arrivalDeadline":"2026-04-01T00:00:00Z","trackingId":"XYZ999"}"#,
            headers: ["If-Match": "*"],
            status: 422,
            code: "validation_failed",
            fields: ["#/trackingId: shape_invalid"]
        ),
        .init(
            method: "GET",
            path: "/v1/cargos?limit=0&x=1",
            status: 422,
            code: "validation_failed",
            fields: ["limit: integer_out_of_range", "x: shape_invalid"]
        ),
        .init(method: "GET", path: "/v1/cargos?limit=1&limit=2", status: 422, code: "validation_failed", fields: ["limit: shape_invalid"]),
        .init(
            method: "GET",
            path: "/v1/cargos?at=HAMBURG&late=yes&overdue=soon&routingStatus=routed",
            status: 422,
            code: "validation_failed",
            fields: ["at: un_locode_invalid", "late: shape_invalid", "overdue: shape_invalid", "routingStatus: shape_invalid"]
        ),
        .init(
            method: "GET",
            path: "/v1/cargos?customer=%20",
            status: 422,
            code: "validation_failed",
            fields: ["customer: customer_id_invalid"]
        ),
        .init(
            method: "GET",
            path: "/v1/cargos?customerId=ACME",
            status: 422,
            code: "validation_failed",
            fields: ["customerId: shape_invalid"]
        ),
        .init(
            method: "POST",
            path: "/v1/cargos",
            body: #"{"arrivalDeadline":"2025-01-01T00:00:00Z","customerId":"ACME","destination":"SESTO","origin":"HKHKG"}"#,
            status: 422,
            code: "deadline_not_in_future"
        ),
        .init(method: "PUT", path: "/v1/cargos/ABC123/deadline", body: deadline, status: 428, code: "precondition_required"),
        .init(
            method: "GET",
            path: "/v1/cargos",
            headers: ["X-Long": String(repeating: "a", count: 20_000)],
            status: 431,
            code: "headers_too_large"
        ),
    ]

    @Test func `each problem has its status, code and fields`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            for refusal in Self.refusals {
                let answer = try await service.send(
                    refusal.method,
                    refusal.path,
                    refusal.body,
                    as: refusal.token,
                    headers: refusal.headers
                )
                #expect(answer.status == refusal.status, "\(refusal.testDescription): \(answer.text)")
                #expect(answer.code == refusal.code, "\(refusal.testDescription): \(answer.text)")
                #expect(answer.fields == refusal.fields, "\(refusal.testDescription)")
                #expect(answer["content-type"] == "application/problem+json", "\(refusal.testDescription)")
                #expect(try answer.json["status"] == .integer(Int64(refusal.status)), "\(refusal.testDescription)")
                #expect(try answer.json["requestId"]?.asText == answer["x-request-id"], "\(refusal.testDescription)")
            }
        }
    }

    @Test func `a wrong method is answered with the allowed methods`() async throws {
        try await TestService.run { service in
            let seen1 = try await service.send("DELETE", "/v1/voyages/V1")["allow"]
            #expect(seen1 == "GET, HEAD, PUT")
            let seen2 = try await service.send("GET", "/v1/handling-events")["allow"]
            #expect(seen2 == "POST")
        }
    }

    @Test func `a conflict reports the current version`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            let answer = try await service.send("PUT", "/v1/cargos/ABC123/deadline", Self.deadline, headers: ["If-Match": "\"0\""])
            #expect(try answer.json["params"] == ["actual": 1, "expected": 0, "trackingId": "ABC123"])
        }
    }

    @Test func `the codes of the HTTP layer don't overlap the kit's`() {
        for fault in TransportFault.allCases { #expect(DomainError.Code(rawValue: fault.rawValue) == nil) }
    }

    @Test func `a response names at most 1,000 members of an object and elements of a list`() async throws {
        @Sendable func members(_ count: Int) -> String { "{" + (0..<count).map { #""m\#($0)":0"# }.joined(separator: ",") + "}" }
        @Sendable func legs(_ count: Int) -> String { #"{"legs":[\#(Array(repeating: "0", count: count).joined(separator: ","))]}"# }
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            func send(_ method: String, _ path: String, _ body: String) async throws -> Answer {
                try await service.send(method, path, body, headers: ["If-Match": "*"])
            }
            // The fields that a booking needs are missing, too.
            let all = try await send("POST", "/v1/cargos", members(1000))
            #expect(all.code == "validation_failed")
            #expect(try all.json["errors"]?.asList.map { $0.count > 1000 } == true)
            let legs1000 = try await send("PUT", "/v1/cargos/ABC123/itinerary", legs(1000))
            #expect(try legs1000.json["errors"]?.asList?.count == 1000)
            for (method, path, body) in [
                ("POST", "/v1/cargos", members(1001)), ("POST", "/v1/cargos", members(60_000)),
                ("POST", "/v1/cargos", #"{"origin":[\#(members(1001))]}"#), ("PUT", "/v1/cargos/ABC123/itinerary", legs(1001)),
                ("PUT", "/v1/cargos/ABC123/itinerary", legs(500_000)),
            ] {
                let answer = try await send(method, path, body)
                #expect(answer.status == 413)
                #expect(answer.code == "body_too_large")
                #expect(answer.text.utf8.count < 1000)
            }
        }
    }
}
