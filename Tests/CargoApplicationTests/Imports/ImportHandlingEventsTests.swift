import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@Suite("Importing handling events")
struct ImportHandlingEventsTests {
    static let header = "completion_time,tracking_id,type,un_locode,voyage_number"
    static let lines = [
        "2026-01-02T00:00:00Z,AAA,RECEIVE,HKHKG,", "2026-01-02T00:00:00Z,BBB,RECEIVE,HKHKG,", "2026-01-03T00:00:00Z,AAA,LOAD,HKHKG,V100",
        "2026-01-02T00:00:00Z,AAA,RECEIVE,HKHKG,", "2026-01-04T00:00:00Z,AAA,RECEIVE,HKHKG,", "2026-01-03T00:00:00Z,CCC,RECEIVE,HKHKG,",
        "2026-01-03T00:00:00Z,BBB,LOAD,HKHKG,", "2026-01-03T00:00:00Z,BBB,LOAD,HKHKG,V9", "x,BBB,load,HKHKG,", "short",
        "2026-01-05T00:00:00Z,BBB,CLAIM,HKHKG,", "2026-01-06T00:00:00Z,BBB,CUSTOMS,HKHKG,",
    ]
    static let expected = [
        "6 handling_repeated rejected", "7 cargo_not_found rejected", "8 handling_voyage_required rejected",
        "9 voyage_not_found rejected", "10 completionTime instant_invalid rejected", "11 row_too_short rejected",
        "13 cargo_already_claimed rejected",
    ]

    static func world() async throws -> World {
        let world = try await World()
        world.clock.set(to: .stub(day: 30))
        try await world.addStubVoyages()
        for id in ["AAA", "BBB"] { try await world.addCargo(id, itinerary: .stub()) }
        return world
    }

    @Test("HND-3, HND-6: each row is judged by itself, in file order within a cargo", arguments: [1, 3, 100])
    func run(chunk: Int) async throws {
        let world = try await Self.world()
        var rowImport = ImportHandlingEvents(world.kit)
        let (counts, issues) = try await rowImport.run(rows(Self.header, Self.lines), chunk: chunk)
        #expect(counts == summary(read: 12, added: 4, unchanged: 1, rejected: 7))
        #expect(issues == Self.expected)
        #expect(try await world.cargo("AAA").delivery.transportStatus == .onboardCarrier)
        #expect(try await world.cargo("BBB").delivery.transportStatus == .claimed)
    }

    @Test("importing the same file again changes nothing")
    func again() async throws {
        let world = try await Self.world()
        var first = ImportHandlingEvents(world.kit)
        _ = try await first.run(rows(Self.header, Self.lines))
        let before = try await world.eventTypes()
        var second = ImportHandlingEvents(world.kit)
        let (counts, issues) = try await second.run(rows(Self.header, Self.lines))
        #expect(counts == summary(read: 12, unchanged: 5, rejected: 7))
        #expect(issues == Self.expected)
        #expect(try await world.eventTypes() == before)
    }

    @Test("a dry run reports what an import would do and writes nothing", arguments: [1, 3, 100])
    func dryRun(chunk: Int) async throws {
        let world = try await Self.world()
        var rowImport = ImportHandlingEvents(world.kit, isDryRun: true)
        let saves = world.faults.calls(of: .saveCargo)
        let (counts, issues) = try await rowImport.run(rows(Self.header, Self.lines), chunk: chunk)
        #expect(counts == summary(read: 12, added: 4, unchanged: 1, rejected: 7))
        #expect(issues == Self.expected)
        #expect(world.faults.calls(of: .saveCargo) == saves)
        #expect(world.faults.calls(of: .saveHandlingEvent) == 0)
    }

    @Test("a row may name its cargo by a reference that no other cargo has", arguments: [false, true], [1, 3, 100])
    func references(isDryRun: Bool, chunk: Int) async throws {
        let world = try await Self.world()
        try await world.addCargo("CCC")
        try await world.kit.addReference(.stub(), to: .stub("AAA"))
        try await world.kit.addReference(.stub(.booking, "BKG-17"), to: .stub("BBB"))
        for id in ["AAA", "CCC"] { try await world.kit.addReference(.stub(.customer, "Order 4"), to: .stub(id)) }
        var rowImport = ImportHandlingEvents(world.kit, isDryRun: isDryRun)
        let lines = [
            "2026-01-02T00:00:00Z,msku 123456-5,RECEIVE,HKHKG,", "2026-01-02T00:00:00Z,BKG-17,RECEIVE,HKHKG,",
            "2026-01-02T00:00:00Z,Order 4,RECEIVE,HKHKG,", "2026-01-02T00:00:00Z,MSKU1234566,RECEIVE,HKHKG,",
            "2026-01-02T00:00:00Z,?,RECEIVE,HKHKG,", "2026-01-03T00:00:00Z,MSKU1234565,LOAD,HKHKG,V100",
            "2026-01-02T00:00:00Z,BOOKING:BKG-17,RECEIVE,HKHKG,",
        ]
        let (counts, issues) = try await rowImport.run(rows(Self.header, lines), chunk: chunk)
        #expect(counts == summary(read: 7, added: 3, unchanged: 1, rejected: 3))
        #expect(
            issues == [
                "4 trackingId reference_ambiguous rejected", "5 cargo_not_found rejected", "6 trackingId tracking_id_invalid rejected",
            ]
        )
        #expect(try await world.cargo("AAA").delivery.transportStatus == (isDryRun ? .notReceived : .onboardCarrier))
    }

    @Test("200 cargos in one chunk are all handled")
    func wide() async throws {
        let world = try await Self.world()
        for number in 100..<300 { try await world.addCargo("C\(number)") }
        var rowImport = ImportHandlingEvents(world.kit)
        let lines = (100..<300).map { "2026-01-02T00:00:00Z,C\($0),RECEIVE,HKHKG," }
        #expect(try await rowImport.run(rows(Self.header, lines), chunk: 1000).summary == summary(read: 200, added: 200))
    }

    @Test("a store failure ends the import; a corrupt cargo doesn't")
    func failures() async throws {
        let world = try await Self.world()
        world.faults.fail(.findCargo, with: .corruptRecord(rule: "DLV-10", id: "AAA"), times: 1)
        var rowImport = ImportHandlingEvents(world.kit)
        let step = try await rowImport.take(rows(Self.header, [Self.lines[0]])).get()
        #expect(step.issues.map(\.code) == ["corrupt_record"])
        world.faults.fail(.saveHandlingEvent, with: .technical(.storeFull))
        #expect(await rowImport.take(rows(Self.header, Self.lines)).failure == .technical(.storeFull))
    }
}
