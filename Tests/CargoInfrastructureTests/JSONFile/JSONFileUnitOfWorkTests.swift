import CargoApplication
import CargoDomain
import CargoTesting
import Synchronization
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Handling events and their cargos in one commit")
struct JSONFileUnitOfWorkTests {
    private static func open(_ path: String, _ disk: any FileSystem) async throws(DomainError) -> JSONFileStore {
        try await JSONFileStore.open(
            path,
            clock: FixedClock(.stub(day: 30)),
            trackingIds: SequenceTrackingIdGenerator([]),
            options: .alone(disk)
        )
    }

    /// Returns a store with the stub cargo on its route, and the ports of the route.
    private static func prepare(_ path: String, _ disk: any FileSystem) async throws -> JSONFileStore {
        let store = try await open(path, disk)
        try await store.locations.save([.stub(), .stub("SESTO", name: "Stockholm")]).get()
        try await store.cargos.save(.stub(itinerary: .stub())).get()
        return store
    }

    private static func receive(in store: JSONFileStore) async -> Result<RegisterHandlingEvent.Response, DomainError> {
        await RegisterHandlingEvent(CargoKit(store: store, clock: store.clock)).execute(
            .init(trackingId: .stub(), type: .receive, location: .stub(), completionTime: .stub(day: 1))
        )
    }

    /// Returns whether the event is stored, and whether the cargo reflects it.
    private static func state(of store: JSONFileStore) async throws -> [Bool] {
        [
            try await store.handlingEvents.findHistory(of: .stub()).get().events.count == 1,
            try await store.cargos.findByTrackingId(.stub()).get().delivery.transportStatus == .inPort,
            try await store.events.events(after: 0, limit: 9).get().contains { $0.fact.type == "CargoHandled" },
        ]
    }

    @Test("REP-3: a registration is one commit; cut at any byte, the file has the event, the cargo and its facts, or none of them")
    func truncated() async throws {
        let disk = MemoryFileSystem()
        let store = try await Self.prepare("/store", disk)
        let before = try #require(disk["/store/seg-000001.jsonl"])
        #expect(try await Self.receive(in: store).get().isNew)
        let after = try #require(disk["/store/seg-000001.jsonl"])
        #expect(after[before.count...].count { $0 == RecordLine.newline } == 2)
        for length in before.count...after.count {
            let copy = disk.copy()
            copy["/store/seg-000001.jsonl"] = Array(after[..<length])
            let state = try await Self.state(of: Self.open("/store", copy))
            #expect(state == Array(repeating: length == after.count, count: 3), "\(length)")
        }
    }

    @Test("REP-4: whichever call fails, a registration is stored with its cargo or not at all", arguments: [EIO, ENOSPC])
    func everyCallFails(number: Int32) async throws {
        for name in ["fstat", "stat", "read", "write", "truncate", "syncData", "lock"] {
            for count in 0..<40 {
                let directory = TemporaryDirectory()
                let disk = FaultyFileSystem()
                let didFail = Mutex(false)
                let store = try await Self.prepare(directory.store, disk)
                disk.setRule { call, _, place in
                    guard call == name, place == count else { return nil }
                    didFail.withLock { $0 = true }
                    return .error(number)
                }
                let result = await Self.receive(in: store)
                let isStored = if case .success = result { true } else { false }
                let state = try await Self.state(of: Self.open(directory.store, POSIXFileSystem()))
                #expect(state == [isStored, isStored, isStored], "\(name) \(count)")
                if !didFail.withLock({ $0 }) { break }
            }
        }
    }
}
