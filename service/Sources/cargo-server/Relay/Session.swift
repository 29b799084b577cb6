import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoServer
import Foundation

/// What a relay runs with: its clock, its console, and the store, opened on first use.
final class Session {
    let clock: any DomainClock
    let console: Console
    private let url: String
    private var opened: ServerStore?

    init(_ options: GlobalOptions, environment: [String: String], console: Console) throws(CommandFailure) {
        self.console = console
        url = (options.store ?? environment["CARGO_STORE"] ?? "json:./cargo-data").trimmed
        if let now = options.now ?? environment["CARGO_NOW"] {
            do throws(DomainError) {
                clock = FrozenClock(instant: try Instant(now.trimmed))
            } catch {
                throw CommandFailure(error)
            }
        } else {
            clock = SystemClock()
        }
    }

    private func store() async throws(CommandFailure) -> ServerStore {
        if let opened { return opened }
        if url.hasPrefix("http:") || url.hasPrefix("https:") {
            throw .usage(
                localized("This command cannot run over \(url.visible): it needs direct access to the store."),
                hint: localized("Run it on the machine of the service, with --store json:PATH.")
            )
        }
        do {
            let store = try await ServerStore.open(url, clock: clock)
            opened = store
            return store
        } catch {
            switch error {
            case .setting(let error): throw .configuration(error.description)
            case .store(let error): throw CommandFailure(error)
            }
        }
    }

    /// The kit over the store.
    func kit() async throws(CommandFailure) -> CargoKit { try await store().kit }

    /// The store's outbox partitions, which hold the progress of each consumer.
    func outboxPartitions() async throws(CommandFailure) -> any OutboxPartitionStore {
        guard let partitions = try await store().partitions else {
            throw .usage(
                localized("This command cannot use memory:, because the store must outlive a single command."),
                hint: localized("Use --store json:PATH.")
            )
        }
        return partitions
    }

    /// The dead letters of a consumer.
    func deadLetterQueue(_ consumer: ConsumerName) async throws(CommandFailure) -> DeadLetterQueue {
        let partitions = try await outboxPartitions()
        return DeadLetterQueue(consumer: consumer, feed: try await kit().store.events, partitions: partitions, clock: clock)
    }

    /// Closes the store after its pending saves.
    func close() async {
        await opened?.close()
        opened = nil
    }
}

/// A clock that always shows the same instant, for scripts and tests (`--now`).
private struct FrozenClock: DomainClock {
    let instant: Instant

    func now() -> Instant { instant }
}

extension String {
    /// The text without white space around it.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
