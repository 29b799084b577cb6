import CargoApplication
import CargoDomain
import CargoTesting
import Synchronization
import Testing

@testable import CargoPostgres

/// Writers that keep writing while their server fails.
///
/// Each writer registers handling events for its own cargo and saves event and cargo in one commit. It therefore knows at every read what
/// must be stored: every acknowledged save, no rejected save, and no partial save. Only after a lost response may the save be stored or
/// not.
final class Load: Sendable {
    let store: PostgresStore
    let writers = 8
    /// How many reads and saves have failed.
    let failures = Atomic(0)
    /// How many saves have had an unknown outcome.
    let unknownOutcomes = Atomic(0)

    struct Stuck: Error {}

    init(store: PostgresStore) { self.store = store }

    /// Writes until `trouble` returns, and then until each writer has saved again.
    func run(while trouble: @escaping @Sendable () async throws -> Void) async throws {
        for number in 0..<writers { try await store.cargos.save(.stub("CARGO-\(number)")).get() }
        let isOver = Flag()
        try await withThrowingTaskGroup { group in
            for number in 0..<writers { group.addTask { try await self.write(.stub("CARGO-\(number)"), until: isOver) } }
            group.addTask {
                defer { isOver.set() }
                try await trouble()
            }
            try await group.waitForAll()
        }
    }

    /// Waits until another read or save of a writer has failed.
    func failure() async throws {
        let before = failures.load(ordering: .relaxed)
        let deadline = ContinuousClock.now + .seconds(120)
        while failures.load(ordering: .relaxed) == before {
            guard .now < deadline else { throw Stuck() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func write(_ id: TrackingId, until isOver: Flag) async throws {
        var (acknowledged, savesAtTheEnd) = (Int64(1), 0)
        /// The stored version according to the responses; nil if it is unknown.
        var known: Int64? = 1
        var lastFailure: DomainError?
        let deadline = ContinuousClock.now + .seconds(600)
        while savesAtTheEnd < 3 {
            guard .now < deadline else { throw Stuck() }
            let isAtTheEnd = isOver.isSet
            let cargo: Cargo
            let history: HandlingHistory
            switch (await store.cargos.findByTrackingId(id), await store.handlingEvents.findHistory(of: id)) {
            case (.success(let found), .success(let events)): (cargo, history) = (found, events)
            case (.failure(let error), _), (_, .failure(let error)):
                #expect(error.code == .storeUnavailable, "\(error)")
                failures.add(1, ordering: .relaxed)
                // Backs off as a client would; the test doesn't depend on this delay.
                try await Task.sleep(for: .milliseconds(10))
                continue
            }
            #expect(cargo.version >= acknowledged)
            if let known {
                #expect(cargo.version == known, "after \(String(describing: lastFailure)): \(lastFailure?.cause ?? "")")
                #expect(history.events.count == Int(known) - 1)
            }
            let event = HandlingEvent.stub(.customs, completed: .stub(day: Int(cargo.version)), of: id.text)
            let handled = try cargo.derivingDeliveryProgress(from: try history.adding(event))
            switch await store.handlingUnitOfWork.save(event, after: history, with: handled) {
            case .success:
                acknowledged = cargo.version + 1
                known = acknowledged
                if isAtTheEnd { savesAtTheEnd += 1 }
            case .failure(let error) where error.code == .concurrencyConflict && known == nil:
                // The save with the unknown outcome was stored after all.
                break
            case .failure(let error):
                #expect([.storeUnavailable, .storeFull, .storeOutcomeUnknown].contains(error.code), "\(error)")
                failures.add(1, ordering: .relaxed)
                lastFailure = error
                if error.code == .storeOutcomeUnknown {
                    unknownOutcomes.add(1, ordering: .relaxed)
                    known = nil
                } else {
                    known = cargo.version
                }
            }
        }
    }

    /// Checks in SQL that the data is complete: one handling event and one domain event for each version, and no gap in the sequence.
    func checkIsWhole(_ server: TestServer, _ schema: String) async throws {
        let stranger = try server.stranger()
        let versions = try await stranger.run("SELECT sum(version) FROM \(schema).cargo")[0]
        #expect(try await stranger.run("SELECT count(*) FROM \(schema).domain_event") == [versions])
        #expect(try await stranger.run("SELECT count(*) + \(writers) FROM \(schema).handling_event") == [versions])
        var sequences: [Int64] = []
        while case let page = try await store.events.events(after: sequences.last ?? 0, limit: 1000).get(), !page.isEmpty {
            sequences += page.compactMap(\.sequence)
        }
        #expect(sequences == Array(1...(Int64(versions) ?? 0)))
    }

    /// Waits until the writers have stored this many more handling events.
    static func progress(_ server: TestServer, _ schema: String, by number: Int = 40) async throws {
        let stranger = try server.stranger()
        let question = "SELECT count(*) FROM \(schema).handling_event"
        let before = Int(try await stranger.run(question)[0]) ?? 0
        try await stranger.wait(until: question) { (Int($0) ?? 0) >= before + number }
    }
}

/// Whether something has happened.
final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}
