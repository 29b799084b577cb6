package import CargoApplication
package import CargoDomain

extension CargoTrackingView: WireObject {
    /// The tracking view, with locations and legs in their wire shapes.
    package static let form = ObjectForm<CargoTrackingView>(
        "TrackingView",
        .member("arrivalDeadline", \.arrivalDeadline),
        .optional("arrivalDelay", \.arrivalDelay, "The estimated arrival less the promised one, in milliseconds (EST-4).", example: 0),
        .member("bookingStatus", \.bookingStatus, example: "CONFIRMED"),
        .optional("cancellation", \.cancellation, "Absent for callers who may only track."),
        .optional("currentVoyage", \.currentVoyage),
        .member("customerId", \.customerId, "Absent for callers who may only track.", isRequired: false, example: "ACME"),
        .member("destination", \.destination, example: ["name": "Stockholm", "unLocode": "SESTO"]),
        .optional("disruption", \.disruption),
        .optional("estimatedArrival", \.estimatedArrival, example: "2026-02-10T00:00:00.000Z"),
        .member("events", \.events, example: []),
        .optional("holds", { $0.holds.isEmpty ? nil : $0.holds }, "What the cargo is held for, sorted by type (CRG-15)."),
        .optional("inPortSince", \.inPortSince, "Since when the cargo is in the port, while it is in one."),
        .member("isLate", \.isLate),
        .member("isMisdirected", \.isMisdirected),
        .member("isUnloadedAtDestination", \.isUnloadedAtDestination),
        .optional("lastKnownLocation", \.lastKnownLocation),
        .member("legs", \.legs),
        .optional("misdirection", \.misdirection),
        .optional("nextExpectedActivity", \.nextExpectedActivity, example: HandlingActivity.schema.example),
        .optional("nextExpectedText", \.nextExpectedText, example: "Receive in Hong Kong"),
        .member("origin", \.origin),
        .optional("overdueSince", \.overdueSince, "When the next scan was expected, or the cargo was to be collected (EST-6)."),
        .optional("pickUpBy", \.pickUpBy, "Until when the cargo is to be collected at its destination (CRG-14)."),
        .optional("plannedArrival", \.plannedArrival, example: "2026-02-10T00:00:00.000Z"),
        .optional("promisedArrival", \.promisedArrival, "The arrival that the customer was told first (CRG-12)."),
        .optional(
            "references",
            { $0.references.isEmpty ? nil : $0.references },
            "What people outside know the cargo by; only container numbers and those of other boxes for callers who may only track.",
            example: [CargoReference.schema.example ?? [:]]
        ),
        .member("routingStatus", \.routingStatus, example: "ROUTED"),
        .member("statusText", \.statusText, example: "Not received"),
        .member("trackingId", \.trackingId),
        .member("transportStatus", \.transportStatus)
    )

    /// Writes the tracking view with or without what neither a tracking id nor a container number may reveal: the customer, all references but
    /// the box, and why the cargo is held or its booking was cancelled.
    package func write(to writer: inout JSONWriter, showsCustomer: Bool) {
        Self.form.write(showsCustomer ? self : forPublic, to: &writer, without: showsCustomer ? nil : "customerId")
    }
}

extension CargoTrackingView.TrackedLeg: WireObject {
    /// The leg's members, with `actualLoadTime`?, `actualUnloadTime`?, `estimatedLoadTime`?, `estimatedUnloadTime`?.
    package static let form = ObjectForm<CargoTrackingView.TrackedLeg>(
        "TrackedLeg",
        .optional("actualLoadTime", \.times.actualLoadTime),
        .optional("actualUnloadTime", \.times.actualUnloadTime),
        .optional("estimatedLoadTime", \.times.estimatedLoadTime),
        .optional("estimatedUnloadTime", \.times.estimatedUnloadTime),
        .member("loadLocation", \.leg.loadLocation),
        .member("loadTime", \.leg.loadTime),
        .member("unloadLocation", \.leg.unloadLocation),
        .member("unloadTime", \.leg.unloadTime),
        .member("voyageNumber", \.leg.voyageNumber)
    )
}

extension CargoTrackingView.Event: WireObject {
    /// `{"completionTime","description","isExpected","location","registrationTime","type","voyageNumber"?}`.
    package static let form = ObjectForm<CargoTrackingView.Event>(
        "TrackedEvent",
        .member("completionTime", \.completionTime),
        .member("description", \.description, example: "Received in Hong Kong"),
        .member("isExpected", \.isExpected),
        .member("location", \.location),
        .member("registrationTime", \.registrationTime),
        .member("type", \.type),
        .optional("voyageNumber", \.voyageNumber)
    )
}

extension Misdirection: WireObject {
    /// `{"actual","expected"?}`.
    package static let form = ObjectForm<Misdirection>("Misdirection", .member("actual", \.actual), .optional("expected", \.expected))
}
