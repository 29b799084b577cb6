public import CargoDomain

/// The stored form of a domain event: its wire shape in canonical JSON.
public enum DomainEventRecord {
    /// The bytes to store.
    public static func encode(_ event: DomainEvent) -> [UInt8] { event.canonicalBytes }

    /// Brings a domain event back from its stored bytes.
    /// - Throws: `corrupt_record`.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> DomainEvent {
        if let event = CanonicalReader.domainEvent(bytes) { return event }
        return try StoredRecord.decode(bytes, identity: (String.self, name: "eventId"))
    }

    /// Brings a domain event back from a tree.
    /// - Throws: `corrupt_record`.
    public static func reconstitute(_ stored: Input) throws(DomainError) -> DomainEvent {
        try StoredRecord.reconstitute(stored, identity: (String.self, name: "eventId"))
    }
}
