#if Postgres
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@testable import CargoPostgres

@Suite("The PostgreSQL store under contract")
struct PostgresContractTests {
    private static func backend(_ url: String, _ schema: String) async throws -> RepositoryBackend {
        let store = try await PostgresStore.open(
            url,
            schema: schema,
            clock: FixedClock(),
            trackingIds: SequenceTrackingIdGenerator(RepositoryContract.trackingIds),
            options: PostgresOptions(connections: 4, waitTimeLimit: 60_000)
        )
        return RepositoryBackend(
            cargos: store.cargos,
            handlingEvents: store.handlingEvents,
            voyages: store.voyages,
            locations: store.locations,
            events: store.events,
            bookingKeys: store.bookingKeys,
            handlingUnitOfWork: store.handlingUnitOfWork,
            outboxLanes: store.outboxLanes,
            now: .stub(),
            reopen: { try await backend(url, schema) },
            plantBrokenCargo: { trackingId, customerId in
                let document = """
                    {"customerId":"\(customerId)","delivery":{"isMisdirected":false,"isUnloadedAtDestination":false,"routingStatus":"NOT_ROUTED",\
                    "transportStatus":"NOT_RECEIVED"},"origin":"CNHKG","routeSpecification":{"arrivalDeadline":"2026-02-01T00:00:00.000Z",\
                    "destination":"CNHKG","origin":"CNHKG"},"trackingId":"\(trackingId)","version":1}
                    """
                let write = JournalWrite(
                    kind: .cargo,
                    id: trackingId.text,
                    expectedVersion: 0,
                    customer: customerId.text,
                    document: Array(document.utf8)
                )
                #expect(await store.records.commit([write]) == .committed)
            }
        )
    }

    @Test("keeps its promises, REP-1 to REP-8", arguments: RepositoryContract.checks)
    func contract(check: ContractCheck) async throws {
        try await check.run(Self.backend(TestServer.shared.get().url, TestServer.newSchema()))
    }

    @Test("REP-3: relays over it keep theirs", arguments: RelayContract.checks)
    func relays(check: ContractCheck) async throws {
        try await check.run(Self.backend(TestServer.shared.get().url, TestServer.newSchema()))
    }
}
#endif
