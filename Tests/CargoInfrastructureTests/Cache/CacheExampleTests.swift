import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

/// The examples of docs/cache.md, as they stand there (./tool check-examples).
struct CacheExampleTests {
    private let id = TrackingId.stub("ABC123")
    private let temporary = TemporaryDirectory()
    private var directory: String { temporary.store }

    @Test func `remote only`() async throws {
        let remote = try await service()
        let cargos: any CargoRepository = remote
        let cargo = try await cargos.findByTrackingId(id).get()
        #expect(cargo.trackingId == id)
    }

    @Test func `local only`() async throws {
        try await JSONFileStore.open(directory).cargos.save(.stub("ABC123")).get()
        let store = try await JSONFileStore.open(directory)
        let cargos: any CargoRepository = store.cargos
        let cargo = try await cargos.findByTrackingId(id).get()
        #expect(cargo.trackingId == id)
    }

    @Test func cached() async throws {
        let remote = try await service()
        let cargos = CachedCargoRepository(
            remote: remote,
            cache: try await JSONFileCargoCache.open(directory),
            policy: .localFirst,
            timeToLive: try TimeToLive(.seconds(30))
        )
        let shown = try await cargos.fetch(id).get()
        let status = shown.value.delivery.transportStatus
        let line = shown.isStale ? "\(status), as of \(shown.asOf)" : "\(status)"
        #expect(line == "notReceived")
    }

    private func service() async throws -> any CargoRepository {
        let cargos = InMemoryStore().cargos
        try await cargos.save(.stub("ABC123")).get()
        return cargos
    }
}
