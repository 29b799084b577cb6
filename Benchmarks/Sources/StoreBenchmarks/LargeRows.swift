import CargoDomain
import Foundation

/// Rows that measure stores of a million cargos.
enum LargeRows {
    static var all: [Row] {
        [
            Row(name: "batch-64-large", what: "batches of 64 among 1,000,000 cargos", goal: 5, peer: "SQLite-batch-of-64", run: batches),
            Row(
                name: "save-large-to-small",
                what: "a save among 1,000,000 cargos, cost against 4,000",
                goal: 1.1,
                better: .lower,
                peer: "4000-cargos",
                run: saves
            ),
            Row(name: "find-large", what: "find by id among 1,000,000", goal: 6.5, peer: "GRDB-read") { workshop in
                try await workshop.once("find") { try await findRounds(workshop) }.measurement()
            },
            Row(
                name: "find-of-parts",
                what: "find by id among 1,000,000, time against reading and decoding the same records",
                goal: 1.6,
                better: .lower,
                peer: "pread-and-decode"
            ) { workshop in
                try await workshop.once("find") { try await findRounds(workshop) }.measurement(ours: "parts", peer: "ours")
            },
            Row(name: "open-snapshot", what: "open 1,000,000 with a snapshot, in ms", goal: 20, better: .lower, peer: "millisecond") {
                workshop in
                try await opening(workshop, withSnapshot: true)
            },
            Row(name: "open-scan", what: "open 1,000,000 without a snapshot, in ms", goal: 1000, better: .lower, peer: "millisecond") {
                workshop in
                try await opening(workshop, withSnapshot: false)
            },
            Row(name: "verify-structure-large", what: "verify 1,000,000 without reading documents", goal: 3, peer: "integrity_check") {
                try await verify($0, readingDocuments: false)
            },
            Row(name: "verify-large", what: "verify 1,000,000, each document reconstituted", goal: 3, peer: "integrity_check") {
                try await verify($0, readingDocuments: true)
            },
            Row(
                name: "memory-per-aggregate",
                what: "memory an aggregate at 1,000,000, in bytes",
                goal: 100,
                better: .lower,
                peer: "byte",
                run: memory
            ),
        ]
    }

    /// Opens both large stores.
    private static func pair(_ workshop: Workshop) async throws -> Pair {
        let stores = try await workshop.largeStores()
        let ours = try await JournalContender.open(stores.ours)
        return Pair(path: stores.path, ours: ours, sqlite: try SQLiteContender(stores.sqlite), count: stores.count)
    }

    private static func close(_ pair: Pair) async throws {
        await pair.ours.store.close()
        try pair.sqlite.pool.close()
    }

    private static func batches(_ workshop: Workshop) async throws -> Measurement {
        let pair = try await pair(workshop)
        let versions = try await workshop.largeStores().versions
        let rounds = try await SmallRows.batchRounds(pair, seconds: workshop.settings.seconds) { contender in
            try await pair.found(try versions.next(64, for: contender), for: contender)
        }
        try await close(pair)
        return rounds.measurement()
    }

    private static func saves(_ workshop: Workshop) async throws -> Measurement {
        let large = try await pair(workshop)
        let versions = try await workshop.largeStores().versions
        let small = try await workshop.pair(on: workshop.settings.places[0].name)
        let number = 60
        let rounds = try await Rounds.run(
            [
                (
                    "large",
                    { _ in
                        let cargos = try await large.found(try versions.next(number, for: "ours"), for: "ours")
                        return try await Cost.of { for cargo in cargos { try await large.ours.save(cargo) } } / number
                    }
                ),
                (
                    "small",
                    { _ in
                        let cargos = try await small.found(number, for: "ours")
                        return try await Cost.of { for cargo in cargos { try await small.ours.save(cargo) } } / number
                    }
                ),
            ],
            seconds: workshop.settings.seconds
        )
        try await workshop.close(small)
        try await close(large)
        return rounds.measurement(ours: "small", peer: "large")
    }

