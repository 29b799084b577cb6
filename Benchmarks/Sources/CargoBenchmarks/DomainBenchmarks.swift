import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Synchronization

/// The domain's work and the in-memory store, against the simplest code that does part of it.
let domainBenchmarks = [
    Benchmark(name: "derive-delivery", goal: 4, better: .lower, peer: "encoding-the-same-cargo") {
        let lives = LifeSample.lives(200)
        let histories = lives.map(\.history)
        let cargos = lives.map(\.cargo)
        return try await compare {
            for _ in 0..<20 {
                for (cargo, history) in zip(cargos, histories) { blackHole(try cargo.derivingDeliveryProgress(from: history)) }
            }
        } peer: {
            for _ in 0..<20 {
                for cargo in cargos { blackHole(CargoRecord.encode(cargo)) }
            }
        }.cost
    },
    Benchmark(name: "in-memory-find", goal: 3, better: .lower, peer: "Dictionary-behind-a-Mutex") {
        let sample = try await StoreSample(count: 10_000)
        return try await compare {
            for id in sample.ids { blackHole(await sample.store.cargos.findByTrackingId(id)) }
        } peer: {
            for id in sample.ids { blackHole(sample.plain.withLock { $0[id] }) }
        }.cost
    },
    Benchmark(name: "in-memory-save", goal: 6, better: .lower, peer: "Dictionary-behind-a-Mutex") {
        let sample = try await StoreSample(count: 10_000)
        var cargos = sample.cargos
        return try await compare {
            for index in cargos.indices {
                try await sample.store.cargos.save(cargos[index]).get()
                cargos[index] = try cargos[index].reconstituted(atVersion: cargos[index].version + 1)
            }
        } peer: {
            for index in cargos.indices {
                let cargo = try cargos[index].reconstituted(atVersion: cargos[index].version + 1)
                sample.plain.withLock { $0[cargo.trackingId] = cargo }
            }
        }.cost
    },
]

/// Cargos with a history.
private enum LifeSample {
    static func lives(_ count: Int) -> [RandomCargoLife] {
        var random = SplitMix64(seed: 1)
        return (0..<count).map { _ in
            var life = RandomCargoLife(using: &random)
            for _ in 0..<30 { life.step(using: &random) }
            return life
        }
    }
}

/// The same cargos in an in-memory store and in a dictionary.
private final class StoreSample: Sendable {
    let store = InMemoryStore()
    let plain: Mutex<[TrackingId: Cargo]>
    let cargos: [Cargo]

    var ids: [TrackingId] { cargos.map(\.trackingId) }

    init(count: Int) async throws {
        var random = SplitMix64(seed: 2)
        var byId: [TrackingId: Cargo] = [:]
        while byId.count < count {
            let cargo = RandomCargoLife(using: &random).cargo
            byId[cargo.trackingId] = cargo
        }
        for cargo in byId.values { try await store.cargos.save(cargo).get() }
        cargos = try byId.values.map { try $0.reconstituted(atVersion: 1) }
        plain = Mutex(byId)
    }
}
