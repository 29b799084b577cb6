import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

@Suite("Journal repair")
struct JournalRepairTests {
    static let segment = "/store/seg-000001.jsonl"

    private static func open(_ disk: MemoryFileSystem) async throws(DomainError) -> JSONFileStore {
        try await JSONFileStore.open(
            "/store",
            clock: FixedClock(.stub(day: 30)),
            trackingIds: SequenceTrackingIdGenerator([]),
            options: .alone(disk, marks: true)
        )
    }

    /// Saves an event with its cargo.
    private static func register(_ event: HandlingEvent, in store: JSONFileStore) async throws {
        let history = try await store.handlingEvents.findHistory(of: .stub()).get()
        let cargo = try await store.cargos.findByTrackingId(.stub()).get().derivingDeliveryProgress(from: try history.adding(event))
        try await store.handlingUnitOfWork.save(event, after: history, with: cargo).get()
    }

    /// Returns a store with cargo ABC123 at version 5, cargo DEF at version 1, a location and two handling events, and the offsets of its
    /// lines.
    private static func sample() async throws -> (disk: MemoryFileSystem, bytes: [UInt8], starts: [Int]) {
        let disk = MemoryFileSystem()
        let store = try await open(disk)
        try await store.cargos.save(.stub()).get()
        try await store.cargos.save(try await store.cargos.findByTrackingId(.stub()).get().assigned(to: .stub())).get()
        let events = [HandlingEvent.stub(), HandlingEvent.stub(.load, at: "HKHKG", voyage: "V100", completed: .stub(day: 2))]
        for event in events { try await register(event, in: store) }
        try await store.cargos.save(.stub("DEF")).get()
        try await store.locations.save([.stub()]).get()
        let routed = try await store.cargos.findByTrackingId(.stub()).get()
        try await store.cargos.save(try routed.changingDeadline(to: .stub(day: 90), at: .stub())).get()
        await store.close()
        let bytes = try #require(disk[segment])
        return (disk, bytes, [0] + bytes.indices.filter { bytes[$0] == RecordLine.newline }.map { $0 + 1 })
    }

    private static func state(of store: JSONFileStore, _ id: String = "ABC123") async -> String {
        switch await store.cargos.findByTrackingId(.stub(id)) {
        case .success(let cargo): "\(cargo.version) \(cargo.routeSpecification.arrivalDeadline)"
        case .failure(let error): error.code.rawValue
        }
    }

