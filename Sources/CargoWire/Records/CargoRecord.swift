public import CargoDomain

/// The stored form of a cargo: its wire shape in canonical JSON.
public enum CargoRecord {
    /// The bytes to store.
    public static func encode(_ cargo: Cargo) -> [UInt8] { cargo.canonicalBytes }

    /// Decodes a cargo from its stored bytes, through every check of reconstitution.
    /// - Throws: `corrupt_record`.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> Cargo {
        if let cargo = CanonicalReader.cargo(bytes) { return cargo }
        return try StoredRecord.decode(bytes, identity: (TrackingId.self, name: "trackingId"))
    }

    /// Converts the document of a cargo that version 1 stored (schema 1) to the present form (DLV-10).
    /// - Throws: `corrupt_record`.
    package static func upcastSchema1(_ document: Input) throws(DomainError) -> Input {
        let stored: CargoOfSchema1 = try StoredRecord.reconstitute(document, identity: (TrackingId.self, name: "trackingId"))
        return try JSONParser.parse(stored.cargo.canonicalBytes)
    }

    /// Decodes a cargo from a parsed JSON tree, through every check of reconstitution.
    /// - Throws: `corrupt_record`.
    public static func reconstitute(_ stored: Input) throws(DomainError) -> Cargo {
        try StoredRecord.reconstitute(stored, identity: (TrackingId.self, name: "trackingId"))
    }
}
