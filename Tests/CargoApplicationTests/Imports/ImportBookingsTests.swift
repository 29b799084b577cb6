import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@Suite("Importing bookings")
struct ImportBookingsTests {
    static let header = "origin,destination,arrival_deadline,customer_id,tracking_id,idempotency_key,references"
    static let lines = [
        "HKHKG,SESTO,2026-03-01T00:00:00Z,ACME,,,", "HKHKG,SESTO,2026-03-01T00:00:00Z,ACME,,,",
        "HKHKG,SESTO,2026-03-01T00:00:00Z,ACME,AAA,,container:csqu 305438-3;booking:BKG 17", "HKHKG,SESTO,2026-03-01T00:00:00Z,ACME,AAA,,",
        "HKHKG,SESTO,2026-03-02T00:00:00Z,ACME,AAA,,", "HKHKG,SESTO,2026-03-01T00:00:00Z,ACME,,order-1,bill of lading:APLU42",
        "HKHKG,SESTO,2026-03-02T00:00:00Z,ACME,,order-1,", "HKHKG,SESTO,2026-03-01T00:00:00Z,ACME,BBB,,CSQU3054383",
        "HKHKG,SESTO,2026-03-01T00:00:00Z,ACME,BBB,,container:CSQU3054384",
        "HKHKG,SESTO,2026-03-01T00:00:00Z,ACME,BBB,,container:CSQU3054383;equipment:BOX", "HKHKG,HKHKG,2026-03-01T00:00:00Z,ACME,,,",
        "HKHKG,XXXXX,2026-03-01T00:00:00Z,ACME,,,", "HKHKG,SESTO,2025-03-01T00:00:00Z,ACME,,,", "HKHKG,SESTO,soon,ACME,,,",
        "HKHKG,SESTO,2026-03-01T00:00:00Z,,,,", "HKHKG,SESTO,2026-03-01T00:00:00Z,ACME,,a b,", "short",
    ]
    static let expected = [
        "6 tracking_id_in_use rejected", "8 idempotency_key_reused rejected", "9 references reference_type_invalid rejected",
        "10 references reference_invalid rejected", "11 container_already_assigned rejected", "12 route_origin_is_destination rejected",
        "13 location_not_found rejected", "14 deadline_not_in_future rejected", "15 arrivalDeadline instant_invalid rejected",
        "16 customerId field_required rejected", "17 idempotencyKey idempotency_key_invalid rejected", "18 row_too_short rejected",
    ]

    static let ids = (1...50).map { "ID\($0)" }

    /// The stored cargos with their references.
    static func cargos(_ world: World) async throws -> [Cargo] {
        try await world.kit.store.cargos.findForCustomer(.stub("ACME")).get()
    }

    @Test("an invalid row leaves the others alone, in file order", arguments: [1, 3, 100])
    func run(chunk: Int) async throws {
        let world = try await World(ids: Self.ids)
        var rowImport = ImportBookings(world.kit)
        let (counts, issues) = try await rowImport.run(rows(Self.header, Self.lines), chunk: chunk)
        #expect(counts == summary(read: 17, added: 4, unchanged: 1, rejected: 12))
        #expect(issues == Self.expected)
        #expect(try await Self.cargos(world).count == 4)
        #expect(try await world.cargo("AAA").references == [.stub(.container, "CSQU3054383"), .stub(.booking, "BKG 17")])
    }

    @Test("importing the same file again changes nothing, also after the deadlines")
    func again() async throws {
        let world = try await World(ids: Self.ids)
        var first = ImportBookings(world.kit)
        _ = try await first.run(rows(Self.header, Self.lines))
        let before = try await Self.cargos(world)
        world.clock.set(to: .stub("2027-01-01T00:00:00Z"))
        var second = ImportBookings(world.kit)
        let (counts, issues) = try await second.run(rows(Self.header, Self.lines), chunk: 5)
        #expect(counts == summary(read: 17, unchanged: 5, rejected: 12))
        #expect(issues.count == 12)
        #expect(try await Self.cargos(world) == before)
    }

    @Test("of equal rows without a key and an id, each is a cargo, wherever they stand")
    func repetitions() async throws {
        let world = try await World(ids: Self.ids)
        let row = "HKHKG,SESTO,2026-03-01T00:00:00Z,ACME,,,booking:1;booking:2"
        let other = "HKHKG,SESTO,2026-03-01T00:00:00.000+00:00,ACME,,,booking:2; booking:1"
        var first = ImportBookings(world.kit)
        #expect(try await first.run(rows(Self.header, row, other, row)).summary == summary(read: 3, added: 3))
        var second = ImportBookings(world.kit)
        #expect(try await second.run(rows(Self.header, other, row, row, row)).summary == summary(read: 4, added: 1, unchanged: 3))
    }

