package import CargoDomain

extension Leg: InputValue {
    /// The wire shape of a leg.
    package static let shape = Shape.members(
        .required("loadLocation", UnLocode.shape),
        .required("loadTime", Instant.shape),
        .required("unloadLocation", UnLocode.shape),
        .required("unloadTime", Instant.shape),
        .required("voyageNumber", VoyageNumber.shape)
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
