// The examples of docs/contract-suite.md, as they stand there (./tool check-examples), with a store and locations that they may test.
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

private typealias MyStore = InMemoryStore

private struct MyLocations: LocationRepository {
    private let kept = InMemoryStore().locations

    func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> { await kept.findByUnLocode(unLocode) }

    func save(_ locations: [Location]) async -> Result<Void, DomainError> { await kept.save(locations) }

    func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> {
        await kept.findPage(after: unLocode, limit: limit)
    }
}

struct MyStoreTests {
    static func makeBackend() -> RepositoryBackend {
        let store = MyStore(clock: FixedClock(), trackingIds: SequenceTrackingIdGenerator(RepositoryContract.trackingIds))
        return RepositoryBackend(store, now: .stub())
    }

    @Test(arguments: RepositoryContract.checks.supported(by: makeBackend()))
    func `keeps its promises`(check: ContractCheck) async throws { try await check.run(Self.makeBackend()) }

    @Test func `leaves out what only a durable store can show`() {
        let skipped = RepositoryContract.checks.skipped(by: Self.makeBackend())
        #expect(Set(skipped.flatMap(\.missing)) == ["insertBrokenCargo", "insertBrokenLocation", "insertUnreadableEvent", "reopen"])
    }
}

@Test(arguments: RepositoryContract.locationChecks)
func `my locations keep their promises`(check: ContractCheck) async throws {
    try await check.run(RepositoryBackend(InMemoryStore().replacing(locations: MyLocations())))
}

@Test func `a caller can't know whether a save was stored if its answer is lost`() async throws {
    let store = InMemoryStore()
    let faults = FaultInjection()
    let cargos = faults.wrapping(store).cargos
    faults.loseResponse(of: .saveCargo, with: .technical(.storeOutcomeUnknown), times: 1)
    await #expect(throws: DomainError.technical(.storeOutcomeUnknown)) { try await cargos.save(.stub("ABC123")).get() }
    #expect(try await store.cargos.findByTrackingId(.stub("ABC123")).get().version == 1)

    faults.fail(.findCargo, with: .technical(.storeUnavailable), times: 1)
    await #expect(throws: DomainError.technical(.storeUnavailable)) { try await cargos.findByTrackingId(.stub("ABC123")).get() }
    #expect(faults.recordedCalls.last == .findCargo(.stub("ABC123")))
}
