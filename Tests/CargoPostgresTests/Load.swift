#if Postgres
import CargoApplication
import CargoDomain
import CargoTesting
import Synchronization
import Testing

@testable import CargoPostgres

/// Writers that go on while their server does not.
///
/// Each registers handling events of a cargo of its own, event and cargo in one commit, so that it can tell at every look what has to be
/// there: what was acknowledged is, what was refused is not, and nothing is half there. Only after an answer that was lost both are right.
struct Load {
    let store: PostgresStore
    let writers = 8

    /// How often a save was refused, and of how many nobody could say what became.
    struct Troubles {
        var refused = 0
        var unknown = 0
    }

    struct Stuck: Error {}

    /// Writes until something is over, and then until each writer has saved again.
    @discardableResult
    func run(while trouble: @escaping @Sendable () async throws -> Void) async throws -> Troubles {
        for number in 0..<writers { try await store.cargos.save(.stub("CARGO-\(number)")).get() }
        let isOver = Flag()
        return try await withThrowingTaskGroup(of: Troubles.self) { group in
            for number in 0..<writers { group.addTask { try await write(.stub("CARGO-\(number)"), until: isOver) } }
            group.addTask {
                defer { isOver.set() }
                try await trouble()
                return Troubles()
            }
            var sum = Troubles()
            for try await one in group {
                sum.refused += one.refused
                sum.unknown += one.unknown
            }
            return sum
        }
    }

    private func write(_ id: TrackingId, until isOver: Flag) async throws -> Troubles {
        var troubles = Troubles()
        var (acknowledged, savesAtTheEnd) = (Int64(1), 0)
        /// The version that is stored, as far as the answers tell.
        var known: Int64? = 1
        let deadline = ContinuousClock.now + .seconds(180)
        while savesAtTheEnd < 3 {
            guard .now < deadline else { throw Stuck() }
            let isAtTheEnd = isOver.isSet
            let cargo: Cargo
            let history: HandlingHistory
            switch (await store.cargos.findByTrackingId(id), await store.handlingEvents.findHistory(of: id)) {
            case (.success(let found), .success(let events)): (cargo, history) = (found, events)
            case (.failure(let error), _), (_, .failure(let error)):
                #expect(error.code == .storeUnavailable, "\(error)")
                // A client that backs off; nothing is waited for.
                try await Task.sleep(for: .milliseconds(10))
                continue
            }
            #expect(cargo.version >= acknowledged)
            if let known {
                #expect(cargo.version == known)
                #expect(history.events.count == Int(known) - 1)
            }
            let event = HandlingEvent.stub(.customs, completed: .stub(day: Int(cargo.version)), of: id.text)
            let handled = try cargo.deriveDeliveryProgress(try history.adding(event))
            switch await store.handlingUnitOfWork.save(event, after: history, with: handled) {
            case .success(let isNew):
                #expect(isNew)
                acknowledged = cargo.version + 1
                known = acknowledged
                if isAtTheEnd { savesAtTheEnd += 1 }
            case .failure(let error) where error.code == .concurrencyConflict && known == nil:
                // The save of which nobody could say what became was stored after all.
                break
            case .failure(let error):
                #expect([.storeUnavailable, .storeFull, .storeOutcomeUnknown].contains(error.code), "\(error)")
                if error.code == .storeOutcomeUnknown {
                    troubles.unknown += 1
                    known = nil
                } else {
                    troubles.refused += 1
                    known = cargo.version
                }
            }
        }
        return troubles
    }

    /// Checks in SQL that all is whole: a handling event and a domain event for each version, and no gap anywhere.
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

    /// Waits until the writers are at it: so many more handling events than there are now.
    static func progress(_ server: TestServer, _ schema: String, by number: Int = 40) async throws {
        let stranger = try server.stranger()
        let question = "SELECT count(*) FROM \(schema).handling_event"
        let before = Int(try await stranger.run(question)[0]) ?? 0
        try await stranger.wait(until: question) { (Int($0) ?? 0) >= before + number }
    }
}

/// Something that has happened or not.
final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}
#endif
