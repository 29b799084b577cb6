package import CargoApplication
import CargoDomain

// The members that each request reads, for the requests that HTTP takes as a body. A test compares them with the readers.

extension BookCargo.Request: Described {
    /// `{"arrivalDeadline","customerId","destination","origin","trackingId"?}`.
    package static let schema = Schema.object(
        "Booking",
        .required("arrivalDeadline", Instant.schema),
        .required("customerId", CustomerId.schema),
        .required("destination", UnLocode.schema, example: "SESTO"),
        .required("origin", UnLocode.schema),
        .optional("trackingId", TrackingId.schema, "The cargo's tracking id; the service generates one if absent.")
    )
}

extension ChangeDestination.Request: Described {
    /// `{"destination","trackingId"}`.
    package static let schema = Schema.object(
        nil,
        .required("destination", UnLocode.schema, example: "USNYC"),
        .required("trackingId", TrackingId.schema)
    )
}

extension ChangeDeadline.Request: Described {
    /// `{"arrivalDeadline","trackingId"}`.
    package static let schema = Schema.object(
        nil,
        .required("arrivalDeadline", Instant.schema),
        .required("trackingId", TrackingId.schema)
    )
}

extension AddReference.Request: Described {
    /// `{"trackingId","type","value"}`.
    package static let schema = Schema.object(
        nil,
        CargoReference.schema.members + [.required("trackingId", TrackingId.schema)]
    )
}

extension CancelBooking.Request: Described {
    /// `{"reason","trackingId"}`.
    package static let schema = Schema.object(
        nil,
        .required("reason", Reason.schema, example: "Ordered twice"),
        .required("trackingId", TrackingId.schema)
    )
}

extension RegisterHandlingEvent.Request: Described {
    /// `{"completionTime","location","trackingId","type","voyageNumber"?}`.
    package static let schema = Schema.object(
        "HandlingReport",
        .required("completionTime", Instant.schema, example: "2026-01-05T00:00:00.000Z"),
        .required("location", UnLocode.schema),
        .required("trackingId", TrackingId.schema),
        .required("type", HandlingType.schema),
        .optional("voyageNumber", VoyageNumber.schema),
        description: "LOAD and UNLOAD need a voyage number; other types must not have one (HND-1)."
    )
}

extension RegisterLocation.Request: Described {
    /// `{"name","unLocode"}`.
    package static let schema = Location.schema
}

extension RegisterVoyage.Request: Described {
    /// `{"schedule","voyageNumber"}`.
    package static let schema = Schema.object(
        nil,
        .required("schedule", Schedule.schema),
        .required("voyageNumber", VoyageNumber.schema)
    )
}
