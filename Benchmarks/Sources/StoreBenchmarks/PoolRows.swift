import CargoDomain
import Synchronization

/// Whether saving delays unrelated tasks.
enum PoolRows {
    static var all: [Row] {
        [
            Row(
                name: "yield-while-saving",
                what: "p99 of another task's `yield` while two callers save, against beside two tasks that only yield",
                goal: 2,
                better: .lower,
                peer: "two-tasks-that-yield",
                run: measure
            )
        ]
    }

    private static func measure(_ workshop: Workshop) async throws -> Measurement {
        let pair = try await workshop.pair(on: workshop.settings.places[0].name)
        let savers = (0..<2).map { Saver(pair.ours, number: $0) }
        let slice = Duration.seconds(workshop.settings.isQuick ? 0.2 : 0.5)
        let rounds = try await Rounds.run(
            [
                ("idle", { _ in try await p99(slice) { _ in } }),
                ("ours", { _ in try await p99(slice) { try await savers[$0].save() } }),
            ],
            seconds: workshop.settings.seconds
        )
        try await workshop.close(pair)
        return rounds.measurement(ours: "idle", peer: "ours")
    }

    /// Measures the 99th percentile of a `yield` while two other tasks repeat something.
    private static func p99(_ slice: Duration, _ body: @escaping @Sendable (_ place: Int) async throws -> Void) async throws -> Cost {
        let end = End()
        let clock = ContinuousClock()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for place in 0..<2 {
                group.addTask {
                    while !end.isReached.load(ordering: .relaxed) {
                        try await body(place)
                        await Task.yield()
                    }
                }
            }
            var times: [Double] = []
            let start = clock.now
            while clock.now - start < slice {
                times.append(await seconds { await Task.yield() })
            }
            end.isReached.store(true, ordering: .relaxed)
            try await group.waitForAll()
            return Cost(seconds: times.quantile(0.99))
        }
    }

    /// Signals the other tasks to stop.
    private final class End: Sendable {
        let isReached = Atomic(false)
    }

    /// A caller of the store that saves one cargo over and over.
    private actor Saver {
        private let contender: JournalContender
        private let number: Int
        private var version: Int64 = 1

        init(_ contender: JournalContender, number: Int) {
            self.contender = contender
            self.number = number
        }

        func save() async throws {
            try await contender.save(Fleet.cargo(number, version: version))
            version += 1
        }
    }
}
