import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

/// Carriers' events in the files of a store, whose headers say their state.
struct CarrierEventFileTests {
    let directory = TemporaryDirectory()

    private func open() async throws -> JSONFileStore {
        var options = JournalOptions.alone(marks: true)
        options.snapshotMinimum = 0
        return try await JSONFileStore.open(
            directory.store,
            clock: FixedClock(),
            trackingIds: SequenceTrackingIdGenerator([]),
            options: options
        )
    }

    /// Returns the ids of waiting and of applied events.
    private func ids(in store: JSONFileStore) async throws -> [[CarrierEventId]] {
        let events = try #require(store.carrierEvents)
        return [
            try await events.ids(.open, of: nil, after: nil, limit: 100).get(),
            try await events.ids(.applied, of: "MAEU", after: nil, limit: 100).get(),
        ]
    }

    @Test func `their states are found after a compaction, and from a snapshot, and the files are sound`() async throws {
        let store = try await open()
        let events = try #require(store.carrierEvents)
        let all = (0..<20).map { CarrierEvent.stub($0) }
        #expect(try await events.save(all).get())
        let applied = all.prefix(15).map { $0.stored(as: 1).entering(.applied(at: .stub(day: 2), to: nil)) }
        #expect(try await events.save(applied).get())
        #expect(try await events.save(applied.prefix(5).map { $0.stored(as: 2).emptied }).get())
        #expect(try await events.save(CarrierLog(trackingId: .stub())).get())
        let expected = [all[15...].map(\.id), all[5..<15].map(\.id)]
        #expect(try await ids(in: store) == expected)
        #expect(try await store.compact().get() != nil)
        #expect(try await store.verify().get() == [])
        #expect(try await ids(in: store) == expected)
        await store.close()
        let again = try await open()
        #expect(try await again.statistics().get().snapshot?.wasUsed == true)
        #expect(try await ids(in: again) == expected)
        #expect(try await again.verify().get() == [])
        await again.close()
    }

    @Test func `one whose header says another state than its document is corrupt, and the others aren't`() async throws {
        let store = try await open()
        let events = try #require(store.carrierEvents)
        #expect(try await events.save([.stub(1)]).get())
        let lie = CarrierEvent.stub(2)
        var write = RecordWrite(kind: .carrierEvent, id: lie.id.text, expectedVersion: 0, document: CarrierEventRecord.encode(lie))
        write.status = "APPLIED"
        #expect(await store.records.commit([write]) == .committed)
        await #expect { try await events.find(lie.id).get() } throws: { ($0 as? DomainError)?.code == .corruptRecord }
        #expect(try await events.findPage(.applied, of: nil, after: nil, limit: 10).get().items == [])
        #expect(try await events.findPage(.open, of: nil, after: nil, limit: 10).get().items == [CarrierEvent.stub(1).stored(as: 1)])
        #expect(try await store.verify().get().map(\.record) == ["carrierevent \(lie.id)"])
        await store.close()
    }
}
