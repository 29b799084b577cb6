import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

@Suite("The contract on the JSON-file store")
struct JSONFileContractTests {
    let directory = TemporaryDirectory()

    static func backend(_ path: String, _ options: JournalOptions) async throws -> RepositoryBackend {
        let store = try await JSONFileStore.open(
            path,
            clock: FixedClock(),
            trackingIds: SequenceTrackingIdGenerator(RepositoryContract.trackingIds),
            options: options
        )
        return RepositoryBackend(
            store,
            now: .stub(),
            reopen: { try await backend(path, options) },
            insertBrokenCargo: { trackingId, customerId in
                let write = RecordWrite(
                    kind: .cargo,
                    id: trackingId.text,
                    expectedVersion: 0,
                    customer: customerId.text,
                    document: RepositoryBackend.brokenCargo(trackingId, customerId)
                )
                #expect(await store.recordStore.commit([write]) == .committed)
            },
            insertBrokenLocation: { unLocode in
                let document = RepositoryBackend.brokenLocation(unLocode)
                let write = RecordWrite(kind: .location, id: unLocode.text, expectedVersion: 0, document: document)
                #expect(await store.recordStore.commit([write]) == .committed)
            },
            insertUnreadableEvent: { cargo in
                var write = try store.base.cargoRepository.write(of: cargo)
                write.events = [RepositoryBackend.unreadableEvent(of: cargo)]
                #expect(await store.recordStore.commit([write]) == .committed)
            }
        )
    }

    @Test("creating makes an empty store and doesn't change an existing one")
    func creating() async throws {
        let store = try await JSONFileStore.open(
            directory.store,
            clock: FixedClock(),
            trackingIds: SequenceTrackingIdGenerator([]),
            options: .alone()
        )
        for _ in 1...2 { try await store.create().get() }
        #expect(directory.names(in: directory.store) == ["LOCK", "MANIFEST.json", "STATE", "seg-000001.jsonl"])
        #expect(try await store.statistics().get().exists)
        try await store.cargos.save(.stub()).get()
        let before = directory.bytes(directory.segment)
        try await store.create().get()
        #expect(directory.bytes(directory.segment) == before)
        #expect(try await store.verify().get() == [])
        await store.close()
    }

    @Test("REP-3: a clock that is set back changes no order and loses nothing; only recorded times go back")
    func clockSetBack() async throws {
        let clock = FixedClock(.stub(day: 30))
        let store = try await JSONFileStore.open(
            directory.store,
            clock: clock,
            trackingIds: SequenceTrackingIdGenerator([]),
            options: .alone(marks: true)
        )
        try await store.cargos.save(.stub()).get()
        clock.set(to: .stub(day: 1))
        try await store.cargos.save(try await store.cargos.findByTrackingId(.stub()).get().assigned(to: .stub())).get()
        await store.close()
        let again = try await JSONFileStore.open(directory.store)
        #expect(try await again.cargos.findByTrackingId(.stub()).get().version == 2)
        let events = try await again.events.events(after: 0, limit: 9).get()
        #expect(events.map(\.sequence) == [1, 2])
        #expect(events.map(\.occurredAt) == [.stub(day: 30), .stub(day: 1)])
        #expect(try await again.verify().get() == [])
    }

    @Test("verifying finds a cargo that breaks a rule, a record with a wrong id, and an invalid reservation")
    func brokenDocuments() async throws {
        let store = try await JSONFileStore.open(directory.store)
        try await store.cargos.save(.stub()).get()
        let sound = CargoRecord.encode(.stub())
        let writes = [
            RecordWrite(kind: .cargo, id: "OTHER", expectedVersion: 0, customer: "CUST-1", document: sound),
            RecordWrite(kind: .bookingKey, id: "key", expectedVersion: 0, document: Array("{}".utf8)),
            RecordWrite(kind: .handling, id: "ABC123", expectedVersion: 0, document: Array("{}".utf8)),
        ]
        #expect(await store.recordStore.commit(writes) == .committed)
        let findings = try await store.verify().get()
        #expect(findings.map(\.problem) == [.document, .document, .document])
        #expect(findings.map(\.record) == ["cargo OTHER", "handling ABC123", "key key"])
        #expect(findings.map(\.file) == ["seg-000001.jsonl", "seg-000001.jsonl", "seg-000001.jsonl"])
        let lines = String(decoding: directory.bytes(directory.segment), as: UTF8.self).split(separator: "\n")
        let starts = ["\"OTHER\",\"v\"", "\"handling\"", "\"key\""].map { text in
            lines.prefix { !$0.contains(text) }.reduce(0) { $0 + $1.utf8.count + 1 }
        }
        #expect(findings.map(\.offset) == starts)
        #expect(try await store.verify(readingDocuments: false).get() == [])
        await store.close()
    }

    @Test("idempotency keys with characters that a record's id can't contain remain distinct")
    func strangeKeys() async throws {
        let store = try await JSONFileStore.open(directory.store)
        let keys = try ["\"", "%22", "\\", "%5C", "%", "%25", String(repeating: "\"", count: 255)].map(IdempotencyKey.init)
        for (place, key) in keys.enumerated() {
            #expect(try await store.idempotencyKeys.reserve(key, for: .stub("CARGO-\(place)")).get() == .stub("CARGO-\(place)"))
        }
        let again = try await JSONFileStore.open(
            directory.store,
            clock: FixedClock(),
            trackingIds: SequenceTrackingIdGenerator([]),
            options: .alone()
        )
        for (place, key) in keys.enumerated() { #expect(try await again.idempotencyKeys.find(key).get() == .stub("CARGO-\(place)")) }
        await store.close()
    }

    @Test("leaves out no check")
    func skipped() async throws {
        let checks =
            RepositoryContract.checks + RelayContract.checks + SubscriptionContract.checks + CarrierEventContract.checks
            + AccessContract.checks
        #expect(checks.skipped(by: try await Self.backend(directory.store, JournalOptions())).map(\.description) == [])
    }

    @Test("fulfils the contract, REP-1 to REP-11, with one engine in the process", arguments: RepositoryContract.checks)
    func contract(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.store, JournalOptions()))
    }

    @Test(
        "fulfils the contract, REP-1 to REP-11, with an engine for each opener, as between processes",
        arguments: RepositoryContract.checks
    )
    func contractBetweenEngines(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.store, .alone(marks: true)))
    }

    @Test(
        "REP-2, REP-3: subscriptions in it fulfil the subscription contract, as between processes",
        arguments: SubscriptionContract.checks
    )
    func subscriptions(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.store, .alone(marks: true)))
    }

    @Test("REP-1, REP-2: carriers' events in it fulfil their contract, as between processes", arguments: CarrierEventContract.checks)
    func carrierEvents(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.store, .alone(marks: true)))
    }

    @Test("REP-1, REP-2: tokens and sign-outs in it fulfil the access contract", arguments: AccessContract.checks)
    func access(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.store, .alone(marks: true)))
    }

    @Test("REP-3: relays over it fulfil the relay contract, as between processes", arguments: RelayContract.checks)
    func relays(check: ContractCheck) async throws {
        try await check.run(Self.backend(directory.store, .alone(marks: true)))
    }
}
