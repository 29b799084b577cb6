import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@Suite("Reading vessel schedules of carriers")
struct PublishedSchedulesTests {
    private static let plain = [
        call("HKHKG", "1W", "1W", "D PLN 3"), call("JPTYO", "1W", "2E", "A PLN 5", "D PLN 6"), call("USNYC", "2E", "2E", "A PLN 9"),
    ]

    @Test("a voyage is the calls that name its number; a call where it changes ends one and begins the next")
    func numbers() throws {
        let read = try PublishedSchedules(schedules(Self.plain[0], Self.plain[1], Self.plain[2]))
        #expect(read.outline == ["9074729-1W: <HKHKG JPTYO", "9074729-2E: JPTYO USNYC>"])
        #expect(read.issues.isEmpty)
        let details = try #require(read.voyages.first?.details)
        #expect(details.carrier?.text == "HLC")
        #expect(details.carrierVoyageNumbers.map(\.text) == ["1W"])
        #expect(details.mode == .vessel)
        #expect(details.vessel?.imoNumber?.text == "9074729")
        #expect(details.vessel?.name?.text == "EVER GIVEN")
    }

    @Test("a file without schedules is refused", arguments: ["{}", "7", #"[{"name":"x"}]"#])
    func foreign(_ text: String) {
        #expect(throws: DomainError.validationFailed([.init(path: "", code: .shapeInvalid)])) { try PublishedSchedules(Array(text.utf8)) }
    }

    @Test("where a ship unloads one voyage's cargo and loads the next one's in several ports, both call there")
    func overlap() throws {
        let read = try PublishedSchedules(
            schedules(
                call("DEHAM", "1E", "1E", "D PLN 1"),
                call("JPTYO", "1E", "2W", "A PLN 5", "D PLN 6"),
                call("HKHKG", "1E", "2W", "A PLN 8", "D PLN 9"),
                call("SESTO", "2W", "3E", "A PLN 20")
            )
        )
        #expect(
            read.outline == ["9074729-1E: <DEHAM JPTYO HKHKG", "9074729-2W: JPTYO HKHKG SESTO", "9074729-3E: SESTO>"]
        )
    }

    @Test(
        "calls that carriers write otherwise",
        arguments: [
            // The placeholder, null, empty text and spaces.
            ([call("HKHKG", "9999R", " 1w ", "D PLN 3"), call("JPTYO", "1W", "", "A PLN 5")], ["9074729-1W: <HKHKG JPTYO>"]),
            // Export numbers alone, and import numbers alone.
            (
                [call("HKHKG", nil, "1W", "D PLN 3"), call("JPTYO", nil, "2E", "A PLN 5"), call("USNYC", nil, nil, "A PLN 9")],
                ["9074729-1W: <HKHKG JPTYO", "9074729-2E: JPTYO USNYC>"]
            ),
            (
                [call("HKHKG", "0E", nil, "D PLN 3"), call("JPTYO", "1W", nil, "A PLN 5"), call("USNYC", "1W", nil, "A PLN 9")],
                ["9074729-0E: <HKHKG", "9074729-1W: HKHKG JPTYO USNYC>"]
            ),
            // Out of order: by times, and by sequence numbers of their own.
            ([plain[2], plain[0], plain[1]], ["9074729-1W: <HKHKG JPTYO", "9074729-2E: JPTYO USNYC>"]),
            (
                [
                    call("JPTYO", "1W", "1W", "A PLN 9", more: #""transportCallSequenceNumber":2"#),
                    call("HKHKG", "1W", "1W", "D PLN 3", more: #""transportCallSequenceNumber":"1""#),
                ], ["9074729-1W: <HKHKG JPTYO>"]
            ),
            // Two terminals of one port.
            (
                [
                    plain[0], call("JPTYO", "1W", "1W", "A PLN 5", "D PLN 5"), call("JPTYO", "1W", "2E", "A PLN 6", "D PLN 7"), plain[2],
                ], ["9074729-1W: <HKHKG JPTYO", "9074729-2E: JPTYO USNYC>"]
            ),
            // Omitted, by either member, and where the number changes.
            (
                [plain[0], call("SESTO", "1W", "1W", more: #""statusCode":"omit""#), plain[1], plain[2]],
                ["9074729-1W: <HKHKG JPTYO", "9074729-2E: JPTYO USNYC>"]
            ),
            (
                [plain[0], call("JPTYO", "1W", "2E", more: #""statusCodes":["OMIT","SLID"]"#), plain[2]],
                ["9074729-1W: <HKHKG USNYC", "9074729-2E: USNYC>"]
            ),
            // `statusCodes` takes precedence; unknown codes mean nothing.
            (
                [call("HKHKG", "1W", "1W", "D PLN 3", more: #""statusCode":"OMIT","statusCodes":["ADHO"]"#), plain[1]],
                [
                    "9074729-1W: <HKHKG JPTYO", "9074729-2E: JPTYO>",
                ]
            ),
            (
                [call("HKHKG", "1W", "1W", "D PLN 3", more: #""statusCode":"None""#), plain[1]],
                [
                    "9074729-1W: <HKHKG JPTYO", "9074729-2E: JPTYO>",
                ]
            ),
            // Phased in and out: calls like others; in dry dock: none.
            (
                [
                    call("HKHKG", "1W", "1W", "D PLN 3", more: #""statusCodes":["PHIN"]"#),
                    call("SESTO", "1W", "1W", "A PLN 4", more: #""statusCodes":["DRYD"]"#),
                    call("JPTYO", "1W", "1W", "A PLN 5", more: #""statusCodes":["PHOT"]"#),
                ], ["9074729-1W: <HKHKG JPTYO>"]
            ),
            // A blank sailing.
            (
                [
                    plain[0], call("JPTYO", "1W", "2E", "A PLN 5"), call("USNYC", "2E", "2E", "A PLN 9", more: #""statusCode":"BLNK""#),
                    call("SESTO", "2E", "3W", "A PLN 12", more: #""statusCode":"BLNK""#),
                ], ["9074729-1W: <HKHKG JPTYO", "9074729-2E: USNYC!"]
            ),
            // A blank sailing between others, of which the first or the last call alone is blank; and one call of the next.
            (
                [call("HKHKG", "0E", "1W", "D PLN 3", more: #""statusCode":"BLNK""#), plain[1], plain[2]],
                ["9074729-1W: HKHKG!", "9074729-2E: JPTYO USNYC>"]
            ),
            (
                [plain[0], plain[1], call("USNYC", "2E", "3W", "A PLN 9", more: #""statusCode":"BLNK""#)],
                ["9074729-1W: <HKHKG JPTYO", "9074729-2E: USNYC!"]
            ),
            (
                [
                    call("USNYC", "2E", "2E", "D PLN 9", more: #""statusCode":"BLNK""#),
                    call("SESTO", "2E", "3W", "A PLN 12", more: #""statusCode":"BLNK""#), call("HKHKG", "3W", "3W", "A PLN 15"),
                ], ["9074729-2E: USNYC!", "9074729-3W: HKHKG>"]
            ),
            // Omitted where a voyage ends, without a call after it.
            (
                [call("HKHKG", "0E", "1W", "D PLN 3"), plain[0], call("JPTYO", "1W", "2E", more: #""statusCode":"OMIT""#)],
                ["9074729-0E: <HKHKG", "9074729-1W: HKHKG"]
            ),
        ] as [([String], [String])]
    )
    func dialects(calls: [String], outline: [String]) throws {
        let text = #"[{"vesselSchedules":[{\#(ship),"transportCalls":[\#(calls.joined(separator: ","))]}]}]"#
        let read = try PublishedSchedules(text)
        #expect(read.outline.sorted() == outline.sorted())
        #expect(read.issues.isEmpty, "\(read.issueTexts)")
    }

    @Test("names without regard to case, null, a wrapping object, a byte order mark and other forms of times")
    func liberal() throws {
        let text = """
            \u{FEFF}{"services":[{"carrierservicecode":"431","vesselSchedules":[{"vesselOperatorSmdgLinerCode":"TBD","vesselImoNumber":9074729,\
            "vesselName":null,"isDummyVessel":"false","transportCalls":[
            {"carrierExportVoyageNumber":"319W","statusCode":null,"location":{"unLocationCode":"hkhkg"},"timestamps":[
              {"eventTypeCode":"depa","eventClassifierCode":"pln","eventDateTime":"2026-01-03T08:00+0800","delayReasonCode":null},
              {"eventTypeCode":"DEPA","eventClassifierCode":"EST","eventDateTime":"2026-01-04 08:00:00 +08:00"}]},
            {"carrierImportVoyageNumber":"319W","location":{"UNLocationCode":"JPTYO"},"timestamps":[
              {"eventTypeCode":"ARRI","eventClassifierCode":"ACT","eventDateTime":"2026-01-05t00:00:00z"}]}]}]}]}
            """
        let read = try PublishedSchedules(text)
        #expect(read.issueTexts == [])
        let voyage = try #require(read.voyages.first)
        #expect(voyage.number.text == "9074729-319W")
        #expect(voyage.details?.carrier == nil)
        #expect(voyage.calls.first?.departure.planned == .stub(day: 2))
        #expect(voyage.calls.first?.departure.estimated?.time == .stub(day: 3))
        #expect(voyage.calls.last?.arrival.actual?.time == .stub(day: 4))
    }

    @Test("a ship that isn't named has the number of its service, and a long or strange number keeps its differences")
    func voyageNumbers() throws {
        func number(_ number: String, _ vessel: String) throws -> [String] {
            let read = try PublishedSchedules(
                schedules(call("HKHKG", number, number, "D PLN 3"), call("JPTYO", number, number, "A PLN 5"), vessel: vessel)
            )
            return read.voyages.flatMap { [$0.number.text] + $0.earlierNumbers.map(\.text) }
        }
        let dummy = #""vesselOperatorSMDGLinerCode":"HLC","vesselIMONumber":"0000000","vesselName":"HLCTBN1","isDummyVessel":true"#
        #expect(try number("1W", dummy) == ["HLC-FE1-1W", "FE1-1W"])
        #expect(try number("1W", ship) == ["9074729-1W", "HLC-FE1-1W", "FE1-1W"])
        #expect(try number("1W", #""MMSINumber":"278111222""#) == ["278111222-1W", "FE1-1W"])
        let strange = try number("1/W", ship)
        #expect(strange.first?.hasPrefix("9074729-1_W.") == true)
        #expect(try number("1:W", ship).first != strange.first)
        #expect(try number("1/W", ship) == strange)
        let long = String(repeating: "1", count: 50)
        #expect(try number(long, ship).first?.count == 36)
        #expect(try number(long.dropLast() + "2", ship).first != number(long, ship).first)
    }

    @Test(
        "what can't be read is reported with its path, and the rest is kept",
        arguments: [
            (
                schedules(call("HKHKG", "1W", "1W", "D PLN 3"), call("XX", "1W", "1W", "A PLN 4"), plain[1], plain[2]),
                ["9074729-2E: JPTYO USNYC>"],
                [
                    "[0].vesselSchedules[0].transportCalls[1].location.UNLocationCode un_locode_invalid rejected",
                    "[0].vesselSchedules[0].transportCalls[0] voyage_rejected rejected",
                ]
            ),
            (
                schedules(plain[0], call(nil, "1W", "1W", "A PLN 4"), plain[1]),
                ["9074729-2E: JPTYO>"],
                [
                    "[0].vesselSchedules[0].transportCalls[1].UNLocationCode field_required rejected",
                    "[0].vesselSchedules[0].transportCalls[0] voyage_rejected rejected",
                ]
            ),
            (
                schedules(plain[0], call("JPTYO", "1W", "1W")),
                [],
                [
                    "[0].vesselSchedules[0].transportCalls[1].timestamps field_required rejected",
                    "[0].vesselSchedules[0].transportCalls[0] voyage_rejected rejected",
                ]
            ),
            (
                schedules(plain[0], plain[1], vessel: #""vesselIMONumber":"9074728","vesselOperatorSMDGLinerCode":"?","vesselName":"X""#),
                ["FE1-1W: <HKHKG JPTYO", "FE1-2E: JPTYO>"],
                [
                    "[0].vesselSchedules[0].vesselOperatorSMDGLinerCode carrier_code_invalid warning",
                    "[0].vesselSchedules[0].vesselIMONumber imo_number_invalid warning",
                ]
            ),
            (
                schedules(plain[0], call("JPTYO", "1W", "1W", "A PLN 5", "A XXX 6", "D EST 99")),
                ["9074729-1W: <HKHKG JPTYO>"],
                [
                    "[0].vesselSchedules[0].transportCalls[1].timestamps[1] shape_invalid warning",
                    "[0].vesselSchedules[0].transportCalls[1].timestamps[2].eventDateTime instant_invalid warning",
                ]
            ),
            (
                schedules(call("HKHKG", nil, nil, "D PLN 3")), [],
                ["[0].vesselSchedules[0].transportCalls[0].carrierExportVoyageNumber field_required rejected"]
            ),
            (
                schedules(
                    plain[0],
                    call("JPTYO", "1W", "2E", "A PLN 5"),
                    call("USNYC", "3W", "3W", "A PLN 9"),
                    call("SESTO", "1W", "1W", "A PLN 12")
                ),
                ["9074729-1W: <HKHKG JPTYO", "9074729-2E: JPTYO>", "9074729-3W: <USNYC>"],
                ["[0].vesselSchedules[0].transportCalls[3] voyage_repeated rejected"]
            ),
            ("[]", [], []),
            (#"[{"carrierServiceCode":"FE1","carrierServiceName":"x"}]"#, [], []),
            (
                #"[{"vesselSchedules":[{\#(ship),"transportCalls":"none"}]}]"#, [],
                ["[0].vesselSchedules[0].transportCalls shape_invalid rejected"]
            ),
        ] as [(String, [String], [String])]
    )
    func faults(text: String, outline: [String], issues: [String]) throws {
        let read = try PublishedSchedules(text)
        #expect(read.outline.sorted() == outline.sorted())
        #expect(read.issueTexts.sorted() == issues.sorted())
        #expect(read.rejectedCount == issues.count { $0.hasSuffix("rejected") })
    }

    @Test("text that isn't JSON is json_invalid")
    func malformed() { #expect(throws: DomainError.self) { try PublishedSchedules("[{") } }
}
