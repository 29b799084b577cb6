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

    /// Decodes a cargo that version 1 stored (schema 1), as DLV-10 says.
    /// - Throws: `corrupt_record`.
    package static func decodeSchema1(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> Cargo {
        try StoredRecord.decode(bytes, as: CargoOfSchema1.self, identity: (TrackingId.self, name: "trackingId")).cargo
    }

    /// Reads a cargo of an export, which version 1 or 2 wrote: a delivery of schema 1 has no `lastMove` and may have other members.
    /// - Throws: `shape_invalid`, or the code of the rule that it breaks.
    package static func readOfAnySchema(_ input: Input) throws(DomainError) -> Cargo {
        do throws(DomainError) {
            return try Cargo(checking: input)
        } catch {
            let failure = error
            do throws(DomainError) { return try CargoOfSchema1(checking: input).cargo } catch { throw failure }
        }
    }

    /// Decodes a cargo from a parsed JSON tree, through every check of reconstitution.
    /// - Throws: `corrupt_record`.
    public static func reconstitute(_ stored: Input) throws(DomainError) -> Cargo {
        try StoredRecord.reconstitute(stored, identity: (TrackingId.self, name: "trackingId"))
    }
}
