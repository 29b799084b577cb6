import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

/// The repositories over HTTP, with the real service, keep the same promises as the repositories of its store.
///
/// The checks run one at a time. Each has a service and up to 40 sockets, and Foundation's `Process.run` on Linux reads past the end of a
/// buffer in a process with about 1,360 or more open files.
@Suite("The remote store under contract", .serialized)
struct RemoteContractTests {
    @Test("skips the checks of relays, of what is removed, which is done at the store, and of versions, which the service doesn't tell")
    func skipped() async throws {
        try await RemoteService.run { service in
            let skipped = RepositoryContract.checks.skipped(by: try service.backend())
            #expect(skipped.filter { $0.missing == ["versions"] }.count == 3)
            #expect(skipped.filter { $0.missing == ["retention"] }.count == 10)
            #expect(
                skipped.filter { $0.missing != ["versions"] && $0.missing != ["retention"] }.map(\.description) == [
                    "REP-3, REP-5: an unreadable event doesn't hide the events before and after it: needs insertUnreadableEvent",
                    "REP-5: a corrupt location is corrupt_record with its code and the rule it breaks, and affects no other location: "
                        + "needs insertBrokenLocation",
                ]
            )
            let others = RelayContract.checks + SubscriptionContract.checks + CarrierEventContract.checks
            #expect(others.supported(by: try service.backend()).isEmpty)
        }
    }

    /// The checks that a backend over any service supports.
    static let checks: [ContractCheck] = {
        guard let backend = try? RemoteService(port: 1, store: InMemoryStore()).backend() else { return RepositoryContract.checks }
        return RepositoryContract.checks.supported(by: backend)
    }()

    @Test("fulfils the repository contract, REP-1 to REP-8", arguments: checks)
    func contract(check: ContractCheck) async throws {
        try await RemoteService.run { service in try await check.run(service.backend()) }
    }

    @Test(
        "fulfils the contract behind a cache in a directory, REP-1 to REP-8",
        arguments: checks,
        [CachePolicy.localFirst, .remoteFirst]
    )
    func cached(check: ContractCheck, policy: CachePolicy) async throws {
        try await CacheDirectory.with { path in
            let cargos = try await JSONFileCargoCache.open(path + "/cargos")
            let tracking = try await JSONFileTrackingCache.open(path + "/tracking")
            try await RemoteService.run { service in
                try await check.run(
                    service.backend { remote in
                        CachedCargoRepository(remote: remote.cargos, cache: cargos, policy: policy, clock: FixedClock())
                            .wrapping(remote, tracking: tracking)
                    }
                )
            }
            await cargos.close()
            await tracking.close()
        }
    }
}
