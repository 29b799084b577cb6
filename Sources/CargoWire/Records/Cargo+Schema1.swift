import CargoDomain

/// A cargo as version 1 stored it (schema 1); nothing else knows that form (DLV-10).
///
/// Its delivery had other members, and took CUSTOMS for a move. What can be derived is derived again, not compared; the rest is brought up to
/// date until the history is derived anew.
struct CargoOfSchema1: InputValue {
    static let shape = Shape.members(
        .required("customerId", CustomerId.shape),
        .required(
            "delivery",
            .members(
                .optional("currentVoyage", VoyageNumber.shape),
                .optional("estimatedArrival", Instant.shape),
                .required("isMisdirected", .boolean),
                .required("isUnloadedAtDestination", .boolean),
                .optional("lastHandled", CompletedActivity.shape),
                .optional("lastKnownLocation", UnLocode.shape),
                .optional("nextExpectedActivity", HandlingActivity.shape),
                .optional("planPosition", .integer),
                .required("routingStatus", .text),
                .required("transportStatus", .text),
                .optional("unloadedAt", UnLocode.shape)
            )
        ),
        .optional("itinerary", Itinerary.shape),
        .required("origin", UnLocode.shape),
        .required("routeSpecification", RouteSpecification.shape),
        .optional("routingStart", CompletedActivity.shape),
        .required("trackingId", TrackingId.shape),
        .required("version", AggregateVersion.shape)
    )

    /// The cargo as version 2 has it.
    let cargo: Cargo

    init(input: Input) throws(DomainError) {
        let customerId: CustomerId = try input.value("customerId")
        let delivery: StoredProgress = try input.value("delivery")
        let itinerary: Itinerary? = try input.valueIfPresent("itinerary")
        let origin: UnLocode = try input.value("origin")
        let routeSpecification: RouteSpecification = try input.value("routeSpecification")
        let routingStart: CompletedActivity? = try input.valueIfPresent("routingStart")
        let trackingId: TrackingId = try input.value("trackingId")
        let version: AggregateVersion = try input.value("version")
        cargo = try .reconstitute(
            trackingId: trackingId,
            customerId: customerId,
            origin: origin,
            routeSpecification: routeSpecification,
            itinerary: itinerary,
            routingStart: routingStart?.asMove,
            delivery: delivery.stored,
            version: version.number
        )
    }

    /// The members of a delivery that only the history yields.
    private struct StoredProgress: InputValue {
        static let shape = Shape.any

        let stored: Delivery.Stored

        init(input: Input) throws(DomainError) {
            let isMisdirected: Bool = try input.value("isMisdirected")
            let lastHandled: CompletedActivity? = try input.valueIfPresent("lastHandled")
            let planPosition: Int64? = try input.valueIfPresent("planPosition")
            stored = Delivery.Stored(
                lastHandled: lastHandled,
                lastMove: lastHandled?.asMove,
                isMisdirected: isMisdirected,
                planPosition: planPosition
            )
        }
    }
}

extension CompletedActivity {
    /// This activity; for CUSTOMS, a RECEIVE at its time and location.
    fileprivate var asMove: CompletedActivity {
        activity.type == .customs ? CompletedActivity(activity: .receive(at: activity.location), completionTime: completionTime) : self
    }
}
