import CargoDomain
import CargoTesting
import Testing

@testable import CargoWire

@Suite("Wire shapes")
struct WireShapeTests {
    static let leg =
        #"{"loadLocation":"HKHKG","loadTime":"2026-03-02T00:00:00.000Z","unloadLocation":"SESTO","unloadTime":"2026-03-20T00:00:00.000Z","voyageNumber":"V1"}"#
    static let movement =
        #"{"arrivalLocation":"SESTO","arrivalTime":"2026-03-20T00:00:00.000Z","departureLocation":"HKHKG","departureTime":"2026-03-02T00:00:00.000Z"}"#
    static let next =
        #"{"arrivalLocation":"SEGOT","arrivalTime":"2026-03-21T00:00:00.000Z","departureLocation":"SESTO","departureTime":"2026-03-20T00:00:00.000Z"}"#
    static let specification = #"{"arrivalDeadline":"2026-04-01T00:00:00.000Z","destination":"SESTO","origin":"HKHKG"}"#
    static let event =
        #"{"completionTime":"2026-03-02T00:00:00.000Z","location":"HKHKG","registrationTime":"2026-03-02T00:00:00.000Z","trackingId":"ABC","type":"LOAD","voyageNumber":"V1"}"#

    /// Reads a value from text, after checking its shape.
    static func read<Value: InputValue>(_ type: Value.Type, _ text: String) throws(DomainError) -> Value {
        try Value(checking: JSONParser.parse(text, hugeIntegers: .kept))
    }

    static func check<Value: InputValue & CanonicallyEncodable>(_ type: Value.Type, _ text: String) throws {
        #expect(try read(type, text).canonicalText == text)
    }

