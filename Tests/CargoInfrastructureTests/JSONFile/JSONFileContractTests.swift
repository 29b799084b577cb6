import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure

@Suite("The JSON-file store under contract")
struct JSONFileContractTests {
    let directory = TemporaryDirectory()

    private static func backend(_ path: String, _ options: JournalOptions) async throws -> RepositoryBackend {
        let store = try await JSONFileStore.open(
            path,
            clock: FixedClock(),
            trackingIds: SequenceTrackingIdGenerator(RepositoryContract.trackingIds),
            options: options
        )
        return RepositoryBackend(
            cargos: store.cargos,
            handlingEvents: store.handlingEvents,
            voyages: store.voyages,
            locations: store.locations,
            events: store.events,
            bookingKeys: store.bookingKeys,
            now: .stub(),
            reopen: { try await backend(path, options) },
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
                #expect(await store.engine.commit([write]) == .committed)
            }
        )
    }

    @Test("keeps its promises, REP-1 to REP-8, with an engine for all in the process", arguments: RepositoryContract.checks)
    func contract(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.store, JournalOptions()))
    }

    @Test("keeps its promises, REP-1 to REP-8, with an engine for each opener, as between processes", arguments: RepositoryContract.checks)
    func contractBetweenEngines(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.store, .alone(marks: true)))
    }
}
