import CargoWire
import Testing

@testable import cargo_parity

@Suite("The operations of the runner")
struct ParityOperationTests {
    static let spec = #"{"arrivalDeadline":"2026-03-01T00:00:00.000Z","destination":"SESTO","origin":"HKHKG"}"#
    static let leg = """
        {"loadLocation":"HKHKG","loadTime":"2026-01-03T00:00:00.000Z","unloadLocation":"SESTO",\
        "unloadTime":"2026-01-20T00:00:00.000Z","voyageNumber":"V100"}
        """
    static let itinerary = #"{"legs":[\#(leg)]}"#
    static let schedule = """
        [{"arrivalLocation":"SESTO","arrivalTime":"2026-01-20T00:00:00.000Z","departureLocation":"HKHKG",\
        "departureTime":"2026-01-03T00:00:00.000Z"}]
        """
    static let voyage = #"{"schedule":\#(schedule),"version":3,"voyageNumber":"V100"}"#
    static let event = """
        {"completionTime":"2026-01-01T00:00:00.000Z","location":"HKHKG","registrationTime":"2026-01-01T00:00:00.000Z",\
        "trackingId":"ABC","type":"RECEIVE"}
        """
    static let fresh = """
        {"isMisdirected":false,"isUnloadedAtDestination":false,"routingStatus":"NOT_ROUTED","transportStatus":"NOT_RECEIVED"}
        """
    static let cargo = """
        {"customerId":"C","delivery":\(fresh),"origin":"HKHKG","routeSpecification":\(spec),"trackingId":"ABC","version":0}
        """
    static let received = """
        {"isMisdirected":false,"isUnloadedAtDestination":false,"lastHandled":\
        {"completionTime":"2026-01-01T00:00:00.000Z","location":"HKHKG","type":"RECEIVE"},"lastKnownLocation":"HKHKG",\
        "lastMove":{"completionTime":"2026-01-01T00:00:00.000Z","location":"HKHKG","type":"RECEIVE"},\
        "routingStatus":"NOT_ROUTED","transportStatus":"IN_PORT"}
        """
    static let receive = #"{"location":"HKHKG","type":"RECEIVE"}"#
    static let load = #"{"location":"HKHKG","type":"LOAD","voyageNumber":"V100"}"#

