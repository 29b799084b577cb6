import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@Suite("Importing voyages")
struct ImportVoyagesTests {
    static let header = "voyage_number,departure_location,departure_time,arrival_location,arrival_time"
    static let lines = [
        "V1,HKHKG,2026-01-03T00:00:00Z,JPTYO,2026-01-05T00:00:00Z", "V1,JPTYO,2026-01-06T00:00:00Z,USNYC,2026-01-09T00:00:00Z",
        "V2,JPTYO,2026-01-06T00:00:00Z,USNYC,2026-01-09T00:00:00Z",
    ]

    @Test("VOY-3: consecutive movements of a voyage make its schedule, even across chunks", arguments: [1, 2, 3])
    func good(chunk: Int) async throws {
        let world = try await World()
        var rowImport = ImportVoyages(world.kit)
        let (counts, issues) = try await rowImport.run(rows(Self.header, Self.lines), chunk: chunk)
        #expect(counts == summary(read: 3, added: 2))
        #expect(issues.isEmpty)
        #expect(try await world.store.voyages.findByNumber(.stub("V1")).get().schedule.movements.count == 2)
        var again = ImportVoyages(world.kit)
        #expect(try await again.run(rows(Self.header, Self.lines), chunk: chunk).summary == summary(read: 3, unchanged: 2))
    }

    @Test(
        "an invalid row rejects its whole voyage, with all of its rows reported, and no other voyage",
        arguments: [
            (["V1,HKHKG,x,JPTYO,y"], ["2 arrivalTime instant_invalid rejected"]),
            (
                [lines[0], "V1,JPTYO,2026-01-06T00:00:00Z,ZZZZZ,2026-01-09T00:00:00Z"],
                ["2 location_not_found rejected", "3 location_not_found rejected"]
            ),
            ([lines[1], lines[0]], ["2 schedule_not_connected rejected", "3 schedule_not_connected rejected"]),
            ([lines[0], "V1,JPTYO"], ["3 row_too_short rejected"]),
            ([lines[0], "V1,JPTYO", lines[1]], ["2 voyage_rejected rejected", "3 row_too_short rejected", "4 voyage_rejected rejected"]),
            (
                [lines[0], "V1,JPTYO,,,", lines[1]],
                [
                    "2 voyage_rejected rejected", "3 arrivalLocation field_required rejected", "4 voyage_rejected rejected",
                ]
            ),
            ([",HKHKG,2026-01-03T00:00:00Z,JPTYO,2026-01-05T00:00:00Z"], ["2 voyageNumber field_required rejected"]),
            (["V1,HKHKG,2026-01-03T00:00:00Z,HKHKG,2026-01-05T00:00:00Z"], ["2 movement_locations_equal rejected"]),
        ] as [([String], [String])]
    )
    func bad(lines: [String], expected: [String]) async throws {
        let world = try await World()
        var rowImport = ImportVoyages(world.kit)
        let (counts, issues) = try await rowImport.run(rows(Self.header, lines + [Self.lines[2]]), chunk: 100)
        #expect(issues.sorted() == expected.sorted())
        let isFirstGood = lines.count == 2 && expected == ["3 row_too_short rejected"]
        #expect(counts == summary(read: lines.count + 1, added: isFirstGood ? 2 : 1, rejected: expected.count))
    }

    @Test("a voyage that appears again with another schedule is voyage_already_exists, in a dry run too", arguments: [true, false])
    func again(isDryRun: Bool) async throws {
        let world = try await World()
        var rowImport = ImportVoyages(world.kit, isDryRun: isDryRun)
        let file = [Self.lines[0], Self.lines[2], Self.lines[0], "V2,JPTYO,2026-01-06T00:00:00Z,SESTO,2026-01-09T00:00:00Z"]
        let (counts, issues) = try await rowImport.run(rows(Self.header, file))
        #expect(counts == summary(read: 4, added: 2, unchanged: 1, rejected: 1))
        #expect(issues == ["5 voyage_already_exists rejected"])
        #expect(world.faults.calls(of: .saveVoyage) == (isDryRun ? 0 : 2))
    }

