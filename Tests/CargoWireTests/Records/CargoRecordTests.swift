import CargoDomain
import CargoTesting
import Testing

@testable import CargoWire

@Suite("Stored cargos")
struct CargoRecordTests {
    /// A misdirected cargo with every member that its delivery can have at once.
    static let full = """
        {"customerId":"C1","delivery":{"currentVoyage":"V9","isMisdirected":true,"isUnloadedAtDestination":false,\
        "lastHandled":{"completionTime":"2026-03-02T00:00:00.000Z","location":"JNTKO","type":"LOAD","voyageNumber":"V9"},\
        "lastKnownLocation":"JNTKO","lastMove":{"completionTime":"2026-03-02T00:00:00.000Z","location":"JNTKO","type":"LOAD","voyageNumber":"V9"},\
        "planPosition":1,"routingStatus":"ROUTED","transportStatus":"ONBOARD_CARRIER"},\
        "itinerary":{"legs":[{"loadLocation":"HKHKG","loadTime":"2026-03-02T00:00:00.000Z","unloadLocation":"JNTKO",\
        "unloadTime":"2026-03-05T00:00:00.000Z","voyageNumber":"V1"},{"loadLocation":"JNTKO","loadTime":"2026-03-05T00:00:00.000Z",\
        "unloadLocation":"SESTO","unloadTime":"2026-03-20T00:00:00.000Z","voyageNumber":"V2"}]},"origin":"HKHKG",\
        "routeSpecification":{"arrivalDeadline":"2026-04-01T00:00:00.000Z","destination":"SESTO","origin":"HKHKG"},\
        "routingStart":{"completionTime":"2026-03-01T00:00:00.000Z","location":"HKHKG","type":"RECEIVE"},"trackingId":"ABC","version":3}
        """
    /// A cargo on track, with the members that only such a cargo has.
    static let onTrack = """
        {"customerId":"C1","delivery":{"isMisdirected":false,"isUnloadedAtDestination":false,\
        "lastHandled":{"completionTime":"2026-03-02T00:00:00.000Z","location":"JNTKO","type":"UNLOAD","voyageNumber":"V1"},\
        "lastKnownLocation":"JNTKO","lastMove":{"completionTime":"2026-03-02T00:00:00.000Z","location":"JNTKO","type":"UNLOAD",\
        "voyageNumber":"V1"},"nextExpectedActivity":{"location":"JNTKO","type":"LOAD","voyageNumber":"V2"},"planPosition":3,\
        "plannedArrival":"2026-03-20T00:00:00.000Z","routingStatus":"ROUTED","transportStatus":"IN_PORT"},\
        "itinerary":{"legs":[{"loadLocation":"HKHKG","loadTime":"2026-03-02T00:00:00.000Z","unloadLocation":"JNTKO",\
        "unloadTime":"2026-03-05T00:00:00.000Z","voyageNumber":"V1"},{"loadLocation":"JNTKO","loadTime":"2026-03-05T00:00:00.000Z",\
        "unloadLocation":"SESTO","unloadTime":"2026-03-20T00:00:00.000Z","voyageNumber":"V2"}]},"origin":"HKHKG",\
        "routeSpecification":{"arrivalDeadline":"2026-04-01T00:00:00.000Z","destination":"SESTO","origin":"HKHKG"},"trackingId":"ABC",\
        "version":9007199254740991}
        """
    /// The same cargo, cancelled and with an announced estimate.
    static let cancelled = changed(
        changed(
            full,
            #""itinerary":"#,
            #""estimate":{"disruption":{"leg":1,"location":"JNTKO","reason":"CONNECTION_MISSED","voyageNumber":"V2"}},"itinerary":"#
        ),
        #"{"customerId""#,
        #"{"cancellation":{"at":"2026-03-01T00:00:00.000Z","reason":"Not needed"},"customerId""#
    )
    /// A cargo that was only booked.
    static let booked = """
        {"customerId":"C1","delivery":{"isMisdirected":false,"isUnloadedAtDestination":false,"routingStatus":"NOT_ROUTED",\
        "transportStatus":"NOT_RECEIVED"},"origin":"HKHKG","routeSpecification":{"arrivalDeadline":"2026-04-01T00:00:00.000Z",\
        "destination":"SESTO","origin":"HKHKG"},"trackingId":"ABC","version":0}
        """

