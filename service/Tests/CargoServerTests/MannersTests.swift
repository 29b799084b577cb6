import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// The header fields of requests and responses, as the RFCs define them.
struct MannersTests {
    private static let booking =
        #"{"arrivalDeadline":"2026-03-01T00:00:00.000Z","customerId":"ACME","destination":"SESTO","origin":"HKHKG"}"#

    @Test func `an idempotency key with quotes equals the same key without them`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            var texts: Set<String> = []
            for key in [#""order-1""#, "order-1", #"  "order-1" "#] {
                let answer = try await service.send("POST", "/v1/cargos", Self.booking, headers: ["Idempotency-Key": key])
                #expect(answer.status == 201)
                texts.insert(answer.text)
            }
            #expect(texts.count == 1)
            let broken = try await service.send("POST", "/v1/cargos", Self.booking, headers: ["Idempotency-Key": #""order-1"#])
            #expect(broken.status == 400)
            #expect(broken.code == "header_invalid")
        }
    }

    @Test(
        arguments: [
            ("order-1", "order-1"), (#""order-1""#, "order-1"), (#" "a\"b\\" "#, #"a"b\"#), (#"a"b"#, #"a"b"#), ("", ""), (#""a"#, nil),
            (#""a"b"#, nil), (#""a\x""#, nil), (#""é""#, nil), (#"""#, nil), (#""\"#, nil), (#""a";b=1"#, nil),
        ] as [(String, String?)]
    )
    func `an idempotency key is plain text or a structured-field string`(field: String, key: String?) {
        #expect(IdempotencyKeyField.key(field) == key)
    }

    @Test(
        arguments: [
            (["*"], .any), ([#""1""#], .tags([.init(isWeak: false, text: "1")])),
            (
                [#""1", W/"2,3""#, #""4""#],
                .tags([.init(isWeak: false, text: "1"), .init(isWeak: true, text: "2,3"), .init(isWeak: false, text: "4")])
            ), ([], nil), ([""], nil), (["1"], nil), ([#""1"#], nil), ([#""1" "2""#], nil), ([#"*, "1""#], nil), ([#"w/"1""#], nil),
            ([#""a b""#], nil), (["W/"], nil), ([","], nil),
        ] as [([String], EntityTagList?)]
    )
    func `entity tags are parsed as a list`(fields: [String], list: EntityTagList?) { #expect(EntityTagList(fields) == list) }

    @Test func `a change accepts the entity tag of the booking's response`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            let booked = try await service.send("POST", "/v1/cargos", TestService.booking, headers: ["Idempotency-Key": "order-1"])
            #expect(booked["etag"] == #""1""#)
            let tag = try #require(booked["etag"])
            let body = #"{"arrivalDeadline":"2026-03-02T00:00:00.000Z"}"#
            let changed = try await service.send("PUT", "/v1/cargos/ABC123/deadline", body, headers: ["If-Match": tag])
            #expect(changed.status == 200)
            let again = try await service.send("POST", "/v1/cargos", TestService.booking, headers: ["Idempotency-Key": "order-1"])
            #expect(again["etag"] == changed["etag"])
        }
    }

    @Test func `an unchanged tracking view is answered with 304`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            let path = "/v1/cargos/ABC123/tracking"
            let first = try await service.send("GET", path, as: nil)
            let tag = try #require(first["etag"])
            let known = try await service.send("GET", path, as: nil, headers: ["If-None-Match": #""x", \#(tag)"#])
            #expect(known.status == 304)
            #expect(known["etag"] == tag)
            #expect(known.body.isEmpty)
            // A clerk also sees the customer.
            let seenByClerk = try await service.send("GET", path, headers: ["If-None-Match": tag]).status
            #expect(seenByClerk == 200)
            // The name of a port is part of the view but doesn't change the cargo's version.
            _ = try await service.send("PUT", "/v1/locations/SESTO", #"{"name":"Stockholm Norvik"}"#, as: TestService.admin)
            let renamed = try await service.send("GET", path, as: nil, headers: ["If-None-Match": tag]).status
            #expect(renamed == 200)
        }
    }

    @Test func `the Location of a new handling event leads to that event`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            let earlier = #"{"completionTime":"2026-01-05T00:00:00Z","location":"HKHKG","trackingId":"ABC123","type":"RECEIVE"}"#
            let later =
                #"{"completionTime":"2026-01-06T00:00:00Z","location":"HKHKG","trackingId":"ABC123","type":"LOAD","voyageNumber":"V100"}"#
            let loaded = try await service.send("POST", "/v1/handling-events", later)
            #expect(loaded.status == 201)
            let place = try #require(loaded["location"])
            let received = try await service.send("POST", "/v1/handling-events", earlier)
            #expect(received.status == 201)
            // A handling event completed earlier doesn't change its URL.
            let shown = try await service.send("GET", place)
            #expect(shown.status == 200)
            #expect(try shown.json["type"]?.asText == "LOAD")
            #expect(try shown.json["voyageNumber"]?.asText == "V100")
            let other = try #require(received["location"])
            #expect(other != place)
            let shownOther = try await service.send("GET", other)
            #expect(try shownOther.json["type"]?.asText == "RECEIVE")
            for name in ["1", "2026-01-06T00:00:00.000Z_LOAD_HKHKG_V101", "2026-01-06T00:00:00Z_LOAD_HKHKG_V100", "_", "a_b_c_d"] {
                let missing = try await service.send("GET", "/v1/cargos/ABC123/handling-events/\(name)")
                #expect(missing.status == 404, "\(name)")
            }
        }
    }

    @Test func `a change accepts any of several entity tags`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            let body = #"{"arrivalDeadline":"2026-03-02T00:00:00.000Z"}"#
            let path = "/v1/cargos/ABC123/deadline"
            let other = try await service.send("PUT", path, body, headers: ["If-Match": #""7", "8""#])
            #expect(other.status == 412)
            let weak = try await service.send("PUT", path, body, headers: ["If-Match": #"W/"1", "8""#])
            #expect(weak.status == 412)
            let broken = try await service.send("PUT", path, body, headers: ["If-Match": #""1", 8"#])
            #expect(broken.status == 400)
            let named = try await service.send("PUT", path, body, headers: ["If-Match": #""7", "1""#])
            #expect(named.status == 200)
            #expect(named["etag"] == #""2""#)
            let voyage = try await service.send(
                "PUT",
                "/v1/voyages/V100",
                TestService.schedule,
                as: TestService.admin,
                headers: ["If-Match": #""7", "1""#]
            )
            #expect(voyage.status == 200)
        }
    }

    @Test(arguments: [DomainError.Code.storeLocked, .storeUnavailable, .storeOutcomeUnknown])
    func `a response for an unavailable store has Retry-After`(code: DomainError.Code) async throws {
        let failing = { @Sendable (store: InMemoryStore) in
            let faults = FaultInjection()
            faults.fail(.findCargo, with: .technical(code))
            return CargoKit(store: faults.wrapping(store), clock: store.clock)
        }
        try await TestService.run(over: failing) { service in
            let answer = try await service.send("GET", "/v1/cargos/ABC123")
            #expect(answer.status == 503)
            #expect(answer["retry-after"] == "1")
        }
    }

    @Test(arguments: ["9223372036854775807", "9007199254740992", "-1", "99999999999999999999", "x"])
    func `an event id out of the wire format's range is rejected`(id: String) async throws {
        try await TestService.run { service in
            let answer = try await service.send("GET", "/v1/events", headers: ["Accept": "text/event-stream", "Last-Event-ID": id])
            #expect(answer.status == 400)
            #expect(answer.code == "header_invalid")
        }
    }
}