    @Test("VOY-2: 500 movements make a voyage; with more, every row is reported", arguments: [500, 501, 1003])
    func long(count: Int) async throws {
        let world = try await World()
        let ports = ["HKHKG", "JPTYO"]
        let lines = (0..<count).map { n in
            "V1,\(ports[n % 2]),\(Instant.stub(day: n)),\(ports[(n + 1) % 2]),\(Instant.stub(day: n, hour: 1))"
        }
        var rowImport = ImportVoyages(world.kit)
        let (counts, _) = try await rowImport.run(rows(Self.header, lines), chunk: 100)
        #expect(counts == (count == 500 ? summary(read: 500, added: 1) : summary(read: count, rejected: count)))
    }

    static let detailed = header + ",carrier,carrier_voyage_numbers,mode,vessel_imo,vessel_name"

    @Test("VOY-5: the first row of a voyage has its details, with the carrier's numbers in any order")
    func details() async throws {
        let world = try await World()
        var rowImport = ImportVoyages(world.kit)
        let file = [
            Self.lines[0] + ",MAEU,053E | 052W|053E,VESSEL,9074729,Ever Given", Self.lines[1] + ",ignored,|,,x,",
            Self.lines[2] + ",,,,9074728,", "V3" + Self.lines[2].dropFirst(2) + ",,,,,",
        ]
        let (counts, issues) = try await rowImport.run(rows(Self.detailed, file))
        #expect(counts == summary(read: 4, added: 2, rejected: 1))
        #expect(issues == ["4 vesselImo imo_number_invalid rejected"])
        let details = try VoyageDetails(
            carrier: CarrierCode("MAEU"),
            carrierVoyageNumbers: [CarrierVoyageNumber("052W"), CarrierVoyageNumber("053E")],
            mode: .vessel,
            vessel: Vessel(imoNumber: IMONumber("9074729"), name: VesselName("Ever Given"))
        )
        #expect(try await world.store.voyages.findByNumber(.stub("V1")).get().details == details)
        #expect(try await world.store.voyages.findByNumber(.stub("V3")).get().details == nil)
    }

    @Test("an import that updates known voyages reschedules and describes those that differ, and lists cargos", arguments: [true, false])
    func updates(isDryRun: Bool) async throws {
        let world = try await World()
        try await world.addStubVoyages()
        try await world.addCargo(itinerary: .stub())
        let leg = try #require(Itinerary.stub().legs.last)
        let late = Instant.stub(day: 21)
        let file = [
            "\(leg.voyageNumber),\(leg.loadLocation),\(leg.loadTime),\(leg.unloadLocation),\(late),MAEU,,,,", Self.lines[2] + ",,,,,",
            Self.lines[2] + ",MAEU,,,,", Self.lines[2] + ",,,,,",
        ]
        var affected: [TrackingId] = []
        var total = ImportSummary()
        for line in file {
            var rowImport = ImportVoyages(world.kit, isDryRun: isDryRun, updatesKnown: true)
            _ = try await rowImport.take(rows(Self.detailed, line)).get()
            let step = try await rowImport.finish().get()
            total = total + step.summary
            affected += step.affectedCargos.map(\.trackingId)
        }
        #expect((total.added, total.updated, total.unchanged) == (isDryRun ? (3, 1, 0) : (1, 2, 1)))
        #expect(affected == (isDryRun ? [] : [.stub("ABC123")]))
        let voyage = try await world.store.voyages.findByNumber(leg.voyageNumber).get()
        #expect((voyage.schedule.movements.last?.arrivalTime == late) == !isDryRun)
        #expect((voyage.details?.carrier?.text == "MAEU") == !isDryRun)
    }

    @Test("a JSON line can hold a whole voyage")
    func whole() async throws {
        let world = try await World()
        let movement: Input = [
            "arrivalLocation": "JPTYO", "arrivalTime": "2026-01-05T00:00:00Z", "departureLocation": "HKHKG",
            "departureTime": "2026-01-03T00:00:00Z",
        ]
        let voyage: Input = ["schedule": [movement], "voyageNumber": "V1"]
        let lines = [voyage, ["schedule": [], "voyageNumber": "V2"], "no object"].enumerated().map {
            ImportRow(line: $0 + 1, text: "", content: .fields($1))
        }
        var rowImport = ImportVoyages(world.kit)
        let (counts, issues) = try await rowImport.run(lines)
        #expect(counts == summary(read: 3, added: 1, rejected: 2))
        #expect(issues == ["2 schedule schedule_empty rejected", "3  shape_invalid rejected"])
    }
}
