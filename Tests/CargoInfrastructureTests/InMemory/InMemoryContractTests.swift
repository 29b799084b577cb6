import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@Suite("The contract on the in-memory store")
struct InMemoryContractTests {
    static func makeBackend() -> RepositoryBackend {
        let store = InMemoryStore(clock: FixedClock(), trackingIds: SequenceTrackingIdGenerator(RepositoryContract.trackingIds))
        return RepositoryBackend(
            store,
            now: .stub(),
            insertBrokenCargo: { trackingId, customerId in
                let record: Input = ["customerId": .text(customerId.text), "trackingId": .text(trackingId.text)]
                let error = DomainError.corruptRecord(rule: "route_origin_is_destination", id: trackingId.text)
                try store.atomically { $0.place(BrokenCargo(record: record, error: error)) }.get()
            },
            insertUnreadableEvent: { cargo in
                try await store.cargos.save(cargo).get()
                store.change { $0.spoilNewestEvent(.corruptRecord(rule: "shape_invalid")) }
            }
        )
    }

    @Test("fulfils the repository contract, REP-1 to REP-11", arguments: RepositoryContract.checks.supported(by: makeBackend()))
    func contract(check: ContractCheck) async throws {
        try await check.run(Self.makeBackend())
    }

    @Test("leaves out the checks that reopen the store")
    func skipped() {
        #expect(
            RepositoryContract.checks.skipped(by: Self.makeBackend()).map(\.description) == [
                "REP-4: an event and its cargo are both there after the store is reopened: needs reopen",
                "REP-9, REP-10, REP-11: what was removed stays so after a restart: needs reopen",
                "REP-4: everything saved is there after the store is reopened: needs reopen",
                "REP-4, REP-2: a failed save isn't there after the store is reopened, and saving works: needs reopen",
                "REP-6: an id in use isn't generated after the store is reopened: needs reopen",
                "REP-5: a corrupt location is corrupt_record with its code and the rule it breaks, and affects no other location: "
                    + "needs insertBrokenLocation",
            ]
        )
        #expect(
            (RelayContract.checks + SubscriptionContract.checks + CarrierEventContract.checks + AccessContract.checks).skipped(
                by: Self.makeBackend()
            ).isEmpty
        )
    }

    @Test("REP-2, REP-3: subscriptions in it fulfil the subscription contract", arguments: SubscriptionContract.checks)
    func subscriptions(check: ContractCheck) async throws {
        try await check.run(Self.makeBackend())
    }

    @Test("REP-1, REP-2: carriers' events in it fulfil their contract", arguments: CarrierEventContract.checks)
    func carrierEvents(check: ContractCheck) async throws {
        try await check.run(Self.makeBackend())
    }

    @Test("REP-1, REP-2: tokens and sign-outs in it fulfil the access contract", arguments: AccessContract.checks)
    func access(check: ContractCheck) async throws {
        try await check.run(Self.makeBackend())
    }

    @Test("REP-3: relays over it fulfil the relay contract", arguments: RelayContract.checks)
    func relays(check: ContractCheck) async throws {
        try await check.run(Self.makeBackend())
    }
}
