import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Foundation

/// What it costs that plans are followed: an estimate with every scan, announcements with every reschedule.
let planBenchmarks = [
    Benchmark(name: "register-scan", goal: 1.3, better: .lower, peer: "the-same-without-an-estimate") {
        try await ScanSample.cost(of: 500) { ScanSample.inMemory }
    },
    Benchmark(name: "register-scan-durable", goal: 1.3, better: .lower, peer: "the-same-without-an-estimate") {
        try await TemporaryStores.run { stores in try await ScanSample.cost(of: 50) { try await stores.open() } }
    },
    Benchmark(name: "reschedule-among-others", goal: 1.2, better: .lower, peer: "1000-cargos-among-2000") {
        try await TemporaryStores.run { stores in
            let large = try await RescheduleSample(stores.open(), cargos: 1000, others: 200_000)
            let small = try await RescheduleSample(stores.open(), cargos: 1000, others: 1000)
            return try await compare(rounds: 9) {
                try await large.reschedule()
            } peer: {
                try await small.reschedule()
            }.cost
        }
    },
]

/// Cargos on their route that are scanned, with and without an estimate.
private struct ScanSample {
    static var inMemory: any CargoStore { InMemoryStore(clock: FixedClock()) }

    private let kit: CargoKit
    private let clock = FixedClock()
    private let ids: [TrackingId]

    private init(_ store: any CargoStore, count: Int) async throws {
        kit = CargoKit(store: store, clock: clock)
        try await store.addStubWorld()
        ids = (0..<count).map { .stub("CARGO\($0)") }
        for id in ids { try await store.cargos.save(.stub(id.text, itinerary: .stub())).get() }
        for id in ids { try await kit.handle(.receive, of: id, at: .stub("HKHKG"), completed: .stub()) }
    }

    /// Returns the time of a scan as a multiple of the time without an estimate.
    static func cost(of count: Int, in open: () async throws -> any CargoStore) async throws -> Double {
        let ours = try await ScanSample(try await open(), count: count)
        let peer = try await ScanSample(try await open(), count: count)
        var round: Int64 = 0
        var peerRound: Int64 = 0
        return try await compare(rounds: 15) {
            round += 1
            for id in ours.ids { try await ours.scan(id, round) }
        } peer: {
            peerRound += 1
            for id in peer.ids { try await peer.scanWithoutEstimate(id, peerRound) }
        }.cost
    }

    private func scan(_ id: TrackingId, _ round: Int64) async throws {
        clock.set(to: .stub(day: 1))
        try await kit.handle(.customs, of: id, at: .stub("HKHKG"), completed: .stub(day: 0, millisecond: Int(round)))
    }

    /// The steps of a registration, but for the voyages of the route and what they say.
    private func scanWithoutEstimate(_ id: TrackingId, _ round: Int64) async throws {
        let store = kit.store
        _ = try await store.cargos.findByTrackingId(id).get()
        _ = try await store.locations.findAll([.stub("HKHKG")]).get()
        let event = HandlingEvent.stub(.customs, at: "HKHKG", completed: .stub(day: 0, millisecond: Int(round)), of: id.text)
        let history = try await store.handlingEvents.findHistory(of: id).get()
        let cargo = try await store.cargos.findByTrackingId(id).get()
        let derived = try cargo.derivingDeliveryProgress(from: try history.adding(event))
        try await store.repositories.handlingUnitOfWork.save(event, after: history, with: derived).get()
    }
}

/// Cargos of which some wait for a voyage that is put off and put back.
private final class RescheduleSample: Sendable {
    let kit: CargoKit

    init(_ store: any CargoStore, cargos: Int, others: Int) async throws {
        kit = CargoKit(store: store, clock: FixedClock())
        try await store.addStubWorld()
        let direct = Itinerary.stub(.stub("V900", from: "HKHKG", at: .stub(day: 2), to: "SESTO", at: .stub(day: 20)))
        for start in stride(from: 0, to: others, by: 1000) {
            try await Self.save((start..<min(start + 1000, others)).map { .stub("OTHER\($0)", itinerary: direct) }, store)
        }
        try await Self.save((0..<cargos).map { .stub("CARGO\($0)", itinerary: .stub()) }, store)
    }

    private static func save(_ cargos: [Cargo], _ store: any CargoStore) async throws {
        guard let store = store as? JSONFileStore else { throw BenchmarkSkipped("not a JSON-file store") }
        try store.saveBlocking(cargos).get()
    }

    /// Puts the voyage off, so that every cargo misses its connection, and back.
    func reschedule() async throws {
        for day in [10, 8] {
            let movement = CarrierMovement.stub(from: "HKHKG", at: .stub(day: 2), to: "USNYC", at: .stub(day: day))
            try await kit.rescheduleVoyage(.stub("V100"), to: .stub([movement]))
        }
    }
}

extension CargoStore {
    /// Adds the locations and voyages of the stub itinerary.
    fileprivate func addStubWorld() async throws {
        try await locations.save([.stub("HKHKG"), .stub("USNYC"), .stub("USCHI"), .stub("SESTO")]).get()
        for leg in Itinerary.stub().legs {
            let movement = CarrierMovement.stub(
                from: leg.loadLocation.text,
                at: leg.loadTime,
                to: leg.unloadLocation.text,
                at: leg.unloadTime
            )
            try await voyages.save(.register(number: leg.voyageNumber, schedule: .stub([movement]))).get()
        }
    }
}

/// JSON-file stores in a directory that is removed at the end.
private final class TemporaryStores {
    private let directory: URL
    private var stores: [JSONFileStore] = []

    private init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("cargo-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    static func run(_ body: (TemporaryStores) async throws -> Double) async throws -> Double {
        let stores = try TemporaryStores()
        defer { try? FileManager.default.removeItem(at: stores.directory) }
        let ratio = try await body(stores)
        for store in stores.stores { await store.close() }
        return ratio
    }

    func open() async throws -> JSONFileStore {
        let store = try await JSONFileStore.open(directory.appendingPathComponent("store-\(stores.count)").path)
        stores.append(store)
        return store
    }
}
