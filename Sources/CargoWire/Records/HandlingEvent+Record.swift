package import CargoDomain

extension HandlingEvent: CanonicallyEncodable, InputValue {
    /// `{"completionTime","location","registrationTime","trackingId","type","voyageNumber"?}`.
    package static let shape = Shape.members(
        .required("completionTime", Instant.shape),
        .required("location", UnLocode.shape),
        .required("registrationTime", Instant.shape),
        .required("trackingId", TrackingId.shape),
        .required("type", HandlingType.shape),
        .optional("voyageNumber", VoyageNumber.shape)
    )

    /// Reads an event, then HND-1 and HND-2.
    package init(input: Input) throws(DomainError) {
        let completionTime: Instant = try input.value("completionTime")
        let location: UnLocode = try input.value("location")
        let registrationTime: Instant = try input.value("registrationTime")
        let trackingId: TrackingId = try input.value("trackingId")
        let type: HandlingType = try input.value("type")
        let voyageNumber: VoyageNumber? = try input.valueIfPresent("voyageNumber")
        try self.init(
            trackingId: trackingId,
            activity: try HandlingActivity(type: type, location: location, voyageNumber: voyageNumber),
            completionTime: completionTime,
            registrationTime: registrationTime
        )
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"completionTime":"#)
        writer.instant(completionTime)
        writer.raw(#","location":"#)
        writer.unLocode(activity.location)
        writer.raw(#","registrationTime":"#)
        writer.instant(registrationTime)
        writer.raw(#","trackingId":"#)
        writer.plain(trackingId.text)
        activity.writeTypeAndVoyage(to: &writer)
    }
}