    static func decode(_ text: String) throws(DomainError) -> Cargo {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBytes { bytes in Result { () throws(DomainError) in try CargoRecord.decode(bytes) } }.get()
    }

    /// Returns the text with the first occurrence of `from` replaced.
    static func changed(_ text: String, _ from: String, _ to: String) -> String {
        guard let range = text.firstRange(of: from) else { preconditionFailure("no \(from)") }
        var changed = text
        changed.replaceSubrange(range, with: to)
        return changed
    }

    @Test("a stored cargo survives a round trip, byte for byte", arguments: [full, onTrack, cancelled, booked])
    func identity(text: String) throws {
        #expect(try Self.decode(text).canonicalText == text)
        #expect(try CargoRecord.encode(CargoRecord.reconstitute(JSONParser.parse(text))) == Array(text.utf8))
    }

    @Test("REP-5: text that isn't canonical JSON is corrupt_record without an id", arguments: ["", "{", "null", "{}x", #"{"a":1,"a":1}"#])
    func unreadable(text: String) {
        #expect(throws: DomainError.corruptRecord(rule: "json_invalid")) { try Self.decode(text) }
    }

    @Test(
        "REP-5: corrupt_record has the id only if it is readable",
        arguments: [
            (#"{"trackingId":"ABC"}"#, "ABC"), (#"{"trackingId":"abc"}"#, nil), (#"{"trackingId":7}"#, nil), ("{}", nil), ("[]", nil),
            ("1", nil),
        ] as [(String, String?)]
    )
    func readableId(text: String, id: String?) {
        #expect(throws: DomainError.corruptRecord(rule: "shape_invalid", id: id)) { try Self.decode(text) }
    }

    static let damages: [(from: String, to: String, rule: String)] = [
        // The shape is checked before any value
        (#""customerId":"C1""#, #""customerId":"","zzz":1"#, "shape_invalid"),
        (#""version":3"#, #""version":"3""#, "shape_invalid"),
        (#""version":3"#, #""version":3,"versions":3"#, "shape_invalid"),
        (#""isMisdirected":true"#, #""isMisdirected":"true""#, "shape_invalid"),
        (#""planPosition":1"#, #""planPosition":"1""#, "shape_invalid"),
        (#""legs":["#, #""legs":[1,"#, "shape_invalid"),
        // Values
        (#""customerId":"C1""#, #""customerId":"""#, "customer_id_invalid"),
        (#""currentVoyage":"V9""#, #""currentVoyage":"V 9""#, "voyage_number_invalid"),
        (#""completionTime":"2026-03-02T00"#, #""completionTime":"2026-03-02T24"#, "instant_invalid"),
        (#""completionTime":"2026-03-02T00:00:00.000Z"#, #""completionTime":"1969-12-31T23:59:59.999Z"#, "instant_out_of_range"),
        (#""type":"LOAD""#, #""type":"load""#, "handling_type_invalid"),
        (#""type":"LOAD""#, #""type":"CUSTOMS""#, "handling_voyage_prohibited"),
        (#""type":"RECEIVE""#, #""type":"UNLOAD""#, "handling_voyage_required"),
        (#""lastKnownLocation":"JNTKO""#, #""lastKnownLocation":"JNTK""#, "un_locode_invalid"),
        (#""planPosition":1"#, #""planPosition":9007199254740992"#, "integer_out_of_range"),
        (#""unloadLocation":"JNTKO""#, #""unloadLocation":"HKHKG""#, "leg_locations_equal"),
        (#""unloadTime":"2026-03-05"#, #""unloadTime":"2026-03-02"#, "leg_times_invalid"),
        (#""unloadTime":"2026-03-05"#, #""unloadTime":"2026-03-06"#, "itinerary_times_overlap"),
        (#""unloadLocation":"JNTKO""#, #""unloadLocation":"JNNGO""#, "itinerary_not_connected"),
        (#""origin":"HKHKG","routeS"#, #""origin":"CNHK1","routeS"#, "un_locode_invalid"),
        (#""destination":"SESTO""#, #""destination":"HKHKG""#, "route_origin_is_destination"),
        (#""version":3"#, #""version":-1"#, "integer_out_of_range"),
        (#""version":3"#, #""version":9007199254740992"#, "integer_out_of_range"),
        // Values are checked before the rule for the whole record
        (#""currentVoyage":"V9","isM"#, #""isM"#, "DLV-10"),
        (#""isMisdirected":true"#, #""isMisdirected":false"#, "DLV-10"),
        (#""isUnloadedAtDestination":false"#, #""isUnloadedAtDestination":true"#, "DLV-10"),
        (#""lastKnownLocation":"JNTKO","#, "", "DLV-10"),
        (#""lastKnownLocation":"JNTKO""#, #""lastKnownLocation":"SESTO""#, "DLV-10"),
        (#""planPosition":1,"#, "", "DLV-10"), (#""planPosition":1"#, #""planPosition":7"#, "DLV-10"),
        (#""planPosition":1"#, #""planPosition":-1"#, "DLV-10"),
        (#""routingStatus":"ROUTED""#, #""routingStatus":"MISROUTED""#, "DLV-10"),
        (#""routingStatus":"ROUTED""#, #""routingStatus":"routed""#, "DLV-10"),
        (#""transportStatus":"ONBOARD_CARRIER""#, #""transportStatus":"IN_PORT""#, "DLV-10"),
        (#""transportStatus":"ONBOARD_CARRIER""#, #""transportStatus":"""#, "DLV-10"),
        (#""destination":"SESTO""#, #""destination":"SEGOT""#, "DLV-10"),
        (#""arrivalDeadline":"2026-04-01"#, #""arrivalDeadline":"2026-03-20"#, "DLV-10"),
    ]

    @Test("DLV-10, REP-5: a damaged field is corrupt_record with the rule it breaks", arguments: damages)
    func damage(from: String, to: String, rule: String) {
        let text = Self.changed(Self.full, from, to)
        #expect(throws: DomainError.corruptRecord(rule: rule, id: "ABC")) { try Self.decode(text) }
    }

    /// Two damages at once, and the rule that is reported.
    struct TwoDamages: Sendable, CustomTestStringConvertible {
        let first: (from: String, to: String)
        let second: (from: String, to: String)
        let rule: String

        init(_ from: String, _ to: String, _ otherFrom: String, _ otherTo: String, _ rule: String) {
            first = (from, to)
            second = (otherFrom, otherTo)
            self.rule = rule
        }

        var testDescription: String { "\(first.to) and \(second.to): \(rule)" }
    }

    static let twoDamages: [TwoDamages] = [
        .init(
            #""completionTime":"2026-03-02T00"#,
            #""completionTime":"2026-03-02T24"#,
            #""type":"LOAD""#,
            #""type":"x""#,
            "instant_invalid"
        ),
        .init(
            #""completionTime":"2026-03-02T00"#,
            #""completionTime":"2026-03-02T24"#,
            #""type":"LOAD""#,
            #""type":"CLAIM""#,
            "instant_invalid"
        ),
        .init(#""location":"JNTKO","type""#, #""location":"","type""#, #""type":"LOAD""#, #""type":"x""#, "un_locode_invalid"),
        .init(#""type":"LOAD""#, #""type":"x""#, #""voyageNumber":"V9""#, #""voyageNumber":"""#, "handling_type_invalid"),
        .init(#""customerId":"C1""#, #""customerId":"-""#, #""currentVoyage":"V9""#, #""currentVoyage":"""#, "customer_id_invalid"),
        .init(#""currentVoyage":"V9""#, #""currentVoyage":"""#, #""type":"LOAD""#, #""type":"X""#, "voyage_number_invalid"),
        .init(
            #""type":"LOAD""#,
            #""type":"CLAIM""#,
            #""lastKnownLocation":"JNTKO""#,
            #""lastKnownLocation":"""#,
            "handling_voyage_prohibited"
        ),
        .init(
            #""unloadTime":"2026-03-05"#,
            #""unloadTime":"2026-03-02"#,
            #""voyageNumber":"V1""#,
            #""voyageNumber":"""#,
            "voyage_number_invalid"
        ),
        .init(
            #""unloadTime":"2026-03-05"#,
            #""unloadTime":"2026-03-02"#,
            #""voyageNumber":"V2""#,
            #""voyageNumber":"""#,
            "leg_times_invalid"
        ),
        .init(
            #""unloadLocation":"JNTKO""#,
            #""unloadLocation":"JNNGO""#,
            #""voyageNumber":"V2""#,
            #""voyageNumber":"""#,
            "voyage_number_invalid"
        ),
        .init(
            #""unloadLocation":"JNTKO""#,
            #""unloadLocation":"JNNGO""#,
            #""origin":"HKHKG","routeS"#,
            #""origin":"","routeS"#,
            "itinerary_not_connected"
        ),
        .init(
            #""origin":"HKHKG","routeS"#,
            #""origin":"","routeS"#,
            #""arrivalDeadline":"2"#,
            #""arrivalDeadline":""#,
            "un_locode_invalid"
        ),
        .init(
            #""destination":"SESTO""#,
            #""destination":"HKHKG""#,
            #""routingStart":{"completionTime":""#,
            #""routingStart":{"completionTime":"x"#,
            "route_origin_is_destination"
        ),
        .init(#""version":3"#, #""version":-1"#, #""routingStatus":"ROUTED""#, #""routingStatus":"""#, "integer_out_of_range"),
        .init(
            #""version":3"#,
            #""version":99999999999999999999"#,
            #""isMisdirected":true"#,
            #""isMisdirected":false"#,
            "integer_out_of_range"
        ),
    ]

    @Test("values are read in name order, depth first, before the rules of the object around them", arguments: twoDamages)
    func order(damages: TwoDamages) {
        let text = Self.changed(Self.changed(Self.full, damages.first.from, damages.first.to), damages.second.from, damages.second.to)
        #expect(throws: DomainError.corruptRecord(rule: damages.rule, id: "ABC")) { try Self.decode(text) }
    }

    @Test("an invalid tracking id is corrupt_record with its rule and without an id")
    func badTrackingId() {
        let text = Self.changed(Self.full, #""trackingId":"ABC""#, #""trackingId":"abc""#)
        #expect(throws: DomainError.corruptRecord(rule: "tracking_id_invalid")) { try Self.decode(text) }
    }

    @Test(
        "VAL-LOC-1, VAL-TIME-2: stored values are read leniently and written canonically",
        arguments: [
            (#""origin":"HKHKG","routeS"#, #""origin":"hkhkg","routeS"#),
            (#""arrivalDeadline":"2026-04-01T00:00:00.000Z"#, #""arrivalDeadline":"2026-04-01T02:00:00+02:00"#),
            (#""arrivalDeadline":"2026-04-01T00:00:00.000Z"#, #""arrivalDeadline":"2026-04-01T00:00:00.000999999Z"#),
            (#""customerId":"C1""#, #" "customerId" : "\u00431" "#),
            (#""version":3"#, #""version": 3 "#),
        ]
    )
    func liberal(from: String, to: String) throws {
        #expect(try Self.decode(Self.changed(Self.full, from, to)).canonicalText == Self.full)
    }

    @Test("the order of members doesn't matter")
    func anyOrder() throws {
        let text = "{\"version\":3," + Self.full.dropFirst().dropLast(#","version":3}"#.count) + "}"
        #expect(try Self.decode(text).canonicalText == Self.full)
    }

    @Test(
        "A partition that breaks a rule is named by its number",
        arguments: [#"{"held":[],"number":7,"position":-1}"#, #"{"held":[{}],"number":7,"position":0}"#]
    )
    func partition(text: String) {
        let error = #expect(throws: DomainError.self) {
            try Array(text.utf8).withUnsafeBytes { bytes throws(DomainError) in try OutboxPartitionRecord.decode(bytes) }
        }
        #expect(error?.code == .corruptRecord)
        #expect(error?.params.first { $0.name == "id" }?.value == .text("7"))
    }
}
