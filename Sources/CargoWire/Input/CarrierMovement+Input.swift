package import CargoDomain

extension CarrierMovement: InputValue {
    /// The wire shape of a carrier movement.
    package static let shape = Shape.members(
        .required("arrivalLocation", UnLocode.shape),
        .required("arrivalTime", Instant.shape),
        .required("departureLocation", UnLocode.shape),
        .required("departureTime", Instant.shape)
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
