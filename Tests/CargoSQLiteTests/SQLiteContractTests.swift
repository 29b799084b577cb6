#if SQLite
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@testable import CargoSQLite

@Suite("The SQLite store under contract")
struct SQLiteContractTests {
    let directory = TemporaryDirectory()

    private static func backend(_ path: String) async throws -> RepositoryBackend {
        let store = try await SQLiteStore.open(
            path,
            clock: FixedClock(),
            trackingIds: SequenceTrackingIdGenerator(RepositoryContract.trackingIds)
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
            reopen: { try await backend(path) },
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
                #expect(await store.repositories.store.commit([write]) == .committed)
            }
        )
    }

    @Test("keeps its promises, REP-1 to REP-8", arguments: RepositoryContract.checks)
    func contract(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.path + "/cargo.sqlite"))
    }

    @Test("REP-3: relays over it keep theirs", arguments: RelayContract.checks)
    func relays(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.path + "/cargo.sqlite"))
    }
}
#endif