    private static func findRounds(_ workshop: Workshop) async throws -> Rounds {
        let pair = try await pair(workshop)
        let ids = try (0..<2000).map { _ in try TrackingId(Fleet.id(Int.random(in: 0..<pair.count))) }
        let parts = try FindParts(of: ids, in: pair.path + "/store")
        let rounds = try await Rounds.run(
            [
                (
                    "ours",
                    { _ in
                        let ids = ids.shuffled()
                        return try await Cost.of { for id in ids { _ = try await pair.ours.find(id) } } / ids.count
                    }
                ),
                (
                    "parts",
                    { _ in
                        let ids = ids.shuffled()
                        return try Cost.ofBlocking { for id in ids { try parts.find(id) } } / ids.count
                    }
                ),
                (
                    "sqlite",
                    { _ in
                        let ids = ids.shuffled()
                        return try Cost.ofBlocking { for id in ids { _ = try pair.sqlite.find(id) } } / ids.count
                    }
                ),
            ],
            seconds: workshop.settings.seconds / 2
        )
        try await close(pair)
        return rounds
    }

    private static func opening(_ workshop: Workshop, withSnapshot: Bool) async throws -> Measurement {
        let stores = try await workshop.largeStores()
        if withSnapshot {
            // A compaction that ended after the last close made its snapshot useless. The next process that saves leaves a new one.
            let contender = try await JournalContender.open(stores.ours)
            for cargo in try stores.versions.next(1, for: "ours") { try await contender.save(cargo) }
            await contender.store.close()
        }
        // Open and close it once, so that the store is in the state that a process leaves behind.
        _ = try await Child.figures("open", [stores.ours])
        var times: [Double] = []
        var costs: [Double] = []
        for _ in 0..<7 {
            if !withSnapshot { try stores.removeSnapshots() }
            let figures = try await Child.figures("open", [stores.ours])
            guard figures.count == 3, (figures[2] == 1) == withSnapshot else {
                throw BenchmarkFailure(withSnapshot ? "the snapshot was not used" : "a snapshot was used")
            }
            times.append(figures[0])
            costs.append(figures[1])
        }
        return Measurement(ratio: times.median * 1000, figures: ["cpu_ms": costs.median * 1000], rounds: ["ours": times])
    }

    private static func verify(_ workshop: Workshop, readingDocuments: Bool) async throws -> Measurement {
        let pair = try await pair(workshop)
        let rounds = try await Rounds.run(
            [
                (
                    "ours",
                    { _ in
                        try await Cost.of {
                            let findings = try await pair.ours.store.verify(readingDocuments: readingDocuments).get()
                            guard findings.isEmpty else { throw BenchmarkFailure("verify finds \(findings)") }
                        }
                    }
                ),
                ("sqlite", { _ in try Cost.ofBlocking { try pair.sqlite.integrityCheck() } }),
            ],
            seconds: workshop.settings.seconds,
            atLeast: 2
        )
        try await close(pair)
        return rounds.measurement()
    }

    private static func memory(_ workshop: Workshop) async throws -> Measurement {
        let stores = try await workshop.largeStores()
        let empty = try await workshop.pair(on: workshop.settings.places[0].name)
        let count = Double(stores.count)
        let ours = try await Child.figure("memory-ours", [stores.ours, "\(stores.count)"])
        let oursEmpty = try await Child.figure("memory-ours", [empty.path + "/store", "\(empty.count)"])
        let sqlite = try await Child.figure("memory-sqlite", [stores.sqlite, "\(stores.count)"])
        let sqliteEmpty = try await Child.figure("memory-sqlite", [empty.path + "/peer.sqlite", "\(empty.count)"])
        try await workshop.close(empty)
        let spare = Double(empty.count)
        return Measurement(
            ratio: (ours - oursEmpty) / (count - spare),
            figures: [
                "ours_mb": ours / 1e6, "ours_small_mb": oursEmpty / 1e6, "sqlite_mb": sqlite / 1e6,
                "sqlite_bytes_an_aggregate": (sqlite - sqliteEmpty) / (count - spare),
            ]
        )
    }
}
