package import CargoDomain

extension DomainEvent: CanonicallyEncodable, Described, InputValue {
    /// `{"aggregateId","aggregateType","aggregateVersion","correlationId"?,"data","eventId","occurredAt","schemaVersion","sequence"?,"type"}`.
    package static let schema = Schema.object(
        "DomainEvent",
        .required("aggregateId", String.schema, example: "7K3M9QX2R5TB"),
        .required("aggregateType", .words(nil, AggregateType.allCases.map(\.rawValue))),
        .required("aggregateVersion", AggregateVersion.schema),
        .optional("correlationId", String.schema),
        .required("data", RaisedFacts.data),
        .required("eventId", String.schema, example: "Cargo:7K3M9QX2R5TB:1:0"),
        .required("occurredAt", Instant.schema, example: "2026-01-01T00:00:00.000Z"),
        .required("schemaVersion", .integer),
        .served("sequence", .natural(from: 1)),
        .required("type", String.schema, example: "CargoBooked")
    )

    /// Reads a stored event.
    package init(input: Input) throws(DomainError) {
        let aggregateType: String = try input.value("aggregateType")
        guard let aggregateType = AggregateType.allCases.first(where: { $0.rawValue.hasSameScalars(as: aggregateType) }) else {
            throw .shapeInvalid(path: "aggregateType")
        }
        self.init(
            eventId: try input.value("eventId"),
            occurredAt: try input.value("occurredAt"),
            schemaVersion: try input.value("schemaVersion"),
            correlationId: try input.valueIfPresent("correlationId"),
            aggregateType: aggregateType,
            aggregateId: try input.value("aggregateId"),
            aggregateVersion: try input.value("aggregateVersion"),
            sequence: try input.valueIfPresent("sequence"),
            fact: try DomainFact(type: try input.value("type"), data: try input.value("data"))
        )
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"aggregateId":"#)
        writer.text(aggregateId)
        writer.raw(#","aggregateType":"#)
        writer.plain(aggregateType.rawValue)
        writer.raw(#","aggregateVersion":"#)
        writer.integer(aggregateVersion)
        if let correlationId {
            writer.raw(#","correlationId":"#)
            writer.text(correlationId)
        }
        writer.raw(#","data":"#)
        fact.writeData(to: &writer)
        writer.raw(#","eventId":"#)
        writer.text(eventId)
        writer.raw(#","occurredAt":"#)
        writer.instant(occurredAt)
        writer.raw(#","schemaVersion":"#)
        writer.integer(schemaVersion)
        if let sequence {
            writer.raw(#","sequence":"#)
            writer.integer(sequence)
        }
        writer.raw(#","type":"#)
        writer.plain(fact.type)
        writer.raw("}")
    }
}

extension Input: InputValue {
    /// Anything.
    package static var shape: Shape { .any }

    /// Itself.
    package init(input: Input) throws(DomainError) { self = input }
}
