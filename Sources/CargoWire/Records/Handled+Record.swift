package import CargoDomain

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
