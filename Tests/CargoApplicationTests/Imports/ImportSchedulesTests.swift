import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@Suite("Importing vessel schedules of carriers")
struct ImportSchedulesTests {
    private static let west = [
        call("HKHKG", "1W", "1W", "D PLN 3", "D EST 4"), call("JPTYO", "1W", "1W", "A PLN 5", "D PLN 6"),
        call("USNYC", "1W", "2E", "A PLN 9"),
    ]
    private static let number = VoyageNumber.stub("9074729-1W")

    private func follow(_ text: String, _ world: World) async throws -> (summary: ImportSummary, issues: [String], cargos: [String]) {
        var steps = ImportSchedules(world.kit, try PublishedSchedules(text))
        var (summary, issues, cargos) = (ImportSummary(), [String](), [String]())
        while let step = try await steps.next(1).get() {
            summary = summary + step.summary
            issues += step.issues.map { "\($0.path ?? "") \($0.code) \($0.verdict.rawValue)" }
            cargos += step.affectedCargos.map(\.trackingId.text)
        }
        return (summary, issues, cargos)
    }

    private func voyage(_ world: World) async throws -> Voyage { try await world.store.voyages.findByNumber(Self.number).get() }

    /// Books a cargo from Hong Kong that rides on the voyage to its destination.
    private func addCargo(to destination: String, at day: Int, _ world: World) async throws {
        let leg = Leg.stub(Self.number.text, from: "HKHKG", at: .stub(day: 2), to: destination, at: .stub(day: day))
        try await world.store.cargos.save(.stub(routeSpecification: .stub(to: destination), itinerary: .stub(leg))).get()
    }

    /// The days of January on which the voyage departs and arrives.
    private func days(_ schedule: Schedule) -> [Int] {
        schedule.movements.flatMap { [$0.departureTime, $0.arrivalTime] }.map {
            Int(($0.epochMilliseconds - Instant.stub(day: 0).epochMilliseconds) / 86_400_000) + 1
        }
    }

    private func file(_ calls: String...) -> String {
        #"[{"carrierServiceCode":"FE1","vesselSchedules":[{\#(ship),"transportCalls":[\#(calls.joined(separator: ","))]}]}]"#
    }

    @Test("plans are the schedule and expectations reports, and the same file changes nothing")
    func again() async throws {
        let world = try await World()
        let text = file(Self.west[0], Self.west[1], Self.west[2])
        let first = try await follow(text, world)
        #expect((first.summary.added, first.summary.skipped) == (1, 1))
        #expect(first.issues == ["[0].vesselSchedules[0].transportCalls[2] voyage_incomplete skipped"])
        let added = try await voyage(world)
        #expect(days(added.schedule) == [3, 5, 6, 9])
        #expect(added.reports.map { "\($0.movement) \($0.end) \($0.status)" } == ["0 departure estimated"])
        #expect(days(added.forecast).first == 4)
        let again = try await follow(text, world)
        #expect((again.summary.added, again.summary.unchanged, again.summary.updated) == (0, 1, 0))
        #expect(try await voyage(world).version == added.version)
    }

    @Test("a newer file reschedules, describes and reports what changed, and lists whom it concerns")
    func newer() async throws {
        let world = try await World()
        _ = try await follow(file(Self.west[0], Self.west[1], Self.west[2]), world)
        try await addCargo(to: "USNYC", at: 8, world)
        let moved = file(Self.west[0], Self.west[1], call("USNYC", "1W", "2E", "A PLN 12"))
        let second = try await follow(moved, world)
        #expect(second.summary.updated == 1)
        #expect(second.cargos == ["ABC123"])
        #expect(days(try await voyage(world).schedule) == [3, 5, 6, 12])
        #expect(try await voyage(world).reports.count == 1)
        let expected = file(Self.west[0], Self.west[1], call("USNYC", "1W", "2E", "A PLN 12", "A EST 14"))
        #expect(try await follow(expected, world).cargos == ["ABC123"])
        let voyage = try await voyage(world)
        #expect(days(voyage.schedule).last == 12)
        #expect(days(voyage.forecast).last == 14)
    }

    @Test("calls that a newer file doesn't show any more, or doesn't show yet, stay")
    func window() async throws {
        let world = try await World()
        _ = try await follow(file(Self.west[0], Self.west[1], Self.west[2]), world)
        #expect(try await follow(file(call("JPTYO", "1W", "1W", "A PLN 5", "D PLN 7"), Self.west[2]), world).summary.updated == 1)
        #expect(days(try await voyage(world).schedule) == [3, 5, 7, 9])
        #expect(try await follow(file(call("JPTYO", "1W", "1W", "A PLN 5", "D PLN 6")), world).summary.updated == 1)
        #expect(days(try await voyage(world).schedule) == [3, 5, 6, 9])
        // The last call alone: the world's clock is before its arrival.
        _ = try await follow(file(call("USNYC", "1W", "2E", "A PLN 9", "A EST 11")), world)
        #expect(days(try await voyage(world).forecast) == [3, 5, 6, 11])
        // A voyage that begins at its first call drops the calls before it.
        _ = try await follow(file(call("JPTYO", "0E", "1W", "A PLN 5", "D PLN 6"), Self.west[2]), world)
        #expect(days(try await voyage(world).schedule) == [6, 9])
    }

