import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure
@testable import CargoPostgres

@Suite("The PostgreSQL store under contract")
struct PostgresContractTests {
    /// A server behind a PgBouncer in transaction mode, which lends a connection for one transaction at a time.
    static let pooled = Result { try TestServer(["fsync=off", "pooler=transaction"]) }

    static func backend(
        _ url: String,
        _ schema: String,
        preparesStatements: Bool = true,
        distribution: PostgresDistribution? = nil
    ) async throws -> RepositoryBackend {
        let store = try await PostgresStore.open(
            url,
            schema: schema,
            clock: FixedClock(),
            trackingIds: SequenceTrackingIdGenerator(RepositoryContract.trackingIds),
            options: distribution == nil
                ? PostgresOptions(connections: 4, poolTimeout: .seconds(60), preparesStatements: preparesStatements)
                : TestServer.citusOptions
        )
        return RepositoryBackend(
            store,
            now: .stub(),
            reopen: { try await backend(url, schema, preparesStatements: preparesStatements, distribution: distribution) },
            insertBrokenCargo: { trackingId, customerId in
                let write = RecordWrite(
                    kind: .cargo,
                    id: trackingId.text,
                    expectedVersion: 0,
                    customer: customerId.text,
                    document: RepositoryBackend.brokenCargo(trackingId, customerId)
                )
                #expect(await store.records.commit([write]) == .committed)
            },
            insertBrokenLocation: { unLocode in
                let document = RepositoryBackend.brokenLocation(unLocode)
                let write = RecordWrite(kind: .location, id: unLocode.text, expectedVersion: 0, document: document)
                #expect(await store.records.commit([write]) == .committed)
            },
            insertUnreadableEvent: { cargo in
                var write = try store.base.cargoRepository.write(of: cargo)
                write.events = [RepositoryBackend.unreadableEvent(of: cargo)]
                #expect(await store.records.commit([write]) == .committed)
            }
        )
    }

    @Test("skips no check")
    func skipped() async throws {
        let checks =
            RepositoryContract.checks + RelayContract.checks + SubscriptionContract.checks + CarrierEventContract.checks
            + AccessContract.checks
        #expect(checks.skipped(by: try await Self.backend(TestServer.shared.get().url, TestServer.newSchema())).map(\.description) == [])
    }

    @Test("fulfils the repository contract, REP-1 to REP-11", arguments: RepositoryContract.checks)
    func contract(check: ContractCheck) async throws {
        try await check.run(Self.backend(TestServer.shared.get().url, TestServer.newSchema()))
    }

    @Test("REP-1, REP-2: tokens and sign-outs in it fulfil the access contract", arguments: AccessContract.checks)
    func access(check: ContractCheck) async throws {
        try await check.run(Self.backend(TestServer.shared.get().url, TestServer.newSchema()))
    }

    @Test("REP-3: relays over it fulfil the relay contract", arguments: RelayContract.checks)
    func relays(check: ContractCheck) async throws {
        try await check.run(Self.backend(TestServer.shared.get().url, TestServer.newSchema()))
    }

    @Test("REP-1, REP-2: carriers' events in it fulfil their contract", arguments: CarrierEventContract.checks)
    func carrierEvents(check: ContractCheck) async throws {
        try await check.run(Self.backend(TestServer.shared.get().url, TestServer.newSchema()))
    }

    @Test("REP-2, REP-3: subscriptions in it fulfil the subscription contract", arguments: SubscriptionContract.checks)
    func subscriptions(check: ContractCheck) async throws {
        try await check.run(Self.backend(TestServer.shared.get().url, TestServer.newSchema()))
    }

    @Test("fulfils the contract behind a pooler in transaction mode", arguments: RepositoryContract.checks)
    func pooler(check: ContractCheck) async throws {
        let url = try Self.pooled.get().url + "&port=6432"
        try await check.run(Self.backend(url, TestServer.newSchema(), preparesStatements: false))
    }
}
