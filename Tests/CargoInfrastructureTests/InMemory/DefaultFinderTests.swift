import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Synchronization
import Testing

/// What a repository gets from the protocol if it has no indexes.
@Suite("Finding cargos without an index")
struct DefaultFinderTests {
    @Test("a small page reads the cargos a thousand at a time")
    func pages() async throws {
        let cargos = PagesOnly()
        for number in 100..<140 {
            let cargo = Cargo.stub("C\(number)")
            let saved = number == 139 ? try cargo.adding(.stub()) : cargo
            #expect(await cargos.store.cargos.save(saved).failure == nil)
        }
        let found = try await cargos.findByReference(.stub(), after: nil, limit: 1).get()
        #expect(found.items.map(\.trackingId) == [.stub("C139")] && found.next == nil)
        #expect(cargos.limits.withLock { $0 } == [1000])
        #expect(await cargos.findAt(.stub(), after: nil, limit: 0).failure?.code == .integerOutOfRange)
    }
}

/// Cargos that can only be listed.
private final class PagesOnly: CargoRepository {
    let store = InMemoryStore(clock: FixedClock())
    let limits = Mutex<[Int]>([])

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> { .failure(.cargoNotFound(trackingId)) }
    func save(_ cargo: Cargo) async -> Result<Void, DomainError> { .failure(.technical(.storeUnavailable)) }
    func nextTrackingId() async -> Result<TrackingId, DomainError> { .failure(.technical(.storeUnavailable)) }
    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> { .success([]) }

    func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        limits.withLock { $0.append(limit) }
        return await store.cargos.findPage(after: trackingId, limit: limit)
    }
}