    @Test("An intact store isn't changed")
    func sound() async throws {
        let sample = try await Self.sample()
        let store = try await Self.open(sample.disk)
        let paths = sample.disk.paths
        #expect(try await store.repair().get().isEmpty)
        #expect(sample.disk.paths.filter { !$0.hasSuffix("COMPACT.lock") } == paths)
        #expect(
            try await JSONFileStore.open(
                "/none",
                clock: FixedClock(),
                trackingIds: SequenceTrackingIdGenerator([]),
                options: .alone(MemoryFileSystem())
            ).repair().get().isEmpty
        )
    }

    @Test("REP-3: the outbox is read past an event whose record is damaged")
    func damagedEvent() async throws {
        let sample = try await Self.sample()
        sample.disk[Self.segment]?[sample.starts[1] + 200] ^= 2
        let events = try await Self.open(sample.disk).events
        let entries = try await events.entries(after: 0, limit: 9).get()
        #expect(entries.map(\.sequence) == [1, 2, 3, 4, 5, 6])
        guard case .unreadable(let lost) = entries[1] else {
            Issue.record("event 2 is read")
            return
        }
        #expect(lost.error.code == .corruptRecord)
        #expect(lost.aggregate == nil)
        #expect(try await events.entries(after: 1, limit: 1).get() == [entries[1]])
        #expect(try await events.events(after: 0, limit: 9).get().map(\.sequence) == [1])
        #expect(await events.events(after: 1, limit: 9).failure?.code == .corruptRecord)
        #expect(try await events.events(after: 2, limit: 9).get().map(\.sequence) == [3, 4, 5, 6])
    }

    @Test("REP-5: a lost newest record is corrupt_record after a repair, never an older state; saves work again")
    func lost() async throws {
        let sample = try await Self.sample()
        let line = sample.starts[8]
        sample.disk[Self.segment]?[line + 200] ^= 2
        let store = try await Self.open(sample.disk)
        #expect(await store.cargos.save(.stub("NEW")).failure?.code == .corruptRecord)
        let report = try await store.repair().get()
        #expect(report.lost == ["cargo ABC123"])
        #expect(report.removals.map(\.file) == ["seg-000001.jsonl"])
        #expect(report.removals.map(\.offset) == [line])
        #expect(report.removals.map(\.record) == ["cargo ABC123"])
        var damaged = Array(sample.bytes[line..<sample.starts[9]])
        damaged[200] ^= 2
        #expect(sample.disk[try #require(report.removals.first?.quarantineFile)] == damaged)
        for reader in [store, try await Self.open(sample.disk)] {
            #expect(await Self.state(of: reader) == "corrupt_record")
            #expect(try await reader.cargos.findByTrackingId(.stub("DEF")).get().version == 1)
            #expect(try await reader.handlingEvents.findHistory(of: .stub()).get().events.count == 2)
        }
        try await store.cargos.save(.stub("NEW")).get()
        // The sequence number of the lost event isn't reused.
        #expect(try await store.events.events(after: 0, limit: 9).get().map(\.sequence) == [1, 2, 3, 4, 5, 7])
        #expect(try await store.verify().get().map(\.record) == ["cargo ABC123"])
        #expect(try await store.repair().get().lost == ["cargo ABC123"])
    }

    @Test("Older states are restored on request as a new version, at once or later, even after a compaction")
    func accepted() async throws {
        for isLater in [false, true] {
            let sample = try await Self.sample()
            sample.disk[Self.segment]?[sample.starts[8] + 200] ^= 2
            let store = try await Self.open(sample.disk)
            if isLater {
                #expect(try await store.repair().get().restored == [])
                #expect(try await store.compact().get() != nil)
                #expect(await Self.state(of: store) == "corrupt_record")
            }
            #expect(try await store.repair(acceptingOlder: true).get().restored == ["cargo ABC123"])
            for reader in [store, try await Self.open(sample.disk)] {
                #expect(await Self.state(of: reader) == "6 \(Cargo.stub().routeSpecification.arrivalDeadline)")
                #expect(try await reader.verify().get() == [])
            }
            let cargo = try await store.cargos.findByTrackingId(.stub()).get()
            #expect(cargo.itinerary == .stub())
            try await store.cargos.save(try cargo.changingDeadline(to: .stub(day: 91), at: .stub())).get()
            #expect(try await store.repair(acceptingOlder: true).get().isEmpty)
        }
    }

    @Test("A lost handling event makes the history corrupt_record until its loss is accepted; then events can be registered again")
    func lostLink() async throws {
        let sample = try await Self.sample()
        sample.disk[Self.segment]?[sample.starts[2] + 100] ^= 1
        let store = try await Self.open(sample.disk)
        #expect(try await store.repair().get().lost == ["handling ABC123"])
        #expect(await store.handlingEvents.findHistory(of: .stub()).failure?.code == .corruptRecord)
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 5)
        #expect(try await store.repair(acceptingOlder: true).get().restored == ["handling ABC123"])
        let history = try await store.handlingEvents.findHistory(of: .stub()).get()
        #expect(history.events.map(\.activity.type) == [.load])
        #expect(history.revision == 3)
        try await Self.register(.stub(), in: store)
        #expect(try await Self.open(sample.disk).handlingEvents.findHistory(of: .stub()).get().events.count == 2)
        #expect(try await store.verify().get() == [])
    }

    @Test("A record without an older state is removed once its loss is accepted")
    func nothingOlder() async throws {
        let sample = try await Self.sample()
        sample.disk[Self.segment]?[sample.starts[6] + 100] ^= 1
        let store = try await Self.open(sample.disk)
        #expect(try await store.repair(acceptingOlder: true).get().restored == ["cargo DEF"])
        #expect(await Self.state(of: store, "DEF") == "cargo_not_found")
        #expect(try await store.verify().get() == [])
        #expect(try await store.cargos.findForCustomer(.stub()).get().map(\.trackingId) == [.stub()])
    }

    @Test("Damage within a document is attributed to the record whose header is intact")
    func structural() async throws {
        let sample = try await Self.sample()
        let document = sample.starts[8] + 220
        for place in document..<document + 40 { sample.disk[Self.segment]?[place] = 0 }
        let store = try await Self.open(sample.disk)
        #expect(try await store.repair().get().lost == ["cargo ABC123"])
        #expect(try await store.cargos.findByTrackingId(.stub("DEF")).get().version == 1)
        try await store.cargos.save(.stub("NEW")).get()
    }

    @Test("If the lost record's id is unknown, nothing is changed unless older states are accepted")
    func unknown() async throws {
        let sample = try await Self.sample()
        for place in sample.starts[8]..<sample.starts[9] { sample.disk[Self.segment]?[place] = 0 }
        let before = sample.disk[Self.segment]
        let store = try await Self.open(sample.disk)
        let error = await store.repair().failure
        #expect(error?.code == .corruptRecord)
        #expect(error?.cause?.hasPrefix("seg-000001.jsonl at offset \(sample.starts[8])") == true)
        #expect(sample.disk[Self.segment] == before)
        let report = try await store.repair(acceptingOlder: true).get()
        #expect(report.removals.map(\.length) == [sample.starts[9] - sample.starts[8]])
        #expect(await Self.state(of: store) == "4 \(Cargo.stub().routeSpecification.arrivalDeadline)")
        try await store.cargos.save(.stub("NEW")).get()
        // The lost event had sequence number 6, which isn't reused.
        #expect(try await store.events.events(after: 5, limit: 9).get().allSatisfy { $0.sequence > 6 })
        #expect(try await store.events.events(after: 0, limit: 9).get().count == 6)
        #expect(try await store.verify().get() == [])
    }

    @Test("Any flipped bit of a closed store can be repaired: intact records read as before, lost ones fail, and saves work")
    func anyBit() async throws {
        let sample = try await Self.sample()
        let right = try await Self.open(sample.disk)
        let states = [await Self.state(of: right), await Self.state(of: right, "DEF")]
        let dataEnd = sample.starts[9]
        var wrong: [String] = []
        for bit in stride(from: 0, to: dataEnd * 8, by: 199) {
            let disk = sample.disk.copy()
            disk[Self.segment]?[bit / 8] ^= 1 << UInt8(bit % 8)
            let store = try await Self.open(disk)
            let report = try await store.repair().get()
            if report.removals.count != 1 { wrong.append("\(bit): \(report)") }
            for (id, state) in zip(["ABC123", "DEF"], states) {
                let found = await Self.state(of: store, id)
                if found != state, found != "corrupt_record" || !report.lost.contains("cargo \(id)") {
                    wrong.append("\(bit): \(id) \(found)")
                }
            }
            if await store.cargos.save(.stub("NEW")).failure != nil { wrong.append("\(bit): not written") }
            _ = try await store.repair(acceptingOlder: true).get()
            if try await !store.verify().get().isEmpty { wrong.append("\(bit): not sound") }
        }
        #expect(wrong == [])
    }

    @Test("Repairing a torn tail only moves it to quarantine")
    func torn() async throws {
        let sample = try await Self.sample()
        sample.disk[Self.segment]? += Array("{\"~crc\":\"00".utf8)
        let store = try await Self.open(sample.disk)
        #expect(store.engine.recoveredTails.map(\.range.count) == [11])
        #expect(try await store.verify().get().map(\.problem) == [.tornTail])
        let report = try await store.repair().get()
        #expect(report.removals == [])
        #expect(report.lost == [])
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 5)
    }
}
