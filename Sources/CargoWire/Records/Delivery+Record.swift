package import CargoDomain

extension RoutingStatus {
    /// The spelling with its quotes.
    var json: StaticString {
        switch self {
        case .notRouted: #""NOT_ROUTED""#
        case .routed: #""ROUTED""#
        case .misrouted: #""MISROUTED""#
        }
    }
}

extension TransportStatus {
    /// The spelling with its quotes.
    var json: StaticString {
        switch self {
        case .notReceived: #""NOT_RECEIVED""#
        case .inPort: #""IN_PORT""#
        case .onboardCarrier: #""ONBOARD_CARRIER""#
        case .claimed: #""CLAIMED""#
        }
    }
}

extension Delivery: CanonicallyEncodable {
    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        if let currentVoyage {
            writer.raw(#""currentVoyage":"#)
            writer.plain(currentVoyage.text)
            writer.raw(",")
        }
        writer.raw(isMisdirected ? #""isMisdirected":true"# : #""isMisdirected":false"#)
        writer.raw(isUnloadedAtDestination ? #","isUnloadedAtDestination":true"# : #","isUnloadedAtDestination":false"#)
        if let lastHandled {
            writer.raw(#","lastHandled":"#)
            lastHandled.write(to: &writer)
        }
        if let lastMove {
            writer.raw(#","lastKnownLocation":"#)
            writer.unLocode(lastMove.activity.location)
            writer.raw(#","lastMove":"#)
            lastMove.write(to: &writer)
        }
        if let nextExpectedActivity {
            writer.raw(#","nextExpectedActivity":"#)
            nextExpectedActivity.write(to: &writer)
        }
        if let planPosition {
            writer.raw(#","planPosition":"#)
            writer.integer(Int64(planPosition))
        }
        if let plannedArrival {
            writer.raw(#","plannedArrival":"#)
            writer.instant(plannedArrival)
        }
        writer.raw(#","routingStatus":"#)
        writer.raw(routingStatus.json)
        writer.raw(#","transportStatus":"#)
        writer.raw(transportStatus.json)
        writer.raw("}")
    }
}

/// A delivery as it was stored; to be believed only once a cargo is reconstituted with it (DLV-10).
struct StoredDelivery: Described, InputValue {
    static let schema = Schema.object(
        "Delivery",
        .optional("currentVoyage", VoyageNumber.schema),
        .required("isMisdirected", .boolean),
        .required("isUnloadedAtDestination", .boolean),
        .optional("lastHandled", CompletedActivity.schema),
        .optional("lastKnownLocation", UnLocode.schema),
        .optional("lastMove", CompletedActivity.schema),
        .optional("nextExpectedActivity", HandlingActivity.schema),
        .optional("planPosition", .natural()),
        .optional("plannedArrival", Instant.schema),
        .required("routingStatus", RoutingStatus.schema),
        .required("transportStatus", TransportStatus.schema)
    )

    /// Nil where a status is spelled as none is: whatever is recomputed, such a delivery disagrees with it.
    let delivery: Delivery.Stored?

    init(input: Input) throws(DomainError) {
        let currentVoyage: VoyageNumber? = try input.valueIfPresent("currentVoyage")
        let isMisdirected: Bool = try input.value("isMisdirected")
        let isUnloadedAtDestination: Bool = try input.value("isUnloadedAtDestination")
        let lastHandled: CompletedActivity? = try input.valueIfPresent("lastHandled")
        let lastKnownLocation: UnLocode? = try input.valueIfPresent("lastKnownLocation")
        let lastMove: CompletedActivity? = try input.valueIfPresent("lastMove")
        let nextExpectedActivity: HandlingActivity? = try input.valueIfPresent("nextExpectedActivity")
        let planPosition: Int64? = try input.valueIfPresent("planPosition")
        let plannedArrival: Instant? = try input.valueIfPresent("plannedArrival")
        let routingStatus: String = try input.value("routingStatus")
        let transportStatus: String = try input.value("transportStatus")
        guard let routingStatus = RoutingStatus.allCases.first(where: { $0.rawValue.hasSameScalars(as: routingStatus) }),
            let transportStatus = TransportStatus.allCases.first(where: { $0.rawValue.hasSameScalars(as: transportStatus) })
        else {
            delivery = nil
            return
        }
        delivery = Delivery.Stored(
            currentVoyage: currentVoyage,
            isMisdirected: isMisdirected,
            isUnloadedAtDestination: isUnloadedAtDestination,
            lastHandled: lastHandled,
            lastKnownLocation: lastKnownLocation,
            lastMove: lastMove,
            nextExpectedActivity: nextExpectedActivity,
            planPosition: planPosition,
            plannedArrival: plannedArrival,
            routingStatus: routingStatus,
            transportStatus: transportStatus
        )
    }
}
