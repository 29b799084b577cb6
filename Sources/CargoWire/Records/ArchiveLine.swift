package import CargoApplication
package import CargoDomain

/// A line of an archive: `{"archivedAt","cargo","events","handling","origins"?}`.
///
/// `cargo` is the stored form of a cargo, `handling` has the stored forms of its registrations and retractions (a retraction has `reason` and
/// `retractedAt`), `events` its domain events with their positions, and `origins` the record of which handling came from which carrier's event.
package enum ArchiveLine {
    private static let shape = Shape.members(
        .required("archivedAt", Instant.shape),
        .required("cargo", .any),
        .required("events", .list(DomainEvent.shape)),
        .required("handling", .list(.any)),
        .optional("origins", .any)
    )

    /// Appends the line of a cargo, with its newline.
    package static func write(_ archived: ArchivedCargo, to writer: inout JSONWriter) {
        writer.raw(#"{"archivedAt":"#)
        writer.instant(archived.archivedAt)
        writer.raw(#","cargo":"#)
        archived.contents.cargo.write(to: &writer)
        writer.raw(#","events":["#)
        for (place, event) in archived.events.enumerated() {
            if place > 0 { writer.raw(",") }
            event.write(to: &writer)
        }
        writer.raw(#"],"handling":["#)
        for (place, record) in archived.contents.handling.enumerated() {
            if place > 0 { writer.raw(",") }
            record.document.withUnsafeBytes { writer.raw($0) }
        }
        writer.raw("]")
        if let origins = archived.contents.origins {
            writer.raw(#","origins":"#)
            CarrierLogRecord.encode(origins).withUnsafeBytes { writer.raw($0) }
        }
        writer.raw("}\n")
    }

    /// Returns the tracking id of a line without reading the rest of it; nil if it isn't the line of a cargo.
    package static func trackingId(of line: Input) -> String? { line["cargo"]?["trackingId"]?.asText }

    /// Reads a line.
    /// - Throws: the code of the first rule that it breaks.
    package static func read(_ line: Input) throws(DomainError) -> ArchivedCargo {
        try shape.check(line)
        var handling: [HandlingRecord] = []
        for entry in line["handling"]?.asList ?? [] { handling.append(try HandlingRecord.read(entry)) }
        return ArchivedCargo(
            contents: StoredCargoContents(
                cargo: try CargoRecord.readOfAnySchema(try line.value("cargo")),
                handling: handling,
                origins: try line["origins"].map { (origins) throws(DomainError) in try CarrierLog(checking: origins) }
            ),
            events: try line.value("events"),
            archivedAt: try line.value("archivedAt")
        )
    }
}
