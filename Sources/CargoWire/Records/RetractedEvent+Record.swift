package import CargoDomain

extension RetractedEvent: WireObject, InputValue {
    /// `{"event","reason","retractedAt"}`.
    package static let form = ObjectForm<RetractedEvent>(
        "RetractedEvent",
        .member("event", \.event),
        .member("reason", \.reason),
        .member("retractedAt", \.retractedAt),
        description: "A handling event that was registered by mistake and taken back (HND-7)."
    )

    /// Reads the event, the reason and the time.
    package init(input: Input) throws(DomainError) {
        self.init(event: try input.value("event"), reason: try input.value("reason"), retractedAt: try input.value("retractedAt"))
    }
}

/// The stored form of a retraction: the members of its handling event, `reason` and `retractedAt`, in canonical JSON (schema 2 of the kind
/// `handling`).
package enum RetractedEventRecord {
    /// The bytes to store.
    package static func encode(_ retraction: RetractedEvent) -> [UInt8] {
        var writer = JSONWriter()
        StoredRetraction.form.write(StoredRetraction(retraction: retraction), to: &writer)
        return writer.bytes
    }

    /// Reads a retraction from a document's tree.
    /// - Throws: `shape_invalid`, or the code of the rule that it breaks.
    package static func read(_ input: Input) throws(DomainError) -> RetractedEvent { try StoredRetraction(checking: input).retraction }

    /// Decodes a retraction from its stored bytes.
    /// - Throws: `corrupt_record`.
    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> RetractedEvent {
        let stored: StoredRetraction = try StoredRecord.decode(bytes, identity: (TrackingId.self, name: "trackingId"))
        return stored.retraction
    }
}

/// `{"completionTime","location","reason","registrationTime","retractedAt","trackingId","type","voyageNumber"?}`.
private struct StoredRetraction: WireObject, InputValue {
    static let form = ObjectForm<StoredRetraction>(
        nil,
        .member("completionTime", \.retraction.event.completionTime),
        .member("location", \.retraction.event.activity.location),
        .member("reason", \.retraction.reason),
        .member("registrationTime", \.retraction.event.registrationTime),
        .member("retractedAt", \.retraction.retractedAt),
        .member("trackingId", \.retraction.event.trackingId),
        .member("type", \.retraction.event.activity.type),
        .optional("voyageNumber", \.retraction.event.activity.voyageNumber)
    )

    let retraction: RetractedEvent

    init(retraction: RetractedEvent) { self.retraction = retraction }

    init(input: Input) throws(DomainError) {
        let completionTime: Instant = try input.value("completionTime")
        let location: UnLocode = try input.value("location")
        let reason: Reason = try input.value("reason")
        let registrationTime: Instant = try input.value("registrationTime")
        let retractedAt: Instant = try input.value("retractedAt")
        let trackingId: TrackingId = try input.value("trackingId")
        let type: HandlingType = try input.value("type")
        let voyageNumber: VoyageNumber? = try input.valueIfPresent("voyageNumber")
        let event = try HandlingEvent(
            trackingId: trackingId,
            activity: try HandlingActivity(type: type, location: location, voyageNumber: voyageNumber),
            completionTime: completionTime,
            registrationTime: registrationTime
        )
        retraction = RetractedEvent(event: event, reason: reason, retractedAt: retractedAt)
    }
}
