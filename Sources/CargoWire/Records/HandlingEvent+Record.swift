public import CargoDomain

extension HandlingEvent: CanonicallyEncodable, Described, InputValue {
    /// `{"completionTime","location","registrationTime","trackingId","type","voyageNumber"?}`.
    package static let schema = Schema.object(
        "HandlingEvent",
        .required("completionTime", Instant.schema, example: "2026-01-05T00:00:00.000Z"),
        .required("location", UnLocode.schema),
        .required("registrationTime", Instant.schema, example: "2026-01-05T06:00:00.000Z"),
        .required("trackingId", TrackingId.schema),
        .required("type", HandlingType.schema),
        .optional("voyageNumber", VoyageNumber.schema)
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

/// The stored form of a handling event: its wire shape in canonical JSON.
public enum HandlingEventRecord {
    /// The bytes to store.
    public static func encode(_ event: HandlingEvent) -> [UInt8] { event.canonicalBytes }

    /// Decodes a handling event from its stored bytes.
    /// - Throws: `corrupt_record`.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> HandlingEvent {
        if let event = CanonicalReader.handlingEvent(bytes) { return event }
        return try StoredRecord.decode(bytes, identity: (TrackingId.self, name: "trackingId"))
    }

    /// Decodes a handling event from a parsed JSON tree.
    /// - Throws: `corrupt_record`.
    public static func reconstitute(_ stored: Input) throws(DomainError) -> HandlingEvent {
        try StoredRecord.reconstitute(stored, identity: (TrackingId.self, name: "trackingId"))
    }
}