    @Test("a round trip that begins and ends at one port is the same when it is imported again")
    func roundTrip() async throws {
        let world = try await World()
        let text = file(call("HKHKG", nil, "1W", "D PLN 3"), Self.west[1], call("HKHKG", "1W", "1W", "A PLN 9", "D PLN 10"))
        #expect(try await follow(text, world).summary.added == 1)
        #expect(try await follow(text, world).summary.unchanged == 1)
        // Each end alone.
        _ = try await follow(file(call("HKHKG", nil, "1W", "D PLN 2"), Self.west[1]), world)
        _ = try await follow(file(Self.west[1], call("HKHKG", "1W", "1W", "A PLN 11", "D PLN 12")), world)
        #expect(days(try await voyage(world).schedule) == [2, 5, 6, 11])
    }

    @Test("without a plan, an end keeps what it was scheduled, and a new one takes what is expected")
    func unplanned() async throws {
        let world = try await World()
        _ = try await follow(file(call("HKHKG", "1W", "1W", "D EST 3"), call("JPTYO", "1W", "1W", "A EST 5")), world)
        #expect(days(try await voyage(world).schedule) == [3, 5])
        _ = try await follow(file(call("HKHKG", "1W", "1W", "D EST 3"), call("JPTYO", "1W", "1W", "A EST 7")), world)
        #expect(days(try await voyage(world).schedule) == [3, 5])
        #expect(days(try await voyage(world).forecast) == [3, 7])
    }