    @Test("a row with a key or an id adds references to its cargo; another one is another cargo")
    func references() async throws {
        let world = try await World(ids: Self.ids)
        let fields = "HKHKG,SESTO,2026-03-01T00:00:00Z,ACME"
        var first = ImportBookings(world.kit)
        _ = try await first.run(rows(Self.header, "\(fields),AAA,,booking:1", "\(fields),,order-1,", "\(fields),,,booking:1"))
        var second = ImportBookings(world.kit)
        let lines = ["\(fields),AAA,,booking:1;booking:2", "\(fields),,order-1,booking:3", "\(fields),,,booking:1;booking:2"]
        var counts = summary(read: 3, added: 1)
        counts.updated = 2
        #expect(try await second.run(rows(Self.header, lines)).summary == counts)
        #expect(try await world.cargo("AAA").references.map(\.value) == ["1", "2"])
    }

    @Test("a dry run reports what an import would do and writes nothing", arguments: [1, 3, 100])
    func dryRun(chunk: Int) async throws {
        let world = try await World(ids: Self.ids)
        var rowImport = ImportBookings(world.kit, isDryRun: true)
        let (counts, issues) = try await rowImport.run(rows(Self.header, Self.lines), chunk: chunk)
        #expect(counts == summary(read: 17, added: 4, unchanged: 1, rejected: 12))
        #expect(issues == Self.expected)
        #expect(try await Self.cargos(world).isEmpty)
        #expect(world.faults.calls(of: .saveCargo) == 0)
    }

    @Test("a step names the cargo of each row; a dry run only those with an id in the file")
    func trackingIds() async throws {
        let world = try await World(ids: Self.ids)
        let rows = rows(Self.header, Array(Self.lines.prefix(4)))
        var dry = ImportBookings(world.kit, isDryRun: true)
        #expect(try await dry.take(rows).get().kept.map { $0.trackingId?.text } == [nil, nil, "AAA", "AAA"])
        var rowImport = ImportBookings(world.kit)
        let kept = try await rowImport.take(rows).get().kept
        #expect(kept.map(\.line) == [2, 3, 4, 5])
        #expect(kept.map(\.isNew) == [true, true, true, false])
        #expect(Set(kept.compactMap(\.trackingId)) == Set(try await Self.cargos(world).map(\.trackingId)))
    }

    @Test("lines of JSON have references as texts or as objects")
    func json() async throws {
        let world = try await World(ids: Self.ids)
        func row(_ line: Int, _ references: Input) -> ImportRow {
            let fields: Input = [
                "arrivalDeadline": "2026-03-01T00:00:00Z", "customerId": "ACME", "destination": "SESTO", "origin": "HKHKG",
                "references": references, "trackingId": .text("AA\(line)"),
            ]
            return ImportRow(line: line, text: "", content: .fields(fields))
        }
        var rowImport = ImportBookings(world.kit)
        let lines = [
            row(1, ["booking:1;2", ["type": "CONTAINER", "value": "CSQU3054383"]]), row(2, ["booking:1", "?"]), row(3, 3),
            row(4, [["type": "CONTAINER", "value": "csqu3054383"]]),
        ]
        let (counts, issues) = try await rowImport.run(lines)
        #expect(counts == summary(read: 4, added: 1, rejected: 3))
        #expect(
            issues == [
                "2 references[1] reference_type_invalid rejected", "3 references shape_invalid rejected",
                "4 references[0] reference_invalid rejected",
            ]
        )
        #expect(try await world.cargo("AA1").references == [.stub(.container, "CSQU3054383"), .stub(.booking, "1;2")])
    }

    @Test(
        "after a store failure, the same file books the rest, with its references",
        arguments: [FaultInjection.Operation.saveCargo, .findCargo],
        0..<6
    )
    func failures(point: FaultInjection.Operation, after count: Int) async throws {
        let world = try await World(ids: Self.ids)
        let fields = "HKHKG,SESTO,2026-03-01T00:00:00Z,ACME"
        let lines = rows(Self.header, "\(fields),,,booking:1;booking:2", "\(fields),,,booking:1;booking:2")
        world.faults.fail(point, with: .technical(.storeFull), after: count, times: 1)
        var first = ImportBookings(world.kit)
        _ = await first.take(lines)
        var second = ImportBookings(world.kit)
        #expect(try await second.run(lines).summary.rejected == 0)
        let cargos = try await Self.cargos(world)
        #expect(cargos.map { $0.references.map(\.value) } == [["1", "2"], ["1", "2"]])
    }
}
