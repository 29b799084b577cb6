public import CargoDomain

/// The stored form of a location: its wire shape in canonical JSON.
public enum LocationRecord {
    /// The bytes to store.
    public static func encode(_ location: Location) -> [UInt8] { location.canonicalBytes }

    /// Decodes a location from its stored bytes.
    /// - Throws: `corrupt_record`.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> Location {
        if let location = CanonicalReader.location(bytes) { return location }
        return try StoredRecord.decode(bytes, identity: (UnLocode.self, name: "unLocode"))
    }

    /// Decodes a location from a parsed JSON tree.
    /// - Throws: `corrupt_record`.
    public static func reconstitute(_ stored: Input) throws(DomainError) -> Location {
        try StoredRecord.reconstitute(stored, identity: (UnLocode.self, name: "unLocode"))
    }
}