    @Test("a call that was added has no plan: if the plans contradict it, the expectations are the schedule")
    func adHoc() async throws {
        let world = try await World()
        let text = file(
            call("HKHKG", "1W", "1W", "D PLN 3", "D EST 3"),
            call("SESTO", "1W", "1W", "A EST 8", "D EST 9", more: #""statusCodes":["ADHO"]"#),
            call("JPTYO", "1W", "1W", "A PLN 5", "A EST 12")
        )
        for _ in 0..<3 { _ = try await follow(text, world) }
        #expect(days(try await voyage(world).schedule) == [3, 8, 9, 12])
        #expect(try await voyage(world).version == 1)
    }

    @Test("an omitted call leaves the schedule, and its cargos are listed")
    func omitted() async throws {
        let world = try await World()
        _ = try await follow(file(Self.west[0], Self.west[1], Self.west[2]), world)
        try await addCargo(to: "JPTYO", at: 4, world)
        let omitted = call("JPTYO", "1W", "1W", "A PLN 5", "D PLN 6", more: #""statusCode":"OMIT""#)
        let next = try await follow(file(Self.west[0], omitted, Self.west[2]), world)
        #expect(next.cargos == ["ABC123"])
        #expect(days(try await voyage(world).schedule) == [3, 9])
    }

    @Test("omitted calls at the edge of what a file shows leave the schedule, and the stored calls beyond them stay")
    func omittedAtEdges() async throws {
        let omitted = #""statusCode":"OMIT""#
        let tokyo = call("JPTYO", "1W", "1W", "A PLN 5", "D PLN 6", more: omitted)
        for (calls, rest) in [
            ([tokyo, Self.west[2]], ["HKHKG", "USNYC"]),
            ([Self.west[0], tokyo], ["HKHKG", "USNYC"]),
            ([call("HKHKG", "0E", "1W", "D PLN 3", more: omitted), Self.west[1]], ["JPTYO", "USNYC"]),
            ([call("HKHKG", "1W", "1W", "D PLN 3", more: omitted), Self.west[1]], ["JPTYO", "USNYC"]),
            ([Self.west[1], call("USNYC", "1W", "2E", "A PLN 9", more: omitted)], ["HKHKG", "JPTYO"]),
            ([Self.west[1], call("USNYC", "1W", "1W", "A PLN 9", more: omitted)], ["HKHKG", "JPTYO"]),
        ] {
            let world = try await World()
            _ = try await follow(file(Self.west[0], Self.west[1], Self.west[2]), world)
            let next = try await follow(
                #"[{"vesselSchedules":[{\#(ship),"transportCalls":[\#(calls.joined(separator: ","))]}]}]"#,
                world
            )
            #expect(next.summary.updated == 1, "\(calls)")
            #expect(try await voyage(world).schedule.portsInOrder == rest, "\(calls)")
        }
    }

    @Test("a ship that omits a call between two at one port calls there once")
    func omittedBetween() async throws {
        let world = try await World()
        let tokyo = call("JPTYO", "1W", "2E", "A PLN 9", "D PLN 10")
        _ = try await follow(file(Self.west[0], Self.west[1], call("SESTO", "1W", "1W", "A PLN 7", "D PLN 8"), tokyo), world)
        let omitted = call("SESTO", "1W", "1W", "A PLN 7", "D PLN 8", more: #""statusCode":"OMIT""#)
        #expect(try await follow(file(omitted, tokyo), world).summary.updated == 1)
        #expect(try await voyage(world).schedule.portsInOrder == ["HKHKG", "JPTYO"])
        #expect(days(try await voyage(world).schedule) == [3, 9])
    }

    @Test("a blank sailing stays stored, and lists the cargos that wait for it")
    func blank() async throws {
        let world = try await World()
        _ = try await follow(file(Self.west[0], Self.west[1], Self.west[2]), world)
        try await addCargo(to: "JPTYO", at: 4, world)
        let blank = #""statusCodes":["BLNK"]"#
        let next = try await follow(
            file(call("HKHKG", "1W", "1W", "D PLN 3", more: blank), call("JPTYO", "1W", "1W", "A PLN 5", more: blank)),
            world
        )
        #expect(next.issues == ["[0].vesselSchedules[0].transportCalls[0] voyage_blank skipped"])
        #expect(next.cargos == ["ABC123"])
        #expect(try await voyage(world).version == 1)
    }

    @Test("a ship that is named later sails the voyage that its service had, and another ship doesn't")
    func dummy() async throws {
        let world = try await World()
        let calls = "[\(Self.west[0]),\(Self.west[1])]"
        func text(_ vessel: String) -> String {
            #"[{"carrierServiceCode":"FE1","vesselSchedules":[{\#(vessel),"transportCalls":\#(calls)}]}]"#
        }
        _ = try await follow(text(#""vesselOperatorSMDGLinerCode":"TBD","vesselName":"TBN1","isDummyVessel":true"#), world)
        let unnamed = try await world.store.voyages.findByNumber(.stub("FE1-1W")).get()
        #expect(unnamed.details?.vessel?.imoNumber == nil)
        for (updated, unchanged) in [(1, 0), (0, 1)] {
            let named = try await follow(text(ship), world)
            #expect((named.summary.added, named.summary.updated, named.summary.unchanged) == (0, updated, unchanged))
        }
        let sailing = try await world.store.voyages.findByNumber(.stub("FE1-1W")).get()
        #expect(sailing.details?.vessel?.imoNumber?.text == "9074729")
        #expect(sailing.details?.carrier?.text == "HLC")
        let other = text(#""vesselIMONumber":"9321483","vesselName":"OTHER""#)
        #expect(try await follow(other, world).summary.added == 1)
    }

    @Test("what happened is reported, and what can't have happened yet is a warning")
    func actual() async throws {
        let world = try await World()
        world.clock.set(to: .stub(day: 4))
        let text = file(
            call("HKHKG", "1W", "1W", "D PLN 3", "D EST 4", "D ACT 4"),
            call("JPTYO", "1W", "1W", "A PLN 6", "A ACT 7 PBPL", "D PLN 8"),
            Self.west[2]
        )
        let first = try await follow(text, world)
        #expect(first.issues.contains("[0].vesselSchedules[0].transportCalls[1].timestamps[1].eventDateTime port_call_in_future warning"))
        #expect(try await voyage(world).reports.map { "\($0.movement) \($0.end) \($0.status)" } == ["0 departure actual"])
    }

    @Test("times that can't be a schedule, and ports that aren't registered, reject the voyage alone")
    func rejected() async throws {
        let world = try await World()
        let text = file(
            call("HKHKG", "1W", "1W", "D PLN 3"),
            call("NLRTM", "1W", "2E", "A PLN 4", "D PLN 5"),
            call("JPTYO", "2E", "3W", "A PLN 6", "D PLN 6"),
            call("USNYC", "3W", "3W", "A PLN 9")
        )
        let read = try await follow(text, world)
        #expect(read.issues.count { $0.hasSuffix("location_not_found rejected") } == 2)
        #expect(read.summary.added == 1)
        let backwards = file(
            call("HKHKG", "4W", "4W", "D PLN 9", more: #""transportCallSequenceNumber":1"#),
            call("JPTYO", "4W", "4W", "A PLN 5", more: #""transportCallSequenceNumber":2"#)
        )
        #expect(try await follow(backwards, world).issues == ["[0].vesselSchedules[0].transportCalls[0] movement_times_invalid rejected"])
    }

    @Test("details that somebody gave stay beside what the carrier says")
    func details() async throws {
        let world = try await World()
        _ = try await follow(file(Self.west[0], Self.west[1]), world)
        let given = try VoyageDetails(carrier: CarrierCode("HLCU"), carrierVoyageNumbers: [CarrierVoyageNumber("0W")])
        _ = try await DescribeVoyage(world.kit).execute(.init(voyageNumber: Self.number, details: given)).get()
        _ = try await follow(file(Self.west[0], Self.west[1]), world)
        let details = try await voyage(world).details
        #expect(details?.carrier?.text == "HLCU")
        #expect(details?.carrierVoyageNumbers.map(\.text) == ["0W", "1W"])
        #expect(details?.vessel?.name?.text == "EVER GIVEN")
    }
}

extension Schedule {
    fileprivate var portsInOrder: [String] { movements.prefix(1).map(\.departureLocation.text) + movements.map(\.arrivalLocation.text) }
}
