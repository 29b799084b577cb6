import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

/// The layouts for each kind of data.
enum Layouts {
    static let cargos = Layout<CargoList.Entry>(
        CargoReport.columns.map { .csv($0.name, $0.value) } + [
            .table("TRACKING ID") { .init($0.trackingId.text) },
            .table("CUSTOMER") { .init($0.customerId.text) },
            .table("FROM") { .init($0.origin.text) },
            .table("TO") { .init($0.destination.text) },
            .table("DEADLINE") { .init($0.arrivalDeadline.brief) },
            .table("TRANSPORT") { $0.transportStatus.cell },
            .table("ROUTING") { $0.routingStatus.cell },
            .table("ARRIVAL") { .init($0.estimatedArrival?.brief ?? "") },
            .table("STATE") { CargoState($0).cell },
        ]
    )

    static let trackedCargos = Layout<CargoTrackingView>(
        .init("TRACKING ID", "tracking_id") { $0.trackingId.text },
        .init("STATUS", "status_text", cell: { .init($0.statusText(in: .current)) }, value: { $0.statusText }),
        .init(
            "NEXT",
            "next_expected_text",
            cell: { .init($0.nextExpectedText(in: .current) ?? "") },
            value: { $0.nextExpectedText ?? "" }
        ),
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
            cell: { $0.isMisdirected ? .init(localized("yes"), .bad) : .init(localized("no"), .dim) },
            value: { String($0.isMisdirected) }
        ),
        .init(
            "LATE",
            "is_late",
            cell: { $0.isLate ? .init(localized("yes"), .bad) : .init(localized("no"), .dim) },
            value: { String($0.isLate) }
        ),
        .init(
            "DISRUPTED",
            "is_disrupted",
            cell: { $0.disruption != nil ? .init(localized("yes"), .bad) : .init(localized("no"), .dim) },
            value: { String($0.disruption != nil) }
        ),
        .csv("booking_status") { $0.bookingStatus.rawValue },
        .csv("planned_arrival") { $0.plannedArrival?.text ?? "" },
        .csv("overdue_since") { $0.overdueSince?.text ?? "" },
        .csv("promised_arrival") { $0.promisedArrival?.text ?? "" },
        .csv("in_port_since") { $0.inPortSince?.text ?? "" },
        .csv("holds") { $0.holds.map(\.type.rawValue).joined(separator: " ") },
        .csv("pick_up_by") { $0.pickUpBy?.text ?? "" }
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

    static let registeredVoyages = Layout<RegisterVoyage.Response>(
        .init("VOYAGE", "voyage_number") { $0.voyageNumber.text },
        .init("VERSION", "version") { String($0.version) }
    )

    /// The movements of a voyage, in CSV.
    static let movements = Layout<VoyageMovement>(
        .csv("departure_location") { $0.scheduled.departureLocation.text },
        .csv("departure_time") { $0.scheduled.departureTime.text },
        .csv("arrival_location") { $0.scheduled.arrivalLocation.text },
        .csv("arrival_time") { $0.scheduled.arrivalTime.text },
        .csv("forecast_departure_time") { $0.forecast.departureTime.text },
        .csv("departure_status") { $0.status(of: .departure)?.rawValue ?? "" },
        .csv("forecast_arrival_time") { $0.forecast.arrivalTime.text },
        .csv("arrival_status") { $0.status(of: .arrival)?.rawValue ?? "" }
    )

    static let events = Layout<DomainEvent>(
        .init("SEQUENCE", "sequence", isNumeric: true) { String($0.sequence) },
        .init("OCCURRED", "occurred_at", cell: { .init($0.occurredAt.brief) }, value: { $0.occurredAt.text }),
        .init("TYPE", "type") { $0.fact.type },
        .init("AGGREGATE", "aggregate_type") { $0.aggregateType.rawValue },
        .init("ID", "aggregate_id") { $0.aggregateId },
        .init("VERSION", "aggregate_version", isNumeric: true) { String($0.aggregateVersion) }
    )

    static let auditTrail = Layout<DomainEvent>(
        .csv("sequence") { String($0.sequence) },
        .init("TIME", "occurred_at", cell: { .init($0.occurredAt.brief) }, value: { $0.occurredAt.text }),
        .init("WHO", "actor") { $0.actor?.text ?? "" },
        .table("WHAT") { .init($0.fact.text(in: .current).visible) },
        .csv("type") { $0.fact.type },
        .csv("aggregate_type") { $0.aggregateType.rawValue },
        .init("ID", "aggregate_id") { $0.aggregateId },
        .csv("aggregate_version") { String($0.aggregateVersion) },
        .init(
            "REQUEST",
            "correlation_id",
            cell: { .init(($0.correlationId ?? "").visible) },
            value: { $0.correlationId ?? "" }
        ),
        .csv("event_id") { $0.eventId }
    )

