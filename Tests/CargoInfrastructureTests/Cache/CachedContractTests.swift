import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

/// Runs the repository contract with a cache in front of each remote.
@Suite("The contract on a cached repository")
struct CachedContractTests {
    let directory = TemporaryDirectory()

    /// Returns a remote's backend with a cache in front of its cargos and of the unit of work that saves them.
    static func cached(_ remote: RepositoryBackend, _ cache: any CargoCache, _ policy: CachePolicy) -> RepositoryBackend {
        let cargos = CachedCargoRepository(remote: remote.cargos, cache: cache, policy: policy, clock: FixedClock())
        var reopen: (@Sendable () async throws -> RepositoryBackend)?
        if let open = remote.reopen { reopen = { Self.cached(try await open(), cache, policy) } }
        return RepositoryBackend(
            cargos.wrapping(remote),
            now: remote.now,
            reopen: reopen,
            plantBrokenCargo: remote.plantBrokenCargo,
            plantUnreadableEvent: remote.plantUnreadableEvent
        )
    }

    private static func backend(_ policy: CachePolicy) -> RepositoryBackend {
        cached(InMemoryContractTests.makeBackend(), InMemoryCargoCache(), policy)
    }

    @Test("leaves out the same checks as an in-memory remote, and none with a JSON-file remote")
    func skipped() async throws {
        let checks = RepositoryContract.checks
        let inMemory = checks.skipped(by: InMemoryContractTests.makeBackend()).map(\.description)
        #expect(checks.skipped(by: Self.backend(.localFirst)).map(\.description) == inMemory)
        let remote = try await JSONFileContractTests.backend(directory.store, JournalOptions())
        #expect(checks.skipped(by: Self.cached(remote, InMemoryCargoCache(), .localFirst)).map(\.description) == [])
    }

    @Test(
        "REP-1 to REP-8 hold with an in-memory remote, under every policy",
        arguments: RepositoryContract.checks.supported(by: backend(.localFirst)),
        CachePolicy.allCases
    )
    func inMemory(check: ContractCheck, policy: CachePolicy) async throws {
        try await check.run(Self.backend(policy))
    }

    @Test("REP-1 to REP-8 hold with a JSON-file remote and a cache in a directory", arguments: RepositoryContract.checks)
    func jsonFile(check: ContractCheck) async throws {
        var options = JournalOptions()
        options.durability = .none
        let remote = try await JSONFileContractTests.backend(directory.store, options)
        try await check.run(Self.cached(remote, try await JSONFileCargoCache.open(directory.path + "/cache"), .localFirst))
    }
}
