package import CargoDomain
package import CargoWire

extension CachedCargo: CanonicallyEncodable, InputValue {
    /// The members `asOf`, `cargo` and `isInDoubt`.
    package static let shape = Shape.members(
        .required("asOf", Instant.shape),
        .required("cargo", Cargo.shape),
        .required("isInDoubt", Bool.shape)
    )

    /// Reads an entry.
    ///
    /// The cargo must pass reconstitution.
    package init(input: Input) throws(DomainError) {
        let asOf: Instant = try input.value("asOf")
        let cargo: Cargo = try input.value("cargo")
        self.init(cargo: cargo, asOf: asOf, isInDoubt: try input.value("isInDoubt"))
    }

    /// Writes the entry in its stored shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"asOf":"#)
        writer.instant(asOf)
        writer.raw(#","cargo":"#)
        cargo.write(to: &writer)
        writer.raw(#","isInDoubt":"#)
        writer.boolean(isInDoubt)
        writer.raw("}")
    }
}

/// The stored form of a cache entry, in canonical JSON; `{}` for a removed entry.
enum CachedCargoRecord {
    /// Returns the bytes to store.
    static func encode(_ entry: CachedCargo?) -> [UInt8] { entry?.canonicalBytes ?? Array("{}".utf8) }

    /// Restores an entry from its stored bytes; `nil` for a removed entry.
    /// - Throws: `corrupt_record`.
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> CachedCargo? {
        if bytes.elementsEqual("{}".utf8) { return nil }
        return try StoredRecord.decode(bytes, as: CachedCargo.self, identity: (TrackingId.self, name: "trackingId"))
    }
}