    static let registrations = Layout<RegisterHandlingEvent.Response>(
        .init("TRACKING ID", "tracking_id") { $0.event.trackingId.text },
        .init("TYPE", "type") { $0.event.activity.type.rawValue },
        .init("AT", "un_locode") { $0.event.activity.location.text },
        .init("VOYAGE", "voyage_number") { $0.event.activity.voyageNumber?.text ?? "" },
        .init("COMPLETED", "completion_time", cell: { .init($0.event.completionTime.brief) }, value: { $0.event.completionTime.text }),
        .init("NEW", "is_new", cell: { .init($0.isNew ? localized("yes") : localized("known")) }, value: { String($0.isNew) })
    )

    static let retractions = Layout<RetractHandlingEvent.Response>(
        .init("TRACKING ID", "tracking_id") { $0.event.trackingId.text },
        .init("TYPE", "type") { $0.event.activity.type.rawValue },
        .init("AT", "un_locode") { $0.event.activity.location.text },
        .init("VOYAGE", "voyage_number") { $0.event.activity.voyageNumber?.text ?? "" },
        .init("COMPLETED", "completion_time", cell: { .init($0.event.completionTime.brief) }, value: { $0.event.completionTime.text }),
        .init("NEW", "is_new", cell: { .init($0.isNew ? localized("yes") : localized("known")) }, value: { String($0.isNew) })
    )

    static let affectedCargos = Layout<AffectedCargo>(
        .init("TRACKING ID", "tracking_id") { $0.trackingId.text },
        .init(
            "ARRIVAL",
            "estimated_arrival",
            cell: { .init($0.estimate.estimatedArrival?.brief ?? "") },
            value: { $0.estimate.estimatedArrival?.text ?? "" }
        ),
        .init(
            "DELAY",
            "arrival_delay",
            cell: { .init($0.arrivalDelay.map(TimeSpan.delay) ?? "") },
            value: { $0.arrivalDelay.map { String($0) } ?? "" }
        ),
        .init(
            "EFFECT",
            "disruption",
            cell: { $0.effect },
            value: { $0.estimate.disruption?.reason.rawValue ?? "" }
        ),
        .csv("is_late") { String($0.isLate) }
    )

    static let rollOvers = Layout<RollOver.Response>(
        .csv("affected_cargos") { $0.affectedCargos.map(\.trackingId.text).joined(separator: " ") },
        .csv("failures") { $0.failures.map { "\($0.trackingId.text):\($0.code.rawValue)" }.joined(separator: " ") }
    )

    static let rollOverFailures = Layout<RollOver.Response.Failure>(
        .table("NOT MOVED") { .init($0.trackingId.text) },
        .table("CODE") { .init($0.code.rawValue, .bad) },
        .table("REASON") { .init($0.code.title(in: .current)) }
    )
}

extension Schedule {
    /// The last movement.
    var last: CarrierMovement { movements[movements.count - 1] }
}

extension AffectedCargo {
    /// What a rescheduling does to the cargo, in words.
    fileprivate var effect: Table.Cell {
        if let disruption = estimate.disruption { return .init(disruption.words, .bad) }
        return isLate ? .init(localized("misses its deadline"), .bad) : .init(localized("in time"), .good)
    }
}

extension Disruption {
    /// The disruption in words, such as "misses V200 in USNYC".
    var words: String {
        switch reason {
        case .connectionMissed: localized("misses \(voyageNumber.text) in \(location.text)")
        case .voyageDoesNotCall: localized("\(voyageNumber.text) does not call as planned at \(location.text)")
        }
    }
}

extension TransportStatus {
    var cell: Table.Cell {
        switch self {
        case .notReceived: .init(localized("not received"), .dim)
        case .inPort: .init(localized("in port"))
        case .onboardCarrier: .init(localized("on board"))
        case .claimed: .init(localized("claimed"), .good)
        }
    }
}

extension RoutingStatus {
    var cell: Table.Cell {
        switch self {
        case .notRouted: .init(localized("not routed"), .warning)
        case .routed: .init(localized("routed"), .good)
        case .misrouted: .init(localized("misrouted"), .bad)
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

/// Lines of names and values for people, with the values in a column; those that are nil are left out.
func namedLines(_ parts: [(String, String?)]) -> String {
    let width = max(10, (parts.map(\.0.count).max() ?? 0) + 1)
    let lines = parts.compactMap { name, value in
        value.map { "\(name):\(String(repeating: " ", count: width - name.count))\($0.visible)\n" }
    }
    return lines.joined()
}
