import CargoDomain

/// Many concurrent callers.
///
/// Each is a task that saves one cargo after another.
enum CallerRounds {
    /// Receives the seconds of one save.
    typealias Listener = @Sendable (Double) -> Void

    /// Returns the cost of one save, all callers together.
    static func ours(_ pair: Pair, callers: Int, each: Int, _ listener: Listener? = nil) async throws -> Cost {
        try await all(pair, "ours", callers, each, listener) { [ours = pair.ours] cargo in try await ours.save(cargo) }
    }

    /// Returns the cost of one save, all callers together.
    static func sqlite(_ pair: Pair, callers: Int, each: Int, _ listener: Listener? = nil) async throws -> Cost {
        try await all(pair, "sqlite", callers, each, listener) { [sqlite = pair.sqlite] cargo in try await sqlite.saveAsync(cargo) }
    }

    private static func all(
        _ pair: Pair,
        _ contender: String,
        _ callers: Int,
        _ each: Int,
        _ listener: Listener?,
        _ save: @escaping @Sendable (Cargo) async throws -> Void
    ) async throws -> Cost {
        // No cargo occurs twice in a round, so no two callers save the same one.
        guard callers * each <= pair.count else { throw BenchmarkFailure("\(pair.count) cargos are too few for \(callers) callers") }
        let cargos = try await pair.found(callers * each, for: contender)
        let cost = try await Cost.of {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for caller in 0..<callers {
                    group.addTask {
                        for step in 0..<each {
                            let cargo = cargos[caller + step * callers]
                            guard let listener else {
                                try await save(cargo)
                                continue
                            }
                            listener(try await seconds { try await save(cargo) })
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        return cost / (callers * each)
    }
}