    static func ok(_ value: String, events: String = "") -> String { #"[{"events":[\#(events)],"result":{"ok":\#(value)}}]"# }

    static func failed(_ code: String, _ params: String = "{}", tier: String = "domain") -> String {
        #"[{"events":[],"result":{"err":{"code":"\#(code)","params":\#(params),"tier":"\#(tier)"}}}]"#
    }

    @Test(
        "operations on values answer with canonical wire shapes",
        arguments: [
            (#"trackingId.parse {"text":"ABC"}"#, #""ABC""#), (#"customerId.parse {"text":"c.1"}"#, #""c.1""#),
            (#"voyageNumber.parse {"text":"v_1"}"#, #""v_1""#), (#"unLocode.parse {"text":"sesto"}"#, #""SESTO""#),
            (#"instant.parse {"text":"2026-01-01T01:00:00.1239+01:00"}"#, #""2026-01-01T00:00:00.123Z""#),
            (#"location.create {"name":"a/\u0062\"","unLocode":"sesto"}"#, #"{"name":"a/b\"","unLocode":"SESTO"}"#),
            ("routeSpecification.create \(spec)", spec), ("leg.create \(leg)", leg), ("itinerary.create \(itinerary)", itinerary),
            (
                #"voyage.create {"schedule":\#(schedule),"voyageNumber":"V100"}"#,
                #"{"schedule":\#(schedule),"version":0,"voyageNumber":"V100"}"#
            ),
            ("handlingEvent.create \(event)", event),
            (#"routeSpecification.isSatisfiedBy {"itinerary":\#(itinerary),"routeSpecification":\#(spec)}"#, "true"),
            (
                #"itinerary.plan {"itinerary":\#(itinerary)}"#,
                """
                [\(receive),\(load),{"location":"SESTO","type":"UNLOAD","voyageNumber":"V100"},{"location":"SESTO","type":"CLAIM"}]
                """
            ),
            (#"itinerary.expects {"event":\#(event),"itinerary":\#(itinerary)}"#, "true"),
            (#"handlingHistory.create {"events":[\#(event),\#(event)],"trackingId":"ABC"}"#, "[\(event)]"),
            (#"delivery.derive {"events":[],"routeSpecification":\#(spec),"trackingId":"ABC"}"#, fresh),
            (
                """
                delivery.derive {"events":[\(event)],"routeSpecification":\(spec),"routingStart":\
                {"completionTime":"2026-01-01T00:00:00Z","location":"SESTO","type":"CLAIM"},"trackingId":"ABC"}
                """, received
            ),
            (#"cargo.reconstitute {"stored":\#(cargo)}"#, cargo), (#"voyage.reconstitute {"stored":\#(voyage)}"#, voyage),
            (#"json.canonicalize {"text":" {\"b\": -0, \"a\":[ ] } "}"#, #""{\"a\":[],\"b\":0}""#),
        ] as [(String, String)]
    )
    func values(step: String, answer: String) async { #expect(await Runner.step(step) == Self.ok(answer)) }

    @Test(
        "shapes come first, whole, then values in the order of their names, then rules",
        arguments: [
            (#"trackingId.parse {"Text":"ABC"}"#, "shape_invalid", #"{"path":"Text"}"#, "validation"),
            ("trackingId.parse", "shape_invalid", #"{"path":"text"}"#, "validation"),
            (#"trackingId.parse {"text":"ab\u00e9"}"#, "tracking_id_invalid", "{\"text\":\"ab\u{e9}\"}", "validation"),
            (#"leg.create {"loadLocation":1}"#, "shape_invalid", #"{"path":"loadLocation"}"#, "validation"),
            (#"itinerary.create {"legs":[{"loadLocation":"x"}]}"#, "shape_invalid", #"{"path":"legs[0].loadTime"}"#, "validation"),
            (#"itinerary.create {"legs":[]}"#, "itinerary_empty", "{}", "domain"),
            (
                #"routeSpecification.create {"arrivalDeadline":"x","destination":"y","origin":"z"}"#, "instant_invalid",
                #"{"text":"x"}"#, "validation"
            ),
            (
                #"handlingHistory.create {"events":[\#(event)],"trackingId":"ABCD"}"#, "handling_of_other_cargo", "{}", "domain"
            ),
            (#"json.canonicalize {"text":"01"}"#, "json_invalid", #"{"text":"01"}"#, "validation"),
            (
                #"json.canonicalize {"text":"9007199254740992"}"#, "integer_out_of_range", #"{"text":"9007199254740992"}"#,
                "validation"
            ),
            (#"cargo.reconstitute {"stored":{}}"#, "corrupt_record", #"{"rule":"shape_invalid"}"#, "technical"),
            (
                #"cargo.reconstitute {"stored":{"trackingId":"ABC"}}"#, "corrupt_record", #"{"id":"ABC","rule":"shape_invalid"}"#,
                "technical"
            ),
            (#"cargo.changeDestination {"cargo":{},"destination":"x"}"#, "corrupt_record", #"{"rule":"shape_invalid"}"#, "technical"),
            (#"cargo.changeDestination {"cargo":{},"destination":1}"#, "shape_invalid", #"{"path":"destination"}"#, "validation"),
            (#"voyage.reconstitute {"stored":[]}"#, "corrupt_record", #"{"rule":"shape_invalid"}"#, "technical"),
        ] as [(String, String, String, String)]
    )
    func failures(step: String, code: String, params: String, tier: String) async {
        #expect(await Runner.step(step) == Self.failed(code, params, tier: tier))
    }

    @Test("a cargo's operations answer with the cargo and the events it raised")
    func cargos() async {
        let booked = #"{"data":{"customerId":"C","origin":"HKHKG","routeSpecification":\#(Self.spec)},"type":"CargoBooked"}"#
        #expect(
            await Runner.step(#"cargo.book {"customerId":"C","routeSpecification":\#(Self.spec),"trackingId":"ABC"}"#)
                == Self.ok(Self.cargo, events: booked)
        )
        let routed = """
            {"isMisdirected":false,"isUnloadedAtDestination":false,"nextExpectedActivity":\(Self.receive),"planPosition":0,\
            "plannedArrival":"2026-01-20T00:00:00.000Z","routingStatus":"ROUTED","transportStatus":"NOT_RECEIVED"}
            """
        let onRoute = Self.cargo.replacing(Self.fresh, with: routed)
            .replacing(
                #""origin":"HKHKG","r"#,
                with: #""itinerary":\#(Self.itinerary),"origin":"HKHKG","promisedArrival":"2026-01-20T00:00:00.000Z","r"#
            )
        #expect(
            await Runner.step(#"cargo.assignToRoute {"cargo":\#(Self.cargo),"itinerary":\#(Self.itinerary)}"#)
                == Self.ok(onRoute, events: #"{"data":{"itinerary":\#(Self.itinerary)},"type":"CargoRouted"}"#)
        )
        for (step, type, change) in [
            (#"cargo.changeDestination {"cargo":\#(Self.cargo),"destination":"deham"}"#, "DestinationChanged", ("SESTO", "DEHAM")),
            (
                #"cargo.changeDeadline {"arrivalDeadline":"2026-03-02T00:00:00Z","cargo":\#(Self.cargo)}"#, "DeadlineChanged",
                ("2026-03-01", "2026-03-02")
            ),
            (
                #"cargo.specifyNewRoute {"cargo":\#(Self.cargo),"routeSpecification":\#(Self.spec.replacing("SESTO", with: "DEHAM"))}"#,
                "RouteRespecified", ("SESTO", "DEHAM")
            ),
        ] {
            let spec = Self.spec.replacing(change.0, with: change.1)
            #expect(
                await Runner.step(step)
                    == Self.ok(
                        Self.cargo.replacing(change.0, with: change.1),
                        events: #"{"data":{"routeSpecification":\#(spec)},"type":"\#(type)"}"#
                    )
            )
        }
        let handled = #"{"completionTime":"2026-01-01T00:00:00.000Z","location":"HKHKG","type":"RECEIVE"}"#
        #expect(
            await Runner.step(#"cargo.deriveDeliveryProgress {"cargo":\#(Self.cargo),"events":[\#(Self.event)]}"#)
                == Self.ok(
                    Self.cargo.replacing(Self.fresh, with: Self.received),
                    events: #"{"data":{"lastHandled":\#(handled)},"type":"CargoHandled"}"#
                )
        )
    }

    @Test("REP-1, REP-2, REP-6: the repository saves, finds, and gives out ids")
    func repository() async {
        let stored = Self.cargo.replacing(#""version":0"#, with: #""version":1"#)
        #expect(
            await Runner.steps(
                #"repository.save {"cargo":\#(Self.cargo)}"#,
                #"repository.save {"cargo":\#(Self.cargo)}"#,
                #"repository.findByTrackingId {"trackingId":"ABC"}"#,
                #"repository.findByTrackingId {"trackingId":"ABD"}"#,
                #"repository.findForCustomer {"customerId":"C"}"#,
                #"repository.findForCustomer {"customerId":"D"}"#,
                "repository.nextTrackingId",
                "repository.nextTrackingId",
                ids: #"["ABC","NEW"]"#
            ) == """
                [{"events":[],"result":{"ok":{}}},{"events":[],"result":{"err":{"code":"concurrency_conflict",\
                "params":{"actual":1,"expected":0,"trackingId":"ABC"},"tier":"domain"}}},{"events":[],"result":{"ok":\(stored)}},\
                {"events":[],"result":{"err":{"code":"cargo_not_found","params":{"trackingId":"ABD"},"tier":"domain"}}},\
                {"events":[],"result":{"ok":[\(stored)]}},{"events":[],"result":{"ok":[]}},{"events":[],"result":{"ok":"NEW"}},\
                {"events":[],"result":{"err":{"code":"tracking_ids_exhausted","params":{},"tier":"technical"}}}]
                """
        )
    }

    @Test("REP-5: a broken stored cargo fails where it is touched, and stands in the final state as it was given")
    func broken() async throws {
        let broken = Self.cargo.replacing("NOT_RECEIVED", with: "CLAIMED").replacing(#""C""#, with: #""D""#)
        let nameless = #"{"customerId":"E","trackingId":"?"}"#
        let given = #"{"cargos":[\#(broken),\#(nameless),\#(Self.cargo.replacing("ABC", with: "XYZ"))]}"#
        let error = #"{"err":{"code":"corrupt_record","params":{"id":"ABC","rule":"DLV-10"},"tier":"technical"}}"#
        let answer = try #require(
            await Runner.answer(
                Runner.line(
                    [
                        #"repository.findByTrackingId {"trackingId":"ABC"}"#, #"repository.save {"cargo":\#(Self.cargo)}"#,
                        #"repository.findForCustomer {"customerId":"D"}"#, #"repository.findForCustomer {"customerId":"E"}"#,
                        #"useCase.listCargos {}"#, #"useCase.trackCargo {"trackingId":"ABC"}"#,
                    ],
                    given: given
                )
            )
        )
        #expect(answer.hasPrefix(#"{"finalState":{"cargos":[\#(nameless),\#(broken),\#(Self.cargo.replacing("ABC", with: "XYZ"))]"#))
        let steps = answer.components(after: #""steps":"#)
        let entry = """
            {"arrivalDeadline":"2026-03-01T00:00:00.000Z","bookingStatus":"CONFIRMED","customerId":"C","destination":"SESTO",\
            "isDisrupted":false,"isHeld":false,"isLate":false,"isMisdirected":false,"origin":"HKHKG","routingStatus":"NOT_ROUTED","trackingId":"XYZ","transportStatus":"NOT_RECEIVED"}
            """
        #expect(
            steps == """
                [{"events":[],"result":\(error)},{"events":[],"result":\(error)},{"events":[],"result":\(error)},\
                {"events":[],"result":\(error.replacing(#""id":"ABC","rule":"DLV-10""#, with: #""rule":"shape_invalid""#))},\
                {"events":[],"result":{"ok":{"cargos":[\(entry)]}}},{"events":[],"result":\(error)}]}
                """
        )
    }

    @Test("the use cases share one world, and each step reports the events it stored")
    func useCases() async throws {
        let given = """
            {"handlingEvents":[],"locations":[{"name":"Hongkong","unLocode":"HKHKG"},{"name":"Stockholm","unLocode":"SESTO"}],\
            "voyages":[\(Self.voyage)]}
            """
        let later = Self.schedule.replacing("2026-01-20", with: "2026-01-21")
        let steps = [
            #"useCase.registerLocation {"name":"Hamburg","unLocode":"DEHAM"}"#,
            #"useCase.registerVoyage {"schedule":\#(Self.schedule),"voyageNumber":"V2"}"#,
            #"useCase.bookCargo {"arrivalDeadline":"2026-03-01T00:00:00Z","customerId":"C","destination":"SESTO","origin":"HKHKG"}"#,
            #"useCase.requestRoutes {"limit":1,"trackingId":"ID1"}"#,
            #"useCase.assignRoute {"itinerary":\#(Self.itinerary),"trackingId":"ID1"}"#,
            #"useCase.registerHandlingEvent {"completionTime":"2026-01-01T00:00:00Z","location":"HKHKG","trackingId":"ID1","type":"RECEIVE"}"#,
            #"useCase.registerHandlingEvent {"completionTime":"2026-01-01T00:00:00Z","location":"HKHKG","trackingId":"ID1","type":"RECEIVE"}"#,
            #"useCase.rescheduleVoyage {"schedule":\#(later),"voyageNumber":"V100"}"#,
            #"useCase.changeDestination {"destination":"DEHAM","trackingId":"ID1"}"#,
            #"useCase.changeDeadline {"arrivalDeadline":"2026-03-02T00:00:00Z","trackingId":"ID1"}"#,
            #"useCase.specifyRoute {"arrivalDeadline":"2026-03-02T00:00:00Z","destination":"SESTO","origin":"HKHKG","trackingId":"ID1"}"#,
            "useCase.listCargosForCustomer {\"customerId\":\"C\"}", #"useCase.trackCargo {}"#,
        ]
        let answer = try #require(await Runner.answer(Runner.line(steps, given: given, ids: #"["ID1"]"#)))
        let tree = try JSONParser.parse(answer)
        let outcomes = try #require(tree["steps"]?.asList)
        #expect(
            outcomes.map { $0["events"]?.asList?.compactMap { $0["type"]?.asText } ?? [] } == [
                [], [], ["CargoBooked"], [], ["CargoRouted"], ["HandlingEventRegistered", "CargoHandled"], [],
                ["VoyageRescheduled", "EstimatedArrivalChanged"], ["DestinationChanged", "EstimatedArrivalChanged"], ["DeadlineChanged"],
                ["RouteRespecified", "EstimatedArrivalChanged"], [], [],
            ]
        )
        let results = outcomes.map { CanonicalJSON.text(of: $0["result"] ?? [:]) }
        #expect(results[0] == #"{"ok":{"name":"Hamburg","unLocode":"DEHAM"}}"#)
        #expect(results[1] == #"{"ok":{"version":1,"voyageNumber":"V2"}}"#)
        #expect(results[2] == #"{"ok":{"trackingId":"ID1"}}"#)
        #expect(results[3] == #"{"ok":{"itineraries":[\#(Self.itinerary)]}}"#)
        #expect(results[4] == #"{"ok":{"trackingId":"ID1","version":2}}"#)
        let event = Self.event.replacing("ABC", with: "ID1")
        #expect(results[5] == #"{"ok":{"event":\#(event),"isNew":true}}"#)
        #expect(results[6] == #"{"ok":{"event":\#(event),"isNew":false}}"#)
        let affected = #"{"arrivalDelay":86400000,"estimatedArrival":"2026-01-21T00:00:00.000Z","isLate":false,"trackingId":"ID1"}"#
        #expect(results[7] == #"{"ok":{"affectedCargos":[\#(affected)],"version":4,"voyageNumber":"V100"}}"#)
        #expect(Array(results[8...10]) == [5, 6, 7].map { #"{"ok":{"trackingId":"ID1","version":\#($0)}}"# })
        #expect(results[11].hasPrefix(#"{"ok":{"cargos":[{"arrivalDeadline":"2026-03-02T00:00:00.000Z""#))
        #expect(
            results[12]
                == #"{"err":{"code":"validation_failed","fields":[{"code":"field_required","path":"trackingId"}],"tier":"validation"}}"#
        )
        #expect(tree["finalState"]?["handlingEvents"]?.asList?.count == 1)
    }

    @Test(
        "RTG-1: routes are found over the voyages given, with or without a version; options out of range are refused",
        arguments: [
            ("", nil), (#""limit":100,"maxLegs":16,"minimumConnection":9007199254740991,"#, nil), (#""limit":0,"#, "0"),
            (#""limit":101,"#, "101"), (#""maxLegs":17,"#, "17"), (#""minimumConnection":-1,"#, "-1"),
            (#""minimumConnection":9007199254740992,"#, "9007199254740992"),
        ] as [(String, String?)]
    )
    func routing(options: String, refused: String?) async {
        for voyage in [Self.voyage, Self.voyage.replacing(#""version":3,"#, with: "")] {
            let step = """
                routing.find {"departAfter":"2026-01-01T00:00:00Z",\(options)"routeSpecification":\(Self.spec),"voyages":[\(voyage)]}
                """
            let expected =
                refused.map { Self.failed("integer_out_of_range", #"{"text":"\#($0)"}"#, tier: "validation") }
                ?? Self.ok("[\(Self.itinerary)]")
            #expect(await Runner.step(step) == expected)
        }
    }
}
