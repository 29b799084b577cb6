import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure

/// The promises of repositories, kept with a cache before the remote: the same whatever the remote.
@Suite("A cached repository under contract")
struct CachedContractTests {
    let directory = TemporaryDirectory()

    /// A remote's backend with its cargos, and the unit of work that saves them, behind a cache.
    static func cached(_ remote: RepositoryBackend, _ cache: any CargoCache, _ policy: CachePolicy) -> RepositoryBackend {
        let cargos = CachedCargoRepository(remote: remote.cargos, cache: cache, policy: policy, clock: FixedClock())
        var reopen: (@Sendable () async throws -> RepositoryBackend)?
        if let open = remote.reopen { reopen = { Self.cached(try await open(), cache, policy) } }
        var unitOfWork: (any HandlingUnitOfWork)?
        if let remote = remote.handlingUnitOfWork { unitOfWork = CachedHandlingUnitOfWork(remote: remote, cargos: cargos) }
        return RepositoryBackend(
            cargos: cargos,
            handlingEvents: remote.handlingEvents,
            voyages: remote.voyages,
            locations: remote.locations,
            events: remote.events,
            bookingKeys: remote.bookingKeys,
            handlingUnitOfWork: unitOfWork,
            now: remote.now,
            reopen: reopen,
            plantBrokenCargo: remote.plantBrokenCargo
        )
    }

    @Test("REP-1 to REP-8 hold before a remote in memory, under every policy", arguments: RepositoryContract.checks, CachePolicy.allCases)
    func inMemory(check: ContractCheck, policy: CachePolicy) async throws {
        try await check.run(Self.cached(InMemoryContractTests.makeBackend(), InMemoryCargoCache(), policy))
    }

    @Test("REP-1 to REP-8 hold before a JSON-file remote with a cache in a directory", arguments: RepositoryContract.checks)
    func jsonFile(check: ContractCheck) async throws {
        var options = JournalOptions()
        options.durability = .none
        let remote = try await JSONFileContractTests.backend(directory.store, options)
        try await check.run(Self.cached(remote, try await JSONFileCargoCache.open(directory.path + "/cache"), .localFirst))
    }
}