    @Test("each wire shape survives a round trip, byte for byte")
    func identities() throws {
        try Self.check(Location.self, #"{"name":"Göteborg \"G\"","unLocode":"SEGOT"}"#)
        try Self.check(RouteSpecification.self, Self.specification)
        try Self.check(Leg.self, Self.leg)
        try Self.check(Itinerary.self, #"{"legs":[\#(Self.leg)]}"#)
        try Self.check(CarrierMovement.self, Self.movement)
        try Self.check(Schedule.self, "[\(Self.movement),\(Self.next)]")
        try Self.check(Voyage.self, #"{"schedule":[\#(Self.movement)],"version":0,"voyageNumber":"V1"}"#)
        try Self.check(HandlingEvent.self, Self.event)
        for voyage in ["", #","voyageNumber":"V1""#] {
            for type in voyage.isEmpty ? ["RECEIVE", "CUSTOMS", "CLAIM"] : ["LOAD", "UNLOAD"] {
                try Self.check(HandlingActivity.self, #"{"location":"HKHKG","type":"\#(type)"\#(voyage)}"#)
                try Self.check(
                    CompletedActivity.self,
                    #"{"completionTime":"1970-01-01T00:00:00.000Z","location":"HKHKG","type":"\#(type)"\#(voyage)}"#
                )
            }
        }
    }

    @Test(
        "a wrong element is reported by its path, before any value is read",
        arguments: [
            (#"{"legs":{}}"#, "legs"), (#"{"legs":[[]]}"#, "legs[0]"), (#"{"legs":[{}]}"#, "legs[0].loadLocation"), ("[]", ""),
            (#"{"leg":[]}"#, "leg"), ("{}", "legs"),
            (#"{"legs":[\#(leg),{"loadLocation":"","loadTime":1}]}"#, "legs[1].loadTime"),
        ]
    )
    func shape(text: String, path: String) {
        #expect(throws: DomainError.shapeInvalid(path: path)) { try Self.read(Itinerary.self, text) }
    }

    @Test("LEG-1, ITN-1, ITN-2: legs are checked one by one, then the itinerary")
    func itineraryRules() {
        let stay = Self.leg.replacing("SESTO", with: "HKHKG")
        #expect(throws: DomainError.rule(.legLocationsEqual)) { try Self.read(Itinerary.self, #"{"legs":[\#(Self.leg),\#(stay)]}"#) }
        #expect(throws: DomainError.rule(.itineraryNotConnected)) {
            try Self.read(Itinerary.self, #"{"legs":[\#(Self.leg),\#(Self.leg)]}"#)
        }
        #expect(throws: DomainError.rule(.itineraryEmpty)) { try Self.read(Itinerary.self, #"{"legs":[]}"#) }
    }

    @Test(
        "HND-1, HND-2: an event's values are checked in name order, then the voyage, then the times",
        arguments: [
            (
                #""location":"HKHKG","registrationTime":"2026"#, #""location":"","registrationTime":"x"#,
                DomainError.invalid(.unLocodeInvalid, text: "")
            ),
            (#""trackingId":"ABC","type":"LOAD""#, #""trackingId":"a","type":"x""#, .invalid(.trackingIdInvalid, text: "a")),
            (#""type":"LOAD""#, #""type":"Load""#, .invalid(.handlingTypeInvalid, text: "Load")),
            (#""type":"LOAD","voyageNumber":"V1""#, #""type":"x","voyageNumber":"""#, .invalid(.handlingTypeInvalid, text: "x")),
            (#""type":"LOAD""#, #""type":"CLAIM""#, .rule(.handlingVoyageProhibited)),
            (#","voyageNumber":"V1""#, "", .rule(.handlingVoyageRequired)),
            (#""registrationTime":"2026-03-02"#, #""registrationTime":"2026-03-01"#, .rule(.handlingCompletedAfterRegistration)),
        ]
    )
    func eventOrder(from: String, to: String, error: DomainError) {
        precondition(Self.event.contains(from))
        #expect(throws: error) { try Self.read(HandlingEvent.self, Self.event.replacing(from, with: to)) }
    }

    @Test(
        "VOY-1 to VOY-4: an invalid stored voyage is corrupt_record with the first rule it breaks",
        arguments: [
            ("[\(movement)]", "-1", #""V1""#, "integer_out_of_range", "V1"),
            ("[\(movement)]", "9007199254740992", #""V1""#, "integer_out_of_range", "V1"),
            ("[]", "1", #""V1""#, "schedule_empty", "V1"), ("[\(movement),\(movement)]", "1", #""V1""#, "schedule_not_connected", "V1"),
            ("[\(next),\(movement)]", "1", #""V1""#, "schedule_not_connected", "V1"),
            ("[\(movement)]", "1", #""V 1""#, "voyage_number_invalid", nil),
            ("[\(movement)]", "1", "1", "shape_invalid", nil), ("{}", "1", #""V1""#, "shape_invalid", "V1"),
            ("[]", "-1", #""V1""#, "schedule_empty", "V1"),
        ] as [(String, String, String, String, String?)]
    )
    func voyages(schedule: String, version: String, number: String, rule: String, id: String?) {
        let text = #"{"schedule":\#(schedule),"version":\#(version),"voyageNumber":\#(number)}"#
        #expect(throws: DomainError.corruptRecord(rule: rule, id: id)) {
            try Array(text.utf8).withUnsafeBytes { bytes in Result { () throws(DomainError) in try VoyageRecord.decode(bytes) } }.get()
        }
    }

    @Test("both readers read voyages to the same values")
    func voyageShortWay() throws {
        let text = #"{"schedule":[\#(Self.movement),\#(Self.next)],"version":7,"voyageNumber":"V1"}"#
        let bytes = Array(text.utf8)
        let short = bytes.withUnsafeBytes { CanonicalReader.voyage($0) }
        #expect(try short == Self.read(Voyage.self, text))
        #expect(short.map { VoyageRecord.encode($0) } == bytes)
        for place in bytes.indices {
            #expect(Array(bytes[..<place]).withUnsafeBytes { CanonicalReader.voyage($0) } == nil)
            var damaged = bytes
            damaged[place] ^= 1
            if let voyage = damaged.withUnsafeBytes({ CanonicalReader.voyage($0) }) {
                #expect(try voyage == Self.read(Voyage.self, String(decoding: damaged, as: UTF8.self)))
            }
        }
    }

    @Test(
        "VAL-LOC-2: an invalid stored location is corrupt_record with the first rule it breaks",
        arguments: [
            (#"{"name":" ","unLocode":"sesto"}"#, "location_name_invalid", "SESTO"),
            (#"{"name":" ","unLocode":"SEST1"}"#, "location_name_invalid", nil),
            (#"{"name":"x","unLocode":"SEST1"}"#, "un_locode_invalid", nil),
            (#"{"name":"x","unLocode":"SESTO","x":0}"#, "shape_invalid", "SESTO"),
        ] as [(String, String, String?)]
    )
    func locations(text: String, rule: String, id: String?) {
        #expect(throws: DomainError.corruptRecord(rule: rule, id: id)) {
            try LocationRecord.reconstitute(JSONParser.parse(text))
        }
    }

    @Test(
        "failures are written with their parameters, invalid requests with their fields",
        arguments: [
            (.invalid(.unLocodeInvalid, text: "x\"\n"), #"{"code":"un_locode_invalid","params":{"text":"x\"\n"},"tier":"validation"}"#),
            (.rule(.scheduleEmpty), #"{"code":"schedule_empty","params":{},"tier":"domain"}"#),
            (.legNotOnSchedule(index: 2), #"{"code":"leg_not_on_schedule","params":{"index":2},"tier":"domain"}"#),
            (
                .corruptRecord(rule: "DLV-10", id: "ABC", cause: "secret"),
                #"{"code":"corrupt_record","params":{"id":"ABC","rule":"DLV-10"},"tier":"technical"}"#
            ),
            (.corruptRecord(rule: "json_invalid"), #"{"code":"corrupt_record","params":{"rule":"json_invalid"},"tier":"technical"}"#),
            (
                .validationFailed([.init(path: "origin", code: .fieldRequired), .init(path: "legs[0]", code: .legTimesInvalid)]),
                #"{"code":"validation_failed","fields":[{"code":"leg_times_invalid","path":"legs[0]"},{"code":"field_required","path":"origin"}],"tier":"validation"}"#
            ),
            (.validationFailed([]), #"{"code":"validation_failed","fields":[],"tier":"validation"}"#),
        ] as [(DomainError, String)]
    )
    func failures(error: DomainError, text: String) {
        #expect(error.canonicalText == text)
    }

    static let facts: [(type: String, data: String)] = [
        ("CargoBooked", #"{"customerId":"C1","origin":"HKHKG","routeSpecification":\#(specification)}"#),
        ("CargoRouted", #"{"itinerary":{"legs":[\#(leg)]}}"#),
        ("RouteRespecified", #"{"routeSpecification":\#(specification)}"#),
        ("DestinationChanged", #"{"routeSpecification":\#(specification)}"#),
        ("DeadlineChanged", #"{"routeSpecification":\#(specification)}"#),
        (
            "CargoHandled",
            #"{"lastHandled":{"completionTime":"2026-03-02T00:00:00.000Z","location":"HKHKG","type":"LOAD","voyageNumber":"V1"}}"#
        ),
        ("CargoMisdirected", #"{"actual":{"location":"HKHKG","type":"CUSTOMS"},"expected":{"location":"SESTO","type":"CLAIM"}}"#),
        ("CargoMisdirected", #"{"actual":{"location":"HKHKG","type":"CUSTOMS"}}"#),
        ("CargoBackOnTrack", "{}"), ("CargoArrived", #"{"location":"SESTO"}"#), ("CargoClaimed", #"{"location":"SESTO"}"#),
        ("VoyageRescheduled", #"{"voyageNumber":"V1"}"#),
    ]

    @Test("domain events survive a round trip, with and without optional members", arguments: facts)
    func events(type: String, data: String) throws {
        for (correlation, sequence) in [("", ""), (#""correlationId":"r \"1\"","#, #""sequence":12,"#)] {
            let actor = correlation.isEmpty ? "" : #""actor":"person:a \"b\" \\ c","#
            let text =
                #"{\#(actor)"aggregateId":"ABC","aggregateType":"Cargo","aggregateVersion":3,\#(correlation)"data":\#(data),"eventId":"Cargo:ABC:3:0","#
                + #""occurredAt":"2026-03-02T00:00:00.000Z","schemaVersion":1,\#(sequence)"type":"\#(type)"}"#
            let event = try DomainEventRecord.reconstitute(JSONParser.parse(text))
            #expect(String(decoding: DomainEventRecord.encode(event), as: UTF8.self) == text)
            #expect(event.fact.canonicalText == #"{"data":\#(data),"type":"\#(type)"}"#)
        }
    }

    @Test("REP-3: an event with a malformed actor is corrupt_record", arguments: ["nobody", "A:b", "a:é", "a:\\n", ""])
    func malformedActor(actor: String) throws {
        let text =
            #"{"actor":"\#(actor)","aggregateId":"ABC","aggregateType":"Cargo","aggregateVersion":3,"data":{},"eventId":"Cargo:ABC:3:0","#
            + #""occurredAt":"2026-03-02T00:00:00.000Z","schemaVersion":2,"type":"CargoBackOnTrack"}"#
        let bytes = Array(text.utf8)
        #expect { try bytes.withUnsafeBytes { try DomainEventRecord.decode($0) } } throws: { ($0 as? DomainError)?.code == .corruptRecord }
    }

    @Test(
        "a stored event of an unknown type, or with another type's data, is corrupt_record",
        arguments: [
            ("CargoLost", "{}"), ("CargoBackOnTrack", #"{"a":1}"#), ("CargoArrived", "{}"), ("CargoBooked", "[]"),
            ("cargoBackOnTrack", "{}"),
        ]
    )
    func badEvents(type: String, data: String) {
        let text =
            #"{"aggregateId":"ABC","aggregateType":"Cargo","aggregateVersion":3,"data":\#(data),"eventId":"E","#
            + #""occurredAt":"2026-03-02T00:00:00.000Z","schemaVersion":1,"type":"\#(type)"}"#
        #expect(throws: DomainError.corruptRecord(rule: "shape_invalid", id: "E")) {
            try DomainEventRecord.reconstitute(JSONParser.parse(text))
        }
    }
}
