package import CargoDomain

extension Estimate: CanonicallyEncodable, Described, InputValue {
    /// `{"disruption"?,"estimatedArrival"?}`.
    package static let schema = Schema.object(
        "Estimate",
        .optional("disruption", Disruption.schema),
        .optional("estimatedArrival", Instant.schema),
        description: "What the voyages' forecasts make of a route (EST-7)."
    )

    /// Reads an estimate.
    package init(input: Input) throws(DomainError) {
        let disruption: Disruption? = try input.valueIfPresent("disruption")
        let estimatedArrival: Instant? = try input.valueIfPresent("estimatedArrival")
        self.init(disruption: disruption, estimatedArrival: estimatedArrival)
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        if let disruption {
            writer.raw(#""disruption":"#)
            disruption.write(to: &writer)
        }
        if let estimatedArrival {
            writer.raw(disruption == nil ? #""estimatedArrival":"# : #","estimatedArrival":"#)
            writer.instant(estimatedArrival)
        }
        writer.raw("}")
    }
}

extension Disruption: CanonicallyEncodable, Described, InputValue {
    /// `{"leg","location","reason","voyageNumber"}`.
    package static let schema = Schema.object(
        "Disruption",
        .required("leg", .natural()),
        .required("location", UnLocode.schema),
        .required("reason", .words(nil, Reason.allCases.map(\.rawValue))),
        .required("voyageNumber", VoyageNumber.schema),
        description: "The 0-based index of the leg at which a route no longer works, where, why, and the leg's voyage (EST-3)."
    )

    /// Reads a disruption.
    ///
    /// An unknown reason is found among the values, after the leg and the location (READ-2). Every disruption that is read belongs to an
    /// estimate, so its path is known.
    package init(input: Input) throws(DomainError) {
        let leg: Int64 = try input.value("leg")
        guard leg >= 0 else { throw .invalid(.integerOutOfRange, text: String(leg)) }
        let location: UnLocode = try input.value("location")
        let text: String = try input.value("reason")
        guard let reason = Reason.allCases.first(where: { $0.rawValue.hasSameScalars(as: text) }) else {
            throw .shapeInvalid(path: "estimate.disruption.reason")
        }
        try self.init(leg: leg, location: location, reason: reason, voyageNumber: try input.value("voyageNumber"))
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"leg":"#)
        writer.integer(leg)
        writer.raw(#","location":"#)
        writer.unLocode(location)
        writer.raw(#","reason":"#)
        writer.plain(reason.rawValue)
        writer.raw(#","voyageNumber":"#)
        writer.plain(voyageNumber.text)
        writer.raw("}")
    }
}
