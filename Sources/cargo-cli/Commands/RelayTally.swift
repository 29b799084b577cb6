#if CLI
import CargoApplication
import CargoDomain
import Synchronization

/// What a relay has told, counted, and kept until it can be shown.
final class RelayTally: Sendable {
    private struct State {
        var delivered = 0
        var unavailable: String?
        var untold: [RelayNotice] = []
    }

    private let state = Mutex(State())

    /// How many events were delivered.
    var delivered: Int { state.withLock { $0.delivered } }
    /// Why the consumer takes nothing at present; nil where it does.
    var unavailable: String? { state.withLock { $0.unavailable } }

    func add(_ notice: RelayNotice) {
        state.withLock { state in
            switch notice {
            case .delivered:
                state.delivered += 1
                state.unavailable = nil
            case .unavailable(let reason, _): state.unavailable = reason
            case .failed, .setAside, .unreadable, .laneIsFull, .leaseWasLost: break
            }
            state.untold.append(notice)
        }
    }

    /// Shows what has not been shown yet; each delivery only to those who asked for details.
    func tell(_ console: Console) {
        let notices = state.withLock { state in
            defer { state.untold = [] }
            return state.untold
        }
        for notice in notices {
            switch notice {
            case .delivered(let event): console.detail("delivered \(Self.name(event))")
            case .failed(let event, let attempts, let reason, let again):
                console.note("\(Self.name(event)) failed, attempt \(attempts): \(reason.visible); again at \(again.text)")
            case .setAside(let event, let attempts, let reason):
                console.note("\(Self.name(event)) is set aside after \(attempts) attempts: \(reason.visible)")
            case .unreadable(let event):
                console.note(
                    "event \(event.sequence) can't be read and is set aside: \((event.error.cause ?? event.error.code.rawValue).visible)"
                )
            case .unavailable(let reason, let until): console.note("The receiver takes nothing: \(reason.visible); again at \(until.text)")
            case .laneIsFull(let number):
                console.note("Lane \(number) is full of events that were not taken; it waits. See them: cargo-cli relay list-set-aside")
            case .leaseWasLost(let number): console.note("Another relay has taken over lane \(number).")
            }
        }
    }

    private static func name(_ event: DomainEvent) -> String {
        "event \(event.sequence ?? 0) (\(event.eventId.visible), \(event.fact.type))"
    }
}
#endif
