public import CargoDomain

/// The stored form of a domain event: its wire shape in canonical JSON.
public enum DomainEventRecord {
    /// The bytes to store.
    public static func encode(_ event: DomainEvent) -> [UInt8] { event.canonicalBytes }

    /// Decodes a domain event from its stored bytes.
    /// - Throws: `corrupt_record`.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> DomainEvent {
        if let event = CanonicalReader.domainEvent(bytes) { return event }
        return try StoredRecord.decode(bytes, identity: (String.self, name: "eventId"))
    }

    /// Decodes a domain event from a parsed JSON tree.
    /// - Throws: `corrupt_record`.
    public static func reconstitute(_ stored: Input) throws(DomainError) -> DomainEvent {
        try StoredRecord.reconstitute(stored, identity: (String.self, name: "eventId"))
    }
}
