#if Server
import CargoTesting
import Testing

/// The repositories over HTTP, on the real service, keep every promise that those on its store keep.
@Suite("The remote store under contract")
struct RemoteContractTests {
    @Test("keeps its promises, REP-1 to REP-8", arguments: RepositoryContract.checks)
    func contract(check: ContractCheck) async throws {
        try await RemoteService.run { service in try await check.run(service.backend()) }
    }
}
#endif
