public import CargoDomain

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
