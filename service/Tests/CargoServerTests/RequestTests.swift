import CargoWire
import Testing

@testable import CargoServer

/// Which requests the service accepts and rejects.
struct RequestTests {
    @Test func `a request keeps the caller's id if it is safe to log`() async throws {
        try await TestService.run { service in
            let seen7 = try await service.send("GET", "/livez", headers: ["X-Request-Id": "order.7-a_B"])["x-request-id"]
            #expect(seen7 == "order.7-a_B")
            let answer = try await service.send("GET", "/livez", headers: ["X-Request-Id": "a\"}{b"])
            #expect(answer["x-request-id"]?.count == 16)
        }
    }

    @Test(arguments: ["*/*;q=nan", "*/*;q=inf", "*/*;q=-inf", "*/*;q=1e300", "text/html;q=99999999999999999999"])
    func `an Accept weight that isn't a number gets a response`(field: String) async throws {
        try await TestService.run { service in
            let missing = try await service.send("GET", "/nope", headers: ["Accept": field]).status
            #expect(missing == 404)
            let alive = try await service.send("GET", "/livez").status
            #expect(alive == 200)
        }
    }

    @Test func `HEAD has the header fields of GET and no body`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            let head = try await service.send("HEAD", "/v1/cargos/ABC123")
            let get = try await service.send("GET", "/v1/cargos/ABC123")
            #expect(head.status == 200)
            #expect(head["etag"] == "\"1\"")
            #expect(head["content-length"] == get["content-length"])
        }
    }

    @Test func `an unchanged resource is answered with 304`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            for tag in ["\"1\"", "W/\"1\"", "*", "\"7\", \"1\""] {
                let answer = try await service.send("GET", "/v1/cargos/ABC123", headers: ["If-None-Match": tag])
                #expect(answer.status == 304, "\(tag)")
                #expect(answer["etag"] == "\"1\"", "\(tag)")
            }
            let seen8 = try await service.send("GET", "/v1/cargos/ABC123", headers: ["If-None-Match": "\"2\""]).status
            #expect(seen8 == 200)
            let seen9 = try await service.send("GET", "/v1/voyages/V100", headers: ["If-None-Match": "\"1\""]).status
            #expect(seen9 == 304)
        }
    }

    @Test func `a booking with a key is booked once, and a different one with that key is rejected`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            let booking = #"{"arrivalDeadline":"2026-03-01T00:00:00.000Z","customerId":"ACME","destination":"SESTO","origin":"HKHKG"}"#
            let first = try await service.send("POST", "/v1/cargos", booking, headers: ["Idempotency-Key": "order-1"])
            let again = try await service.send("POST", "/v1/cargos", booking, headers: ["Idempotency-Key": "order-1"])
            #expect(first.status == 201)
            #expect(again.status == 201)
            #expect(again.text == first.text)
            let other = try await service.send(
                "POST",
                "/v1/cargos",
                booking.replacing("ACME", with: "OTHER"),
                headers: ["Idempotency-Key": "order-1"]
            )
            #expect(other.status == 422)
            #expect(other.code == "idempotency_key_reused")
            let seen10 = try await service.send("GET", "/v1/cargos").json["cargos"]?.asList?.count
            #expect(seen10 == 1)
        }
    }

    @Test func `lists are paged`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            for id in ["AAA", "BBB", "CCC"] {
                _ = try await service.send("POST", "/v1/cargos", TestService.booking.replacing("ABC123", with: id))
            }
            let first = try await service.send("GET", "/v1/cargos?customer=ACME&limit=2")
            #expect(first["link"] == #"</v1/cargos?customer=ACME&limit=2&after=BBB>; rel="next""#)
            #expect(try first.json["next"]?.asText == "BBB")
            let second = try await service.send("GET", "/v1/cargos?customer=ACME&limit=2&after=BBB")
            #expect(second["link"] == nil)
            #expect(try second.json["cargos"]?.asList?.compactMap { $0["trackingId"]?.asText } == ["CCC"])
            let voyages = try await service.send("GET", "/v1/voyages")
            #expect(try voyages.json["voyages"]?.asList?.count == 1)
            let locations = try await service.send("GET", "/v1/locations?containing=kong&limit=1")
            #expect(locations.text == #"{"locations":[{"name":"Hong Kong","unLocode":"HKHKG"}]}"#)
        }
    }

    @Test func `lists take the same filters as the command line`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            for id in ["AAA", "BBB", "CCC"] {
                _ = try await service.send("POST", "/v1/cargos", TestService.booking.replacing("ABC123", with: id))
            }
            let cancelled = try await service.send("PUT", "/v1/cargos/BBB/cancellation", #"{"reason":"Sold"}"#, headers: ["If-Match": "*"])
            #expect(cancelled.status == 200, "\(cancelled.text)")
            func ids(_ query: String) async throws -> [String] {
                let list = try await service.send("GET", "/v1/cargos?\(query)")
                #expect(list.status == 200, "\(list.text)")
                return try list.json["cargos"]?.asList?.compactMap { $0["trackingId"]?.asText } ?? []
            }
            #expect(try await ids("unrouted=true") == ["AAA", "CCC"])
            #expect(try await ids("unrouted=true&limit=1") == ["AAA"])
            #expect(try await ids("unrouted=true&limit=1&after=AAA") == ["CCC"])
            #expect(try await ids("unrouted=false") == ["AAA", "BBB", "CCC"])
            #expect(try await ids("cancelled=true") == ["BBB"])
            #expect(try await ids("customer=ACME&cancelled=true") == ["BBB"])
            #expect(try await ids("customer=OTHER&cancelled=true") == [])
            #expect(try await ids("late=true") == [])
            #expect(try await ids("at=hkhkg") == [])
            _ = try await service.send(
                "POST",
                "/v1/handling-events",
                #"{"completionTime":"2026-01-05T00:00:00.000Z","location":"HKHKG","trackingId":"CCC","type":"RECEIVE"}"#
            )
            #expect(try await ids("at=HKHKG") == ["CCC"])
            #expect(try await ids("at=HKHKG&customer=ACME&unrouted=true") == ["CCC"])
            #expect(try await ids("at=HKHKG&customer=OTHER") == [])
            #expect(try await ids("at=SESTO") == [])
            #expect(try await ids("disrupted=true&misdirected=true") == [])
            #expect(try await ids("overdue=PT24H") == [])
            #expect(try await ids("routingStatus=NOT_ROUTED&transportStatus=NOT_RECEIVED") == ["AAA", "BBB"])
        }
    }

    @Test func `a batch has a result for each row, and sending it again stores nothing twice`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            let batch = """
                completion_time,tracking_id,type,un_locode,voyage_number
                2026-01-05T00:00:00Z,ABC123,RECEIVE,HKHKG,
                2026-01-06T00:00:00Z,ABC123,LOAD,HKHKG,
                2026-01-06T00:00:00Z,ZZZ999,RECEIVE,HKHKG,

                """
            let first = try await service.send("POST", "/v1/handling-events", batch, headers: ["Content-Type": "text/csv"])
            #expect(first.status == 200)
            #expect(first["content-type"] == "application/x-ndjson")
            #expect(
                first.text == #"""
                    {"line":2,"result":"added"}
                    {"code":"handling_voyage_required","line":3,"result":"rejected"}
                    {"code":"cargo_not_found","line":4,"result":"rejected"}

                    """#
            )
            let lines = #"""
                {"completionTime":"2026-01-05T00:00:00Z","location":"HKHKG","trackingId":"ABC123","type":"RECEIVE"}
                {"completionTime":"2026-01-05T00:00:00Z"}
                no json

                """#
            let second = try await service.send("POST", "/v1/handling-events", lines, headers: ["Content-Type": "application/x-ndjson"])
            #expect(
                second.text == #"""
                    {"line":1,"result":"unchanged"}
                    {"code":"field_required","line":2,"path":"location","result":"rejected"}
                    {"code":"json_invalid","line":3,"result":"rejected"}

                    """#
            )
        }
    }

    @Test func `a batch books each row once, with its references`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            let batch = """
                origin;destination;arrival_deadline;customer_id;tracking_id;references
                HKHKG;SESTO;2026-04-01T00:00:00Z;ACME;AAA;"container:csqu 305438-3;booking:1"
                HKHKG;SESTO;2026-04-01T00:00:00Z;ACME;BBB;CSQU3054383
                HKHKG;XXXXX;2026-04-01T00:00:00Z;ACME;CCC;

                """
            let csv = ["Content-Type": "text/csv"]
            let first = try await service.send("POST", "/v1/cargos", batch, headers: csv)
            #expect(first.status == 200)
            #expect(first["content-type"] == "application/x-ndjson")
            let results = #"""
                {"line":2,"result":"added","trackingId":"AAA"}
                {"code":"reference_type_invalid","line":3,"path":"references","result":"rejected"}
                {"code":"location_not_found","line":4,"result":"rejected"}

                """#
            #expect(first.text == results)
            let second = try await service.send("POST", "/v1/cargos", batch, headers: csv)
            #expect(second.text == results.replacing("added", with: "unchanged"))
            let lines = #"""
                {"arrivalDeadline":"2026-04-01T00:00:00Z","customerId":"ACME","destination":"SESTO","origin":"HKHKG","references":\#
                [{"type":"BOOKING","value":"2"}],"trackingId":"AAA"}
                """#
            let third = try await service.send("POST", "/v1/cargos", lines, headers: ["Content-Type": "application/x-ndjson"])
            #expect(third.text == #"{"line":1,"result":"updated","trackingId":"AAA"}"# + "\n")
            let cargo = try await service.send("GET", "/v1/cargos/AAA").json
            #expect(cargo["references"]?.asList?.compactMap { $0["value"]?.asText } == ["CSQU3054383", "1", "2"])
        }
    }

    @Test func `a batch of bookings has no key in its header`() async throws {
        try await TestService.run { service in
            let headers = ["Content-Type": "text/csv", "Idempotency-Key": "order-1"]
            let answer = try await service.send("POST", "/v1/cargos", "origin\n", headers: headers)
            #expect(answer.status == 400)
            #expect(answer.code == "header_invalid")
        }
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func `a batch has at most 100,000 lines`(end: String) throws {
        let longest = Array(String(repeating: "x" + end, count: 99_999).utf8) + [UInt8(ascii: "x")]
        #expect(throws: Never.self) { try RowBatch.source(longest) }
        #expect(throws: Never.self) { try RowBatch.source(longest + Array(end.utf8)) }
        let problem = #expect(throws: Problem.self) { try RowBatch.source(longest + Array("\(end)x".utf8)) }
        #expect(problem?.code == "body_too_large")
    }

    @Test(arguments: ["text/csv", "application/x-ndjson"])
    func `a batch with too many lines registers nothing`(type: String) async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            let row =
                type == "text/csv"
                ? """
                completion_time,tracking_id,type,un_locode,voyage_number
                2026-01-05T00:00:00Z,ABC123,RECEIVE,HKHKG,

                """ : #"{"completionTime":"2026-01-05T00:00:00Z","location":"HKHKG","trackingId":"ABC123","type":"RECEIVE"}"#
            let batch = row + String(repeating: "\n", count: RowBatch.maximumLines + 1)
            let answer = try await service.send("POST", "/v1/handling-events", batch, headers: ["Content-Type": type])
            #expect(answer.status == 413)
            #expect(answer.code == "body_too_large")
            let history = try await service.send("GET", "/v1/cargos/ABC123/handling-events").json
            #expect(history["handlingEvents"]?.asList?.isEmpty == true)
        }
    }

    @Test func `rescheduling a registered voyage lists the cargos it breaks`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            _ = try await service.send("PUT", "/v1/cargos/ABC123/itinerary", TestService.itinerary, headers: ["If-Match": "*"])
            let same = try await service.send("PUT", "/v1/voyages/V100", TestService.schedule, as: TestService.admin)
            #expect(same.text == #"{"affectedCargos":[],"version":1,"voyageNumber":"V100"}"#)
            let later = TestService.schedule.replacing("2026-02-10", with: "2026-02-11")
            let moved = try await service.send("PUT", "/v1/voyages/V100", later, as: TestService.admin, headers: ["If-Match": "\"1\""])
            #expect(moved.status == 200)
            #expect(moved["etag"] == "\"2\"")
            let affected = #"{"arrivalDelay":86400000,"estimatedArrival":"2026-02-11T00:00:00.000Z","isLate":false,"trackingId":"ABC123"}"#
            #expect(moved.text == #"{"affectedCargos":[\#(affected)],"version":2,"voyageNumber":"V100"}"#)
        }
    }

    @Test func `a body that is too large is rejected before it is read, with or without a length`() async throws {
        var settings = TestService.settings
        settings.limits.bodyBytes = 1000
        try await TestService.run(settings) { service in
            let long = String(repeating: "a", count: 200_000)
            let named = try await service.send("POST", "/v1/cargos", long)
            #expect(named.status == 413)
            #expect(named.code == "body_too_large")
            #expect(named["connection"] == "close")
            let head = TestService.text(
                "POST",
                "/v1/cargos",
                headers: ["Content-Type": "application/json", "Transfer-Encoding": "chunked"]
            )
            let port = service.port
            let chunked = try await blocking {
                let client = try SocketClient(port: port)
                try client.send(head + "800\r\n" + String(repeating: "a", count: 0x800) + "\r\n")
                return try client.answer()
            }
            #expect(chunked?.status == 413)
        }
    }

    @Test func `a body that doesn't arrive in time is abandoned`() async throws {
        var settings = TestService.settings
        settings.limits.bodySeconds = 1
        try await TestService.run(settings) { service in
            let head = TestService.text("POST", "/v1/cargos", headers: ["Content-Type": "application/json", "Content-Length": "100"])
            let port = service.port
            let answer = try await blocking {
                let client = try SocketClient(port: port)
                try client.send(head + "{")
                return try client.answer()
            }
            #expect(answer?.status == 408)
            #expect(answer?.code == "request_timeout")
        }
    }

    @Test func `a client that never ends its header fields is disconnected`() async throws {
        var settings = TestService.settings
        settings.limits.idleSeconds = 1
        try await TestService.run(settings) { service in
            let port = service.port
            let answer = try await blocking {
                let client = try SocketClient(port: port)
                try client.send("GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
                return try client.answer()
            }
            #expect(answer == nil)
        }
    }

    @Test func `bytes that aren't HTTP are answered with 400, and the service keeps running`() async throws {
        try await TestService.run { service in
            let port = service.port
            for bytes in [
                "\u{0}\u{1}\u{2}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET /livez HTTP/1.1\r\nA b: c\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
            ] {
                let answer = try await blocking {
                    let client = try SocketClient(port: port)
                    try client.send(bytes)
                    return try client.answer()
                }
                #expect(answer == nil || answer?.status == 400, "\(bytes)")
            }
            let seen11 = try await service.send("GET", "/livez").status
            #expect(seen11 == 200)
        }
    }

    @Test func `a header field can't be smuggled into a response`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            let key = "/v1/voyages/V1%0D%0AX-Injected:%20yes"
            let answer = try await service.send("PUT", key, TestService.schedule, as: TestService.admin)
            #expect(answer.status == 422)
            #expect(answer["x-injected"] == nil)
            let listed = try await service.send("GET", "/v1/locations?limit=1&containing=%0D%0AX-Injected:%20yes")
            #expect(listed["x-injected"] == nil)
        }
    }

    @Test func `responses on one connection come in the order of requests`() async throws {
        try await TestService.run { service in
            let port = service.port
            let text = (0..<20).map { TestService.text("GET", "/livez", headers: ["X-Request-Id": "n\($0)"]) }.joined()
            let ids = try await blocking {
                let client = try SocketClient(port: port)
                try client.send(text)
                return try (0..<20).map { _ in try client.answer()?["x-request-id"] }
            }
            #expect(ids == (0..<20).map { "n\($0)" })
        }
    }
}
