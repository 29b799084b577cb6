import CargoApplication
import CargoDomain
import CargoTesting
import Dispatch
import Synchronization
import Testing

@testable import CargoInfrastructure

@Suite("A store called from the main actor leaves it free")
@MainActor struct CallerActorTests {
    @Test func `an in-memory store runs off the main actor`() async throws {
        let witness = Witness()
        try await use(InMemoryStore(clock: witness, trackingIds: witness))
        #expect(witness.calls.contains("now") && witness.calls.contains("next"))
        #expect(witness.callsOnMain == [])
    }

    /// Calls the repositories of a store from the main actor.
    private func use(_ store: some CargoStore) async throws {
        #expect(Witness.isOnMain, "the test itself runs on the main actor")
        let id = try await store.cargos.nextTrackingId().get()
        let cargo = Cargo.stub(id.text)
        try await store.cargos.save(cargo).get()
        #expect(try await store.cargos.findByTrackingId(id).get() == cargo.saved())
        #expect(try await store.cargos.findPage(after: nil, limit: 10).get().items.count == 1)
        try await store.locations.save([.stub()]).get()
        try await store.voyages.save(.stub()).get()
        _ = try await store.handlingEvents.save(.stub(of: id.text), after: HandlingHistory(trackingId: id, events: [])).get()
        #expect(try await store.events.events(after: 0, limit: 10).get().count == 1)
    }
}

/// Notes what a store calls, and which of the calls run on the main actor's queue.
private final class Witness: DomainClock, TrackingIdGenerator {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isOnMain: Bool { DispatchQueue.getSpecific(key: key) == true }

    private let noted = Mutex<(all: Set<String>, onMain: Set<String>)>(([], []))

    var calls: Set<String> { noted.withLock { $0.all } }
    var callsOnMain: Set<String> { noted.withLock { $0.onMain } }

    func note(_ call: String) {
        let isOnMain = Self.isOnMain
        noted.withLock {
            $0.all.insert(call)
            if isOnMain { $0.onMain.insert(call) }
        }
    }

    func now() -> Instant {
        note("now")
        return .stub()
    }

    func next() -> TrackingId? {
        note("next")
        return .stub("MAIN1")
    }
}
