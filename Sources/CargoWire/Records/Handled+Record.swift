package import CargoDomain

extension Handled: CanonicallyEncodable, InputValue {
    /// `{"completionTime","location","type","voyageNumber"?}`.
    package static let shape = Shape.members(
        .required("completionTime", Instant.shape),
        .required("location", UnLocode.shape),
        .required("type", HandlingType.shape),
        .optional("voyageNumber", VoyageNumber.shape)
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
