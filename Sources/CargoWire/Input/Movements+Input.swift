package import CargoDomain

extension Leg: Described, InputValue {
    /// The wire shape of a leg.
    package static let schema = Schema.object(
        "Leg",
        .required("loadLocation", UnLocode.schema),
        .required("loadTime", Instant.schema, example: "2026-01-20T00:00:00.000Z"),
        .required("unloadLocation", UnLocode.schema, example: "SESTO"),
        .required("unloadTime", Instant.schema, example: "2026-02-10T00:00:00.000Z"),
        .required("voyageNumber", VoyageNumber.schema)
    )

    /// Reads a leg (LEG-1).
    package init(input: Input) throws(DomainError) {
        let loadLocation: UnLocode = try input.value("loadLocation")
        let loadTime: Instant = try input.value("loadTime")
        let unloadLocation: UnLocode = try input.value("unloadLocation")
        let unloadTime: Instant = try input.value("unloadTime")
        let voyageNumber: VoyageNumber = try input.value("voyageNumber")
        try self.init(
            voyageNumber: voyageNumber,
            loadLocation: loadLocation,
            unloadLocation: unloadLocation,
            loadTime: loadTime,
            unloadTime: unloadTime
        )
    }
}

extension CarrierMovement: Described, InputValue {
    /// The wire shape of a carrier movement.
    package static let schema = Schema.object(
        "CarrierMovement",
        .required("arrivalLocation", UnLocode.schema, example: "SESTO"),
        .required("arrivalTime", Instant.schema, example: "2026-02-10T00:00:00.000Z"),
        .required("departureLocation", UnLocode.schema),
        .required("departureTime", Instant.schema, example: "2026-01-20T00:00:00.000Z")
    )

    /// Reads a carrier movement (VOY-1).
    package init(input: Input) throws(DomainError) {
        let arrivalLocation: UnLocode = try input.value("arrivalLocation")
        let arrivalTime: Instant = try input.value("arrivalTime")
        let departureLocation: UnLocode = try input.value("departureLocation")
        let departureTime: Instant = try input.value("departureTime")
        try self.init(
            departureLocation: departureLocation,
            arrivalLocation: arrivalLocation,
            departureTime: departureTime,
            arrivalTime: arrivalTime
        )
    }
}
