import CargoApplication
import CargoDomain
import CargoTesting
import Foundation
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

/// Saving on the caller's own thread, and saving several cargos in one commit.
@Suite("Blocking and batch saves")
struct JSONFileBlockingTests {
    let directory = TemporaryDirectory()

    @Test("REP-2: a save on the caller's thread is visible at once and conflicts like any other, with both versions")
    func blocking() async throws {
        let store = try await JSONFileStore.open(directory.store)
        let other = try await JSONFileStore.open(
            directory.store,
            clock: SystemClock(),
            trackingIds: SystemTrackingIdGenerator(),
            options: .alone()
        )
        let cargo = Cargo.stub()
        try store.saveBlocking(cargo).get()
        let stored = try await other.cargos.findByTrackingId(cargo.trackingId).get()
        #expect(stored.version == 1)
        try await other.cargos.save(stored).get()
        let conflict = DomainError.concurrencyConflict(cargo.trackingId, expected: 1, actual: 2)
        #expect(failure(store.saveBlocking(stored)) == conflict)
        #expect(failure(store.saveBlocking(cargo)) == .concurrencyConflict(cargo.trackingId, expected: 0, actual: 2))
        try store.saveBlocking(try await store.cargos.findByTrackingId(cargo.trackingId).get()).get()
        #expect(try await other.cargos.findByTrackingId(cargo.trackingId).get().version == 3)
        await store.close()
        #expect(failure(store.saveBlocking(stored))?.code == .storeUnavailable)
    }

    @Test("REP-7: of threads and tasks that save one cargo concurrently, exactly one wins each version")
    func threadsAndTasks() async throws {
        let store = try await JSONFileStore.open(directory.store)
        let id = Cargo.stub().trackingId
        try store.saveBlocking(.stub()).get()
        let wins = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            var wins = 0
                            for version in 1...25 as ClosedRange<Int64> {
                                if case .success = store.saveBlocking(.stub(version: version)) { wins += 1 }
                            }
                            continuation.resume(returning: wins)
                        }
                    }
                }
                group.addTask {
                    var wins = 0
                    for _ in 0..<25 {
                        guard case .success(let cargo) = await store.cargos.findByTrackingId(id) else { continue }
                        if case .success = await store.cargos.save(cargo) { wins += 1 }
                    }
                    return wins
                }
            }
            return await group.reduce(0, +)
        }
        #expect(try await store.cargos.findByTrackingId(id).get().version == Int64(wins) + 1)
        #expect(wins > 0)
        await store.close()
    }

    @Test("REP-2: several cargos are stored in one commit or not at all")
    func several() async throws {
        let store = try await JSONFileStore.open(directory.store)
        let cargos = ["AAA", "BBB", "CCC"].map { Cargo.stub($0) }
        try await store.save(cargos).get()
        let stored = try await store.cargos.findByTrackingId(TrackingId("BBB")).get()
        try await store.cargos.save(stored).get()
        let first = try await store.cargos.findByTrackingId(TrackingId("AAA")).get()
        #expect(failure(await store.save([first, stored])) == .concurrencyConflict(stored.trackingId, expected: 1, actual: 2))
        #expect(try await store.cargos.findByTrackingId(TrackingId("AAA")).get().version == 1)
        #expect(failure(await store.save([first, first]))?.code == .concurrencyConflict)
        #expect(try await store.cargos.findByTrackingId(TrackingId("AAA")).get().version == 1)
        try await store.save([]).get()
        await store.close()
    }

    @Test("REP-2: several cargos saved on the caller's thread are stored in one commit or not at all")
    func severalBlocking() async throws {
        let store = try await JSONFileStore.open(directory.store)
        try store.saveBlocking(["AAA", "BBB", "CCC"].map { Cargo.stub($0) }).get()
        let stored = try await store.cargos.findByTrackingId(TrackingId("BBB")).get()
        try store.saveBlocking([stored]).get()
        let first = try await store.cargos.findByTrackingId(TrackingId("AAA")).get()
        #expect(failure(store.saveBlocking([first, stored])) == .concurrencyConflict(stored.trackingId, expected: 1, actual: 2))
        #expect(try await store.cargos.findByTrackingId(TrackingId("AAA")).get().version == 1)
        #expect(failure(store.saveBlocking([first, first])) == .concurrencyConflict(first.trackingId, expected: 1, actual: 2))
        #expect(try await store.cargos.findByTrackingId(TrackingId("AAA")).get().version == 1)
        try store.saveBlocking([Cargo]()).get()
        await store.close()
        #expect(failure(store.saveBlocking([first]))?.code == .storeUnavailable)
    }

    private func failure<Value>(_ result: Result<Value, DomainError>) -> DomainError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
