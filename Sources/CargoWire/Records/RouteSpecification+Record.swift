package import CargoDomain

extension RouteSpecification: CanonicallyEncodable, InputValue {
    /// `{"arrivalDeadline","destination","origin"}`.
    package static let shape = Shape.members(
        .required("arrivalDeadline", Instant.shape),
        .required("destination", UnLocode.shape),
        .required("origin", UnLocode.shape)
    )

    /// Reads a route specification (RTE-1).
    package init(input: Input) throws(DomainError) {
        let arrivalDeadline: Instant = try input.value("arrivalDeadline")
        let destination: UnLocode = try input.value("destination")
        let origin: UnLocode = try input.value("origin")
        try self.init(origin: origin, destination: destination, arrivalDeadline: arrivalDeadline)
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"arrivalDeadline":"#)
        writer.instant(arrivalDeadline)
        writer.raw(#","destination":"#)
        writer.unLocode(destination)
        writer.raw(#","origin":"#)
        writer.unLocode(origin)
        writer.raw("}")
    }
}
