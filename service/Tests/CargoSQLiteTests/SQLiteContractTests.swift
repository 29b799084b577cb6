import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure
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
            store,
            now: .stub(),
            reopen: { try await backend(path) },
            insertBrokenCargo: { trackingId, customerId in
                let write = RecordWrite(
                    kind: .cargo,
                    id: trackingId.text,
                    expectedVersion: 0,
                    customer: customerId.text,
                    document: RepositoryBackend.brokenCargo(trackingId, customerId)
                )
                #expect(await store.base.store.commit([write]) == .committed)
            },
            insertBrokenLocation: { unLocode in
                let document = RepositoryBackend.brokenLocation(unLocode)
                let write = RecordWrite(kind: .location, id: unLocode.text, expectedVersion: 0, document: document)
                #expect(await store.base.store.commit([write]) == .committed)
            },
            insertUnreadableEvent: { cargo in
                var write = try store.base.cargoRepository.write(of: cargo)
                write.events = [RepositoryBackend.unreadableEvent(of: cargo)]
                #expect(await store.base.store.commit([write]) == .committed)
            }
        )
    }

    @Test("skips no check")
    func skipped() async throws {
        let checks =
            RepositoryContract.checks + RelayContract.checks + SubscriptionContract.checks + CarrierEventContract.checks
            + AccessContract.checks
        #expect(checks.skipped(by: try await Self.backend(directory.path + "/cargo.sqlite")).map(\.description) == [])
    }

    @Test("fulfils the repository contract, REP-1 to REP-11", arguments: RepositoryContract.checks)
    func contract(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.path + "/cargo.sqlite"))
    }

    @Test("REP-2, REP-3: subscriptions in it fulfil the subscription contract", arguments: SubscriptionContract.checks)
    func subscriptions(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.path + "/cargo.sqlite"))
    }

    @Test("REP-1, REP-2: carriers' events in it fulfil their contract", arguments: CarrierEventContract.checks)
    func carrierEvents(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.path + "/cargo.sqlite"))
    }

    @Test("REP-1, REP-2: tokens and sign-outs in it fulfil the access contract", arguments: AccessContract.checks)
    func access(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.path + "/cargo.sqlite"))
    }

    @Test("REP-3: relays over it fulfil the relay contract", arguments: RelayContract.checks)
    func relays(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.path + "/cargo.sqlite"))
    }
}
