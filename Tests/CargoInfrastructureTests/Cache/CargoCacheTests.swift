import CargoDomain
import CargoTesting
import CargoWire
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

/// The promises of every cache, in memory or in a directory.
@Suite("Cargo caches")
struct CargoCacheTests {
    enum Kind: String, CaseIterable, Sendable {
        case inMemory, jsonFile
    }

    let directory = TemporaryDirectory()

    private func makeCache(_ kind: Kind) async throws -> any CargoCache {
        switch kind {
        case .inMemory: InMemoryCargoCache()
        case .jsonFile: try await JSONFileCargoCache.open(directory.store, options: .alone())
        }
    }

    private static func put(_ entries: [CachedCargo], into cache: any CargoCache) async throws {
        try await cache.update(entries.map(\.cargo.trackingId)) { id, _ in entries.first { $0.cargo.trackingId == id } }.get()
    }

    @Test("CCH-5: putting an entry replaces any version", arguments: Kind.allCases)
    func entries(kind: Kind) async throws {
        let cache = try await makeCache(kind)
        #expect(try await cache.find(.stub()).get() == nil)
        for entry in [
            CachedCargo.stub(version: 5), .stub(version: 2, millisecond: 7), .stub(version: 9_007_199_254_740_991, inDoubt: true),
        ] {
            try await Self.put([entry], into: cache)
            #expect(try await cache.find(.stub()).get() == entry)
        }
    }

    @Test("CCH-6: a removed entry is gone from every list, and can be put again", arguments: Kind.allCases)
    func removal(kind: Kind) async throws {
        let cache = try await makeCache(kind)
        try await Self.put([.stub(), .stub("OTHER")], into: cache)
        try await cache.update([.stub(), .stub("NOBODY")]) { _, _ in nil }.get()
        #expect(try await cache.find(.stub()).get() == nil)
        #expect(try await cache.findForCustomer(.stub()).get() == [.stub("OTHER")])
        #expect(try await cache.findPage(after: nil, limit: 9).get().items == [.stub("OTHER")])
        try await Self.put([.stub(version: 1)], into: cache)
        #expect(try await cache.find(.stub()).get() == .stub())
    }

    @Test("CCH-9: a customer's entries and pages of all entries are ordered by tracking id", arguments: Kind.allCases)
    func lists(kind: Kind) async throws {
        let cache = try await makeCache(kind)
        let entries: [CachedCargo] = [.stub("CCC"), .stub("AAA", customer: "CUST-2"), .stub("BBB"), .stub("DDD")]
        try await Self.put(entries, into: cache)
        #expect(try await cache.findForCustomer(.stub()).get().map(\.cargo.trackingId.text) == ["BBB", "CCC", "DDD"])
        #expect(try await cache.findForCustomer(.stub("CUST-3")).get() == [])
        let first = try await cache.findPage(after: nil, limit: 3).get()
        #expect(first.items.map(\.cargo.trackingId.text) == ["AAA", "BBB", "CCC"])
        #expect(first.next == .stub("CCC"))
        let last = try await cache.findPage(after: .stub("CCC"), limit: 3).get()
        #expect(last.items == [.stub("DDD")])
        #expect(last.next == nil)
        for limit in [0, 1001] {
            #expect(await cache.findPage(after: nil, limit: limit).failure == .invalid(.integerOutOfRange, text: String(limit)))
        }
    }

    @Test("20 concurrent updates of an entry lose none", arguments: Kind.allCases)
    func concurrency(kind: Kind) async throws {
        let cache = try await makeCache(kind)
        try await Self.put([.stub(version: 1)], into: cache)
        await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    let outcome = await cache.update([.stub()]) { _, old in .stub(version: (old?.cargo.version ?? 0) + 1) }
                    #expect(outcome.failure == nil)
                }
            }
        }
        #expect(try await cache.find(.stub()).get()?.cargo.version == 21)
    }

    @Test("CCH-3, CCH-5: a cache in a directory keeps its entries and their ages over a restart")
    func restart() async throws {
        let first = try await JSONFileCargoCache.open(directory.store, options: .alone())
        let entries: [CachedCargo] = [.stub(version: 3, millisecond: 500), .stub("OTHER", millisecond: 2, inDoubt: true)]
        try await Self.put(entries, into: first)
        await first.close()
        let clock = FixedClock()
        let cargos = CachedCargoRepository(
            remote: HeldRemote(),
            cache: try await JSONFileCargoCache.open(directory.store, options: .alone()),
            timeToLive: .stub(1000),
            clock: clock
        )
        #expect(try await cargos.cache.findPage(after: nil, limit: 9).get().items == entries)
        clock.set(to: .stub(day: 0, millisecond: 1499))
        #expect(
            try await cargos.fetch(.stub()).get()
                == Fetched(value: .stub(version: 3), asOf: .stub(day: 0, millisecond: 500), source: .cache, isStale: false)
        )
    }

    @Test("all openers of a cache directory share its entries")
    func shared() async throws {
        let one = try await JSONFileCargoCache.open(directory.store, options: .alone())
        let other = try await JSONFileCargoCache.open(directory.store, options: .alone())
        try await Self.put([.stub()], into: one)
        #expect(try await other.find(.stub()).get() == .stub())
        try await other.update([.stub()]) { _, _ in nil }.get()
        #expect(try await one.find(.stub()).get() == nil)
    }

    @Test("CCH-5, CCH-10: an entry that breaks a rule is never served and is replaced by the remote's result")
    func brokenEntry() async throws {
        let engine = try await JournalEngine.open(directory.store, kinds: [JournalKind("cached")], options: .alone())
        let documents = [
            "AAA": #"{"asOf":"2026-01-01T00:00:00.000Z","cargo":{},"isInDoubt":false}"#, "BBB": "[]",
            "CCC": CachedCargo.stub("DDD").canonicalText,
        ]
        for (id, document) in documents {
            let write = JournalWrite(
                kind: JournalKind("cached"),
                id: id,
                expectedVersion: 0,
                customer: "CUST-1",
                document: Array(document.utf8)
            )
            #expect(await engine.commit([write]) == .committed)
        }
        let cache = try await JSONFileCargoCache.open(directory.store, options: .alone())
        #expect(try await cache.findForCustomer(.stub()).get() == [])
        let world = CacheFixture(cache: cache)
        for id in documents.keys {
            #expect(await cache.find(.stub(id)).failure?.code == .corruptRecord)
            let stored = try await world.savedElsewhere(.stub(id))
            #expect(try await world.cargos.fetch(.stub(id)).get() == .remote(stored, asOf: .stub()))
            #expect(try await cache.find(.stub(id)).get() == .stub(id))
        }
    }
}
