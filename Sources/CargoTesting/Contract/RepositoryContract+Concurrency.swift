import CargoApplication
import CargoDomain

extension RepositoryContract {
    static let concurrencyChecks: [ContractCheck] = [
        ContractCheck(
            ["REP-7", "REP-2"],
            "of 20 concurrent saves of one version exactly one succeeds; the others learn the stored version"
        ) { backend in
            let cargo = try await backend.saved(.stub())
            let results = try await atOnce { writer in
                await backend.cargos.save(try cargo.changingDeadline(to: .stub(day: 100 + writer), at: .stub()))
            }
            let winners = results.indices.filter { if case .success = results[$0] { true } else { false } }
            try expect("the number of winners", winners.count, is: 1)
            for (writer, result) in results.enumerated() where writer != winners[0] {
                try failure(of: "saving version 1", result, is: .concurrencyConflict(TrackingId.stub(), expected: 1, actual: 2))
            }
            let stored = try await backend.cargo()
            try expect("the stored version", stored.version, is: 2)
            try expect("the stored deadline", stored.routeSpecification.arrivalDeadline, is: .stub(day: 100 + winners[0]))
            try expect("the number of events", await backend.allEvents().count, is: 2)
        },
        ContractCheck(["REP-7"], "20 concurrent writers that retry until they succeed lose no change of a cargo") { backend in
            try await backend.saved(.stub())
            let tries = try await atOnce { writer in
                try await untilSaved {
                    let cargo = try await backend.cargo()
                    return await backend.cargos.save(try cargo.changingDeadline(to: .stub(day: 100 + writer), at: .stub()))
                }
            }
            try expect("the stored version", await backend.cargo().version, is: Int64(writers) + 1)
            let events = try await backend.allEvents()
            try expect("the versions in the outbox", events.map(\.aggregateVersion), is: Array(1...Int64(writers) + 1))
            let deadlines: [Instant] = events.compactMap {
                if case .deadlineChanged(let specification) = $0.fact { specification.arrivalDeadline } else { nil }
            }
            try expect("the changes in the outbox", deadlines.sorted(), is: (0..<writers).map { .stub(day: 100 + $0) })
            try expect(
                "the stored deadline",
                await backend.cargo().routeSpecification.arrivalDeadline,
                is: deadlines.last ?? .stub()
            )
            try expect("the number of successful writers", tries.count, is: writers)
        },
        ContractCheck(["REP-7"], "20 concurrent writers of 20 cargos don't conflict") { backend in
            let results = try await atOnce { writer in await backend.cargos.save(.stub("CARGO-\(writer + 10)")) }
            for result in results { try success(of: "saving", result) }
            let listed = try success(of: "listing", await backend.cargos.findForCustomer(.stub()))
            try expect("the ids", listed.map(\.trackingId.text), is: (0..<writers).map { "CARGO-\($0 + 10)" })
            try expect("the sequences", await backend.allEvents().map(\.sequence), is: (1...Int64(writers)).map { $0 })
        },
        ContractCheck(["REP-3", "REP-7"], "a version of a cargo that can be read has its events in the outbox, even during other writes") {
            backend in
            try await backend.saved(.stub())
            try await reading { lastVersion in
                let found = try await backend.cargo().version
                try expect(found >= lastVersion, "versions only grow from \(lastVersion)", butGot: "\(found)")
                lastVersion = found
                let seen = try await backend.allEvents().last?.aggregateVersion ?? 0
                try expect(seen >= found, "the outbox holds version \(found)", butGot: "up to \(seen)")
            } during: {
                for change in 1...writers {
                    try await backend.saved(try await backend.cargo().changingDeadline(to: .stub(day: 100 + change), at: .stub()))
                }
            }
        },
    ]

    /// Runs `work` once for each writer, all at the same time, and returns the results in order.
    static func atOnce<Value: Sendable>(_ work: @escaping @Sendable (Int) async throws -> Value) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            for writer in 0..<writers { group.addTask { (writer, try await work(writer)) } }
            var results: [Int: Value] = [:]
            for try await (writer, value) in group { results[writer] = value }
            return (0..<writers).compactMap { results[$0] }
        }
    }

    /// Repeats `read` in four tasks until `write` ends; each task keeps the version that it read last.
    static func reading(
        _ read: @escaping @Sendable (_ lastVersion: inout Int64) async throws -> Void,
        during write: @escaping @Sendable () async throws -> Void
    ) async throws {
        let writing = Writing()
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    var lastVersion: Int64 = 0
                    repeat {
                        await Task.yield()  // a repository that never suspends would starve the writers
                        try await read(&lastVersion)
                    } while await !writing.isDone
                }
            }
            group.addTask {
                do { try await write() } catch {
                    await writing.end()
                    throw error
                }
                await writing.end()
            }
            try await group.waitForAll()
        }
    }

    /// Retries a save until it doesn't conflict, and returns the number of attempts.
    @discardableResult
    static func untilSaved<Value>(_ save: () async throws -> Result<Value, DomainError>) async throws -> Int {
        for attempt in 1...1000 {
            switch try await save() {
            case .success: return attempt
            case .failure(let error): try expect("the failure", error.code, is: .concurrencyConflict)
            }
        }
        throw Disagreement(expected: "a writer succeeds within 1000 tries", actual: "it never did")
    }
}

/// Whether the writers of a check have ended.
private actor Writing {
    private(set) var isDone = false

    func end() { isDone = true }
}
