package import CargoApplication
package import CargoDomain

extension ArchivePlace: WireObject, InputValue {
    /// `{"archive","offset"}`.
    package static let form = ObjectForm<ArchivePlace>(
        nil,
        .member("archive", \.archive),
        .member("offset", \.offset, example: 0)
    )

    /// Reads a place.
    package init(input: Input) throws(DomainError) {
        try self.init(archive: try input.value("archive"), offset: try input.value("offset"))
    }
}

/// The stored form of the place of a removed cargo: the document of the record that says so.
package enum ArchivePlaceRecord {
    /// The bytes to store.
    package static func encode(_ place: ArchivePlace) -> [UInt8] { place.canonicalBytes }

    /// Decodes a place from its stored bytes.
    /// - Throws: `corrupt_record`.
    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> ArchivePlace {
        try StoredRecord.decode(bytes, identity: (ArchiveName.self, name: "archive"))
    }
}
