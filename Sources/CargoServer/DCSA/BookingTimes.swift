#if Server
import CargoApplication
import CargoDomain

/// When cargos were booked and routed: told by the outbox alone, and remembered here, so that it is read once.
///
/// It takes some hundred bytes a cargo, and only once somebody asks.
actor BookingTimes {
    /// When a cargo was booked, and when it was last given a route.
    struct Times: Sendable {
        var booked: Instant?
        var routed: Instant?
    }

    private let environment: CargoApplication.Environment
    private var position: Int64 = 0
    private var times: [String: Times] = [:]

    init(_ environment: CargoApplication.Environment) { self.environment = environment }

    /// Reads what is new in the outbox.
    func catchUp() async -> Result<Void, DomainError> {
        while true {
            // Two who read the same stretch at once learn the same, twice.
            switch await ReadEvents(environment).execute(.init(after: position, limit: 1000)) {
            case .failure(let error): return .failure(error)
            case .success(let events):
                guard let last = events.last?.sequence else { return .success(()) }
                if last > position {
                    events.forEach(learn)
                    position = last
                }
            }
        }
    }

    /// What is known of a cargo.
    func times(of trackingId: TrackingId) -> Times? { times[trackingId.text] }

    private func learn(from event: DomainEvent) {
        switch event.fact {
        case .cargoBooked: times[event.aggregateId, default: Times()].booked = event.occurredAt
        case .cargoRouted: times[event.aggregateId, default: Times()].routed = event.occurredAt
        case .routeRespecified, .destinationChanged, .deadlineChanged, .cargoHandled, .cargoMisdirected, .cargoBackOnTrack, .cargoArrived,
            .cargoClaimed, .voyageRescheduled:
            break
        }
    }
}
#endif
