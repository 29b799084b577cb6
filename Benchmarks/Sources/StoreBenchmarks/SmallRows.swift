import CargoDomain

/// Saves in stores of a few thousand cargos, on each place.
enum SmallRows {
    static func all(on place: String) -> [Row] {
        let suffix = place == "machine" ? "" : "-\(place)"
        return [
            Row(
                name: "one-caller-of-raw\(suffix)",
                what: "one caller, part of what the disk allows",
                goal: 0.95,
                peer: "raw-fdatasync",
                place: place
            ) { workshop in
                try await oneCallerRounds(workshop, place).measurement(peer: "raw")
            },
            Row(
                name: "one-task\(suffix)",
                what: "one task that awaits each save, against GRDB's asynchronous `write`",
                goal: 1,
                peer: "SQLite",
                place: place
            ) { workshop in
                try await callers(1, workshop, place)
            },
            Row(name: "callers-64\(suffix)", what: "64 callers at once", goal: 22, peer: "SQLite", place: place) { workshop in
                try await callers(64, workshop, place)
            },
            Row(name: "callers-512\(suffix)", what: "512 callers at once", goal: 30, peer: "SQLite", place: place) { workshop in
                try await callers(512, workshop, place)
            },
            Row(name: "batch-64\(suffix)", what: "batches of 64", goal: 2.5, peer: "SQLite-batch-of-64", place: place) { workshop in
                try await batches(workshop, place)
            },
        ]
    }

    /// One caller that saves one cargo after another: our store, SQLite, and the bare disk.
    ///
    /// How our store compares with SQLite here depends on the disk, so it is a figure without a goal.
    private static func oneCallerRounds(_ workshop: Workshop, _ place: String) async throws -> Rounds {
        let pair = try await workshop.pair(on: place)
        let raw = try RawContender(pair.path + "/raw", record: Fleet.bytes(0, version: 1).count + 90)
        let number = 60
        let rounds = try await Rounds.run(
            [
                (
                    "ours",
                    { _ in
                        let cargos = try await pair.found(number, for: "ours")
                        return try Cost.ofBlocking { for cargo in cargos { try pair.ours.saveBlocking(cargo) } } / number
                    }
                ),
                (
                    "sqlite",
                    { _ in
                        let cargos = try await pair.found(number, for: "sqlite")
                        return try Cost.ofBlocking { for cargo in cargos { try pair.sqlite.save(cargo) } } / number
                    }
                ),
                (
                    "raw",
                    { _ in
                        try Cost.ofBlocking { for _ in 0..<number { try raw.write() } } / number
                    }
                ),
            ],
            seconds: workshop.settings.seconds
        )
        try await workshop.close(pair)
        return rounds
    }

    private static func callers(_ count: Int, _ workshop: Workshop, _ place: String) async throws -> Measurement {
        let pair = try await workshop.pair(on: place)
        let each = max(2, min(60, 512 / count))
        let rounds = try await Rounds.run(
            [
                ("ours", { _ in try await CallerRounds.ours(pair, callers: count, each: min(each * 4, pair.count / count)) }),
                ("sqlite", { _ in try await CallerRounds.sqlite(pair, callers: count, each: each) }),
            ],
            seconds: workshop.settings.seconds
        )
        try await workshop.close(pair)
        let figures = ["ours_per_second": 1 / rounds.median("ours"), "sqlite_per_second": 1 / rounds.median("sqlite")]
        return rounds.measurement(figures: figures)
    }

    private static func batches(_ workshop: Workshop, _ place: String) async throws -> Measurement {
        let pair = try await workshop.pair(on: place)
        let rounds = try await batchRounds(pair, seconds: workshop.settings.seconds) { try await pair.found(64, for: $0) }
        try await workshop.close(pair)
        return rounds.measurement()
    }

    /// Measures ten batches of 64 per round, each in its own commit, on the calling thread for both contenders.
    static func batchRounds(
        _ pair: Pair,
        seconds limit: Double,
        _ next: @escaping (_ contender: String) async throws -> [Cargo]
    ) async throws -> Rounds {
        let number = 10
        func batches(_ contender: String) async throws -> [[Cargo]] {
            var batches: [[Cargo]] = []
            for _ in 0..<number { batches.append(try await next(contender)) }
            return batches
        }
        return try await Rounds.run(
            [
                (
                    "ours",
                    { _ in
                        let batches = try await batches("ours")
                        return try Cost.ofBlocking { for batch in batches { try pair.ours.saveBlocking(batch) } } / (number * 64)
                    }
                ),
                (
                    "sqlite",
                    { _ in
                        let batches = try await batches("sqlite")
                        return try Cost.ofBlocking { for batch in batches { try pair.sqlite.save(batch) } } / (number * 64)
                    }
                ),
            ],
            seconds: limit
        )
    }
}
