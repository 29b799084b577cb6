import CargoApplication
import CargoDomain
import CargoLocalization
import Synchronization

/// Counts a relay's notices, and keeps them until the command prints them.
final class RelayTally: Sendable {
    private struct State {
        var delivered = 0
        var unavailable: String?
        var untold: [RelayNotice] = []
    }

    private let state = Mutex(State())

    /// The number of events delivered.
    var delivered: Int { state.withLock { $0.delivered } }
    /// Why the consumer is unavailable; nil if it is available.
    var unavailable: String? { state.withLock { $0.unavailable } }

    func add(_ notice: RelayNotice) {
        state.withLock { state in
            switch notice {
            case .delivered:
                state.delivered += 1
                state.unavailable = nil
            case .unavailable(let reason, _): state.unavailable = reason
            case .failed, .deadLettered, .unreadable, .partitionIsFull, .leaseLost: break
            }
            state.untold.append(notice)
        }
    }

    /// Prints the notices that haven't been printed yet; deliveries only with `-v`.
    func tell(_ console: Console) {
        let notices = state.withLock { state in
            defer { state.untold = [] }
            return state.untold
        }
        for notice in notices {
            switch notice {
            case .delivered(let event): console.detail(localized("Delivered event \(Self.name(event))."))
            case .failed(let event, let attempts, let reason, let retryAt):
                console.note(
                    localized(
                        "Event \(Self.name(event)) failed on attempt \(attempts): \(reason.visible). Next attempt at \(retryAt)."
                    )
                )
            case .deadLettered(let event, let attempts, let reason):
                console.note(
                    localized(
                        attempts,
                        one: "Event \(Self.name(event)) is a dead letter after \(attempts) attempt: \(reason.visible)",
                        other: "Event \(Self.name(event)) is a dead letter after \(attempts) attempts: \(reason.visible)"
                    )
                )
            case .unreadable(let event):
                console.note(
                    localized(
                        "Event \(event.sequence) cannot be read and is a dead letter: \((event.error.cause ?? event.error.code.rawValue).visible)"
                    )
                )
            case .unavailable(let reason, let until):
                console.note(localized("The receiver is unavailable: \(reason.visible). Next attempt at \(until)."))
            case .partitionIsFull(let number):
                console.note(
                    localized(
                        "Partition \(number) is full of undelivered events and waits. Run 'cargo-cli relay dead-letters' to see them."
                    )
                )
            case .leaseLost(let number): console.note(localized("Another relay has taken over partition \(number)."))
            }
        }
    }

    private static func name(_ event: DomainEvent) -> String {
        "\(event.sequence) (\(event.eventId.visible), \(event.fact.type))"
    }
}
