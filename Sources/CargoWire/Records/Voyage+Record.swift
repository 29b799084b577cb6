package import CargoDomain

extension Schedule: CanonicallyEncodable, Described, InputValue {
    /// A list of carrier movements.
    package static let schema = Schema.list(of: CarrierMovement.schema, count: 1...500)

    /// Reads a schedule: movement by movement, then VOY-2 and VOY-3.
    package init(input: Input) throws(DomainError) {
        try self.init(try [CarrierMovement](input: input))
    }

    /// Writes the list.
    package func write(to writer: inout JSONWriter) { movements.write(to: &writer) }
}

extension Voyage: CanonicallyEncodable, Described, InputValue {
    /// `{"schedule","version","voyageNumber"}`.
    package static let schema = Schema.object(
        "Voyage",
        .required("schedule", Schedule.schema),
        .required("version", AggregateVersion.schema),
        .required("voyageNumber", VoyageNumber.schema)
    )

    /// Reads a stored voyage.
    package init(input: Input) throws(DomainError) {
        let schedule: Schedule = try input.value("schedule")
        let version: AggregateVersion = try input.value("version")
        let number: VoyageNumber = try input.value("voyageNumber")
        self = try .reconstitute(number: number, schedule: schedule, version: version.number)
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) { write(to: &writer, version: version) }

    /// Writes the wire shape with another version: the one that a save stores.
    package func write(to writer: inout JSONWriter, version: Int64) {
        writer.raw(#"{"schedule":"#)
        schedule.write(to: &writer)
        writer.raw(#","version":"#)
        writer.integer(version)
        writer.raw(#","voyageNumber":"#)
        writer.plain(number.text)
        writer.raw("}")
    }
}
