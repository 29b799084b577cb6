package import CargoDomain

extension HandlingType {
    /// The spelling with its quotes.
    var json: StaticString {
        switch self {
        case .receive: #""RECEIVE""#
        case .load: #""LOAD""#
        case .unload: #""UNLOAD""#
        case .customs: #""CUSTOMS""#
        case .claim: #""CLAIM""#
        }
    }
}

extension HandlingActivity: CanonicallyEncodable, Described, InputValue {
    /// `{"location","type","voyageNumber"?}`.
    package static let schema = Schema.object(
        "HandlingActivity",
        .required("location", UnLocode.schema),
        .required("type", HandlingType.schema),
        .optional("voyageNumber", VoyageNumber.schema)
    )

    /// Reads an activity, then HND-1.
    package init(input: Input) throws(DomainError) {
        let location: UnLocode = try input.value("location")
        let type: HandlingType = try input.value("type")
        let voyageNumber: VoyageNumber? = try input.valueIfPresent("voyageNumber")
        try self.init(type: type, location: location, voyageNumber: voyageNumber)
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"location":"#)
        writer.unLocode(location)
        writeTypeAndVoyage(to: &writer)
    }

    /// Writes `"type"` and `"voyageNumber"?`, the last members of all shapes that hold an activity, and the closing bracket.
    func writeTypeAndVoyage(to writer: inout JSONWriter) {
        writer.raw(#","type":"#)
        writer.raw(type.json)
        if let voyageNumber {
            writer.raw(#","voyageNumber":"#)
            writer.plain(voyageNumber.text)
        }
        writer.raw("}")
    }
}

extension CompletedActivity: CanonicallyEncodable, Described, InputValue {
    /// `{"completionTime","location","type","voyageNumber"?}`.
    package static let schema = Schema.object(
        "Handled",
        .required("completionTime", Instant.schema),
        .required("location", UnLocode.schema),
        .required("type", HandlingType.schema),
        .optional("voyageNumber", VoyageNumber.schema)
    )

    /// Reads what was handled, then HND-1.
    package init(input: Input) throws(DomainError) {
        let completionTime: Instant = try input.value("completionTime")
        self.init(activity: try HandlingActivity(input: input), completionTime: completionTime)
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"completionTime":"#)
        writer.instant(completionTime)
        writer.raw(#","location":"#)
        writer.unLocode(activity.location)
        activity.writeTypeAndVoyage(to: &writer)
    }
}
