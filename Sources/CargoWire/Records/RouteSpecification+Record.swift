package import CargoDomain

extension RouteSpecification: CanonicallyEncodable, Described, InputValue {
    /// `{"arrivalDeadline","destination","origin"}`.
    package static let schema = Schema.object(
        "RouteSpecification",
        .required("arrivalDeadline", Instant.schema),
        .required("destination", UnLocode.schema, example: "SESTO"),
        .required("origin", UnLocode.schema)
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
