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
            insertBrokenCargo: remote.insertBrokenCargo,
            insertBrokenLocation: remote.insertBrokenLocation,
            insertUnreadableEvent: remote.insertUnreadableEvent
        )
    }

    private static func backend(_ policy: CachePolicy) -> RepositoryBackend {
        cached(InMemoryContractTests.makeBackend(), InMemoryCargoCache(), policy)
    }

    /// The checks of versions and of what is removed, which a cache leaves to its remote.
    private static let versionChecks = Set(
        RepositoryContract.checks.skipped(by: backend(.localFirst)).filter(isLeftToTheRemote).map(\.check.description)
    )

    private static func isLeftToTheRemote(_ skipped: SkippedCheck) -> Bool {
        skipped.missing.contains("versions") || skipped.missing.contains("retention")
    }

    @Test("leaves out the checks of versions, and otherwise the same as the remote")
    func skipped() async throws {
        let checks = RepositoryContract.checks
        let inMemory = checks.skipped(by: InMemoryContractTests.makeBackend()).map(\.description)
        let cached = checks.skipped(by: Self.backend(.localFirst)).filter { !Self.isLeftToTheRemote($0) }
        #expect(cached.map(\.description) == inMemory.filter { !$0.hasPrefix("REP-9") })
        #expect(Self.versionChecks.count == 3 + checks.count { $0.rules.contains { ["REP-9", "REP-10", "REP-11"].contains($0) } })
        let remote = try await JSONFileContractTests.backend(directory.store, JournalOptions())
        let skipped = checks.skipped(by: Self.cached(remote, InMemoryCargoCache(), .localFirst))
        #expect(Set(skipped.map(\.check.description)) == Self.versionChecks)
    }

    @Test(
        "REP-1 to REP-8 hold with an in-memory remote, under every policy",
        arguments: RepositoryContract.checks.supported(by: backend(.localFirst)),
        CachePolicy.allCases
    )
    func inMemory(check: ContractCheck, policy: CachePolicy) async throws {
        try await check.run(Self.backend(policy))
    }

    @Test(
        "REP-1 to REP-8 hold with a JSON-file remote and a cache in a directory",
        arguments: RepositoryContract.checks.filter { !versionChecks.contains($0.description) }
    )
    func jsonFile(check: ContractCheck) async throws {
        var options = JournalOptions()
        options.durability = .none
        let remote = try await JSONFileContractTests.backend(directory.store, options)
        try await check.run(Self.cached(remote, try await JSONFileCargoCache.open(directory.path + "/cache"), .localFirst))
    }
}
