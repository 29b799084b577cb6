#if CLI
import CargoApplication
import CargoDomain
import CargoInfrastructure

/// The layouts for each kind of data.
enum Layouts {
    static let cargos = Layout<CargoList.Entry>(
        .init("TRACKING ID", "tracking_id") { $0.trackingId.text },
        .init("CUSTOMER", "customer_id") { $0.customerId.text },
        .init("FROM", "origin") { $0.origin.text },
        .init("TO", "destination") { $0.destination.text },
        .init("DEADLINE", "arrival_deadline", cell: { .init($0.arrivalDeadline.brief) }, value: { $0.arrivalDeadline.text }),
        .init("TRANSPORT", "transport_status", cell: { $0.transportStatus.cell }, value: { $0.transportStatus.rawValue }),
        .init("ROUTING", "routing_status", cell: { $0.routingStatus.cell }, value: { $0.routingStatus.rawValue }),
        .init(
            "MISDIRECTED",
            "is_misdirected",
            cell: { $0.isMisdirected ? .init("yes", .bad) : .init("no", .dim) },
            value: { String($0.isMisdirected) }
        )
    )

    static let trackedCargos = Layout<CargoTrackingView>(
        .init("TRACKING ID", "tracking_id") { $0.trackingId.text },
        .init("STATUS", "status_text") { $0.statusText },
        .init("NEXT", "next_expected_text") { $0.nextExpectedText ?? "" },
        .init("FROM", "origin", cell: { .init($0.origin.name.text) }, value: { $0.origin.unLocode.text }),
        .init("TO", "destination", cell: { .init($0.destination.name.text) }, value: { $0.destination.unLocode.text }),
        .init(
            "ESTIMATE",
            "estimated_arrival",
            cell: { .init($0.estimatedArrival?.brief ?? "") },
            value: { $0.estimatedArrival?.text ?? "" }
        ),
        .init("DEADLINE", "arrival_deadline", cell: { .init($0.arrivalDeadline.brief) }, value: { $0.arrivalDeadline.text }),
        .init("TRANSPORT", "transport_status", cell: { $0.transportStatus.cell }, value: { $0.transportStatus.rawValue }),
        .init("ROUTING", "routing_status", cell: { $0.routingStatus.cell }, value: { $0.routingStatus.rawValue }),
        .init(
            "MISDIRECTED",
            "is_misdirected",
            cell: { $0.isMisdirected ? .init("yes", .bad) : .init("no", .dim) },
            value: { String($0.isMisdirected) }
        ),
        .init("LATE", "is_late", cell: { $0.isLate ? .init("yes", .bad) : .init("no", .dim) }, value: { String($0.isLate) })
    )

    static let locations = Layout<Location>(
        .init("UN/LOCODE", "un_locode") { $0.unLocode.text },
        .init("NAME", "name") { $0.name.text }
    )

    static let voyages = Layout<VoyageView>(
        .init("VOYAGE", "voyage_number") { $0.voyageNumber.text },
        .init("FROM", "origin") { $0.schedule.movements[0].departureLocation.text },
        .init(
            "DEPARTS",
            "departure_time",
            cell: { .init($0.schedule.movements[0].departureTime.brief) },
            value: { $0.schedule.movements[0].departureTime.text }
        ),
        .init("TO", "destination") { $0.schedule.last.arrivalLocation.text },
        .init("ARRIVES", "arrival_time", cell: { .init($0.schedule.last.arrivalTime.brief) }, value: { $0.schedule.last.arrivalTime.text }),
        .init("STOPS", "stops", isNumeric: true) { String($0.schedule.movements.count + 1) }
    )

    static let movements = Layout<CarrierMovement>(
        .init("FROM", "departure_location") { $0.departureLocation.text },
        .init("DEPARTS", "departure_time", cell: { .init($0.departureTime.brief) }, value: { $0.departureTime.text }),
        .init("TO", "arrival_location") { $0.arrivalLocation.text },
        .init("ARRIVES", "arrival_time", cell: { .init($0.arrivalTime.brief) }, value: { $0.arrivalTime.text })
    )

    static let legs = Layout<Leg>(
        .init("VOYAGE", "voyage_number") { $0.voyageNumber.text },
        .init("LOAD", "load_location") { $0.loadLocation.text },
        .init("AT", "load_time", cell: { .init($0.loadTime.brief) }, value: { $0.loadTime.text }),
        .init("UNLOAD", "unload_location") { $0.unloadLocation.text },
        .init("AT", "unload_time", cell: { .init($0.unloadTime.brief) }, value: { $0.unloadTime.text })
    )

    static let events = Layout<DomainEvent>(
        .init("SEQUENCE", "sequence", isNumeric: true) { $0.sequence.map { String($0) } ?? "" },
        .init("OCCURRED", "occurred_at", cell: { .init($0.occurredAt.brief) }, value: { $0.occurredAt.text }),
        .init("TYPE", "type") { $0.fact.type },
        .init("AGGREGATE", "aggregate_type") { $0.aggregateType.rawValue },
        .init("ID", "aggregate_id") { $0.aggregateId },
        .init("VERSION", "aggregate_version", isNumeric: true) { String($0.aggregateVersion) }
    )

    static let registrations = Layout<RegisterHandlingEvent.Response>(
        .init("TRACKING ID", "tracking_id") { $0.event.trackingId.text },
        .init("TYPE", "type") { $0.event.activity.type.rawValue },
        .init("AT", "un_locode") { $0.event.activity.location.text },
        .init("VOYAGE", "voyage_number") { $0.event.activity.voyageNumber?.text ?? "" },
        .init("COMPLETED", "completion_time", cell: { .init($0.event.completionTime.brief) }, value: { $0.event.completionTime.text }),
        .init("NEW", "is_new", cell: { .init($0.isNew ? "yes" : "known") }, value: { String($0.isNew) })
    )
}

extension Schedule {
    /// The last movement.
    var last: CarrierMovement { movements[movements.count - 1] }
}

extension TransportStatus {
    var cell: Table.Cell {
        switch self {
        case .notReceived: .init("not received", .dim)
        case .inPort: "in port"
        case .onboardCarrier: "on board"
        case .claimed: .init("claimed", .good)
        }
    }
}

extension RoutingStatus {
    var cell: Table.Cell {
        switch self {
        case .notRouted: .init("not routed", .warning)
        case .routed: .init("routed", .good)
        case .misrouted: .init("misrouted", .bad)
        }
    }
}

extension Instant {
    /// The canonical text (VAL-TIME-3).
    var text: String { description }

    /// The instant for people, in UTC: `2026-03-01 12:00`, with seconds and milliseconds only if they aren't zero.
    var brief: String {
        let text = text
        let day = text.prefix(10)
        let time = text.dropFirst(11).dropLast()
        let isWholeMinute = time.hasSuffix(":00.000")
        let isWholeSecond = time.hasSuffix(".000")
        return "\(day) \(isWholeMinute ? time.prefix(5) : isWholeSecond ? time.prefix(8) : time)"
    }
}
#endif
