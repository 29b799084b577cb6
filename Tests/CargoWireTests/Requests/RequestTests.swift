import CargoApplication
import CargoDomain
import CargoWire
import Testing

@Suite("Reading requests from input")
struct RequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let read: @Sendable (Input) throws -> Void
        let good: Input
        let fields: [String]

        init<U: UseCase>(_ useCase: U.Type, _ good: Input, _ fields: String...) where U.Request: WireRequest {
            testDescription = "\(useCase)"
            read = { _ = try U.Request($0) }
            self.good = good
            self.fields = fields
        }
    }

    static let leg: Input = [
        "loadLocation": "HKHKG", "loadTime": "2026-01-03T00:00:00Z", "unloadLocation": "SESTO", "unloadTime": "2026-01-20T00:00:00Z",
        "voyageNumber": "V100",
    ]
    static let movement: Input = [
        "arrivalLocation": "JPTYO", "arrivalTime": "2026-01-05T00:00:00Z", "departureLocation": "HKHKG",
        "departureTime": "2026-01-03T00:00:00Z",
    ]
    static let deadline: Input = "2026-03-02T00:00:00Z"

    /// Each use case, a good request, and the fields that it requires.
    static let cases: [Case] = [
        Case(
            BookCargo.self,
            [
                "arrivalDeadline": deadline, "customerId": "C", "destination": "SESTO", "origin": "HKHKG",
                "trackingId": "ABC",
            ],
            "arrivalDeadline",
            "customerId",
            "destination",
            "origin"
        ),
        Case(FindRoutes.self, ["limit": 1, "maxLegs": 16, "minimumConnection": 0, "trackingId": "ABC"], "trackingId"),
        Case(AssignRoute.self, ["itinerary": ["legs": [leg]], "trackingId": "ABC"], "itinerary", "trackingId"),
        Case(ChangeDestination.self, ["destination": "SESTO", "trackingId": "ABC"], "destination", "trackingId"),
        Case(ChangeDeadline.self, ["arrivalDeadline": deadline, "trackingId": "ABC"], "arrivalDeadline", "trackingId"),
        Case(
            SpecifyRoute.self,
            ["arrivalDeadline": deadline, "destination": "SESTO", "origin": "HKHKG", "trackingId": "ABC"],
            "arrivalDeadline",
            "destination",
            "origin",
            "trackingId"
        ),
        Case(
            RegisterHandlingEvent.self,
            ["completionTime": deadline, "location": "HKHKG", "trackingId": "ABC", "type": "LOAD", "voyageNumber": "V"],
            "completionTime",
            "location",
            "trackingId",
            "type"
        ),
        Case(TrackCargo.self, ["trackingId": "ABC"], "trackingId"),
        Case(ListCargos.self, ["after": "ABC", "limit": 1000]),
        Case(ListCargosForCustomer.self, ["after": "ABC", "customerId": "C", "limit": 1], "customerId"),
        Case(RegisterVoyage.self, ["schedule": [movement], "voyageNumber": "V"], "schedule", "voyageNumber"),
        Case(RescheduleVoyage.self, ["schedule": [movement], "voyageNumber": "V"], "schedule", "voyageNumber"),
        Case(RegisterLocation.self, ["name": "Hongkong", "unLocode": "hkhkg"], "name", "unLocode"),
        Case(ReadEvents.self, ["after": 0, "limit": 1000]),
        Case(FindVoyage.self, ["voyageNumber": "V"], "voyageNumber"),
        Case(ListVoyages.self, ["after": "V", "limit": 1]),
        Case(FindLocation.self, ["unLocode": "HKHKG"], "unLocode"),
        Case(ListLocations.self, ["after": "HKHKG", "containing": "kong", "limit": 1]),
    ]

    static func failures(_ read: () throws -> Void) -> [String]? {
        do {
            try read()
            return nil
        } catch let error as DomainError {
            guard error.code == .validationFailed, error.params.isEmpty else { return ["not validation_failed: \(error)"] }
            return error.fields.map { "\($0.path) \($0.code.rawValue)" }
        } catch {
            return ["not a DomainError: \(error)"]
        }
    }

    @Test("a valid request is read", arguments: cases)
    func good(request: Case) { #expect(Self.failures { try request.read(request.good) } == nil) }

    @Test("every missing required field is reported, in order", arguments: cases)
    func missing(request: Case) {
        let expected = request.fields.map { "\($0) field_required" }
        #expect(Self.failures { try request.read([:]) } == (expected.isEmpty ? nil : expected))
    }

    @Test("each field of the wrong JSON type is shape_invalid", arguments: cases)
    func wrongType(request: Case) {
        guard case .object(let members) = request.good else { return }
        let wrong = Input.object(members.map { .init(name: $0.name, value: true) })
        #expect(Self.failures { try request.read(wrong) } == members.map { "\($0.name) shape_invalid" })
    }

    @Test("unknown fields are shape_invalid, reported along with the other errors", arguments: cases)
    func unknown(request: Case) {
        let expected = ["# shape_invalid"] + request.fields.map { "\($0) field_required" } + ["~ shape_invalid"]
        #expect(Self.failures { try request.read(["#": 1, "~": []]) } == expected)
    }

    @Test("input that isn't an object is one error, at the root path", arguments: cases)
    func noObject(request: Case) {
        for input in ["text", 1, true, [], [[:]]] as [Input] { #expect(Self.failures { try request.read(input) } == [" shape_invalid"]) }
    }

    @Test("an invalid value is reported by the code of its type")
    func values() {
        let booking: Input = [
            "arrivalDeadline": "2026-02-30T00:00:00Z", "customerId": "", "destination": "SE", "origin": "CNHK1",
            "trackingId": "abc",
        ]
        #expect(
            Self.failures { _ = try BookCargo.Request(booking) } == [
                "arrivalDeadline instant_invalid", "customerId customer_id_invalid", "destination un_locode_invalid",
                "origin un_locode_invalid", "trackingId tracking_id_invalid",
            ]
        )
        let handling: Input = [
            "completionTime": "1969-12-31T23:59:59Z", "location": "", "trackingId": "A", "type": "load", "voyageNumber": "-",
        ]
        #expect(
            Self.failures { _ = try RegisterHandlingEvent.Request(handling) } == [
                "completionTime instant_out_of_range", "location un_locode_invalid", "trackingId tracking_id_invalid",
                "type handling_type_invalid", "voyageNumber voyage_number_invalid",
            ]
        )
        #expect(
            Self.failures { _ = try RegisterLocation.Request(["name": " ", "unLocode": "x"]) } == [
                "name location_name_invalid", "unLocode un_locode_invalid",
            ]
        )
    }

    @Test(
        "RTG-1: numbers out of range are integer_out_of_range",
        arguments: [
            ("limit", 0, false), ("limit", 1, true), ("limit", 100, true), ("limit", 101, false), ("maxLegs", 0, false),
            ("maxLegs", 1, true), ("maxLegs", 16, true), ("maxLegs", 17, false), ("minimumConnection", -1, false),
            ("minimumConnection", 0, true), ("minimumConnection", 9_007_199_254_740_991, true),
        ] as [(String, Int64, Bool)]
    )
    func routeNumbers(field: String, number: Int64, isGood: Bool) {
        let input = Input(members: [.init(name: field, value: .integer(number)), .init(name: "trackingId", value: "ABC")])
        #expect(Self.failures { _ = try FindRoutes.Request(input) } == (isGood ? nil : ["\(field) integer_out_of_range"]))
    }

    @Test(
        "VAL-INT-1: page sizes outside 1 to 1000 are integer_out_of_range, including numbers too large for the wire format",
        arguments: [
            (.integer(0), false), (.integer(1), true), (.integer(1000), true), (.integer(1001), false),
            (.hugeInteger("9007199254740992"), false),
        ] as [(Input, Bool)]
    )
    func pageSizes(limit: Input, isGood: Bool) {
        let expected = isGood ? nil : ["limit integer_out_of_range"]
        #expect(Self.failures { _ = try ListCargos.Request(["limit": limit]) } == expected)
        #expect(Self.failures { _ = try ListCargosForCustomer.Request(["customerId": "C", "limit": limit]) } == expected)
        #expect(Self.failures { _ = try ReadEvents.Request(["limit": limit]) } == expected)
    }

    @Test(
        "each element of an itinerary reports one error at its path, then the itinerary its own",
        arguments: [
            ([:], ["itinerary.legs field_required"]),
            (["legs": 1], ["itinerary.legs shape_invalid"]),
            (["legs": []], ["itinerary itinerary_empty"]),
            (["Legs": [], "legs": [leg]], ["itinerary.Legs shape_invalid"]),
            (["legs": [leg, leg]], ["itinerary itinerary_not_connected"]),
            (["legs": [leg, 1]], ["itinerary.legs[1] shape_invalid"]),
            (["legs": [[:], leg, leg]], ["itinerary.legs[0] shape_invalid"]),
            (
                [
                    "legs": [
                        [
                            "loadLocation": "?", "loadTime": "?", "unloadLocation": "SESTO", "unloadTime": "2026-01-20T00:00:00Z",
                            "voyageNumber": "V100",
                        ], leg,
                        [
                            "loadLocation": "SESTO", "loadTime": "2026-01-03T00:00:00Z", "unloadLocation": "SESTO",
                            "unloadTime": "2026-01-20T00:00:00Z", "voyageNumber": "V100",
                        ],
                    ]
                ],
                ["itinerary.legs[0] un_locode_invalid", "itinerary.legs[2] leg_locations_equal"]
            ),
        ] as [(Input, [String])]
    )
    func itineraries(itinerary: Input, expected: [String]) {
        #expect(Self.failures { _ = try AssignRoute.Request(["itinerary": itinerary, "trackingId": "ABC"]) } == expected)
    }

    @Test(
        "each element of a schedule reports one error at its path, then the schedule its own",
        arguments: [
            ([:], ["schedule shape_invalid"]), ([], ["schedule schedule_empty"]),
            ([movement, movement], ["schedule schedule_not_connected"]),
            ([movement, [:], true], ["schedule[1] shape_invalid", "schedule[2] shape_invalid"]),
        ] as [(Input, [String])]
    )
    func schedules(schedule: Input, expected: [String]) {
        #expect(Self.failures { _ = try RegisterVoyage.Request(["schedule": schedule, "voyageNumber": "V"]) } == expected)
        #expect(Self.failures { _ = try RescheduleVoyage.Request(["schedule": schedule, "voyageNumber": "V"]) } == expected)
    }
}
