public import CargoDomain

/// The stored form of a voyage: its wire shape in canonical JSON.
public enum VoyageRecord {
    /// The bytes to store.
    public static func encode(_ voyage: Voyage) -> [UInt8] { voyage.canonicalBytes }

    /// Decodes a voyage from its stored bytes.
    /// - Throws: `corrupt_record`.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> Voyage {
        if let voyage = CanonicalReader.voyage(bytes) { return voyage }
        return try StoredRecord.decode(bytes, identity: (VoyageNumber.self, name: "voyageNumber"))
    }

    /// Decodes a voyage from a parsed JSON tree.
    /// - Throws: `corrupt_record`.
    public static func reconstitute(_ stored: Input) throws(DomainError) -> Voyage {
        try StoredRecord.reconstitute(stored, identity: (VoyageNumber.self, name: "voyageNumber"))
    }
}
