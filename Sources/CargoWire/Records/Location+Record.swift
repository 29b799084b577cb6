public import CargoDomain

extension Location: CanonicallyEncodable, Described, InputValue {
    /// `{"name","unLocode"}`.
    package static let schema = Schema.object(
        "Location",
        .required("name", LocationName.schema),
        .required("unLocode", UnLocode.schema)
    )

    /// Reads a location (VAL-LOC-1, VAL-LOC-2).
    package init(input: Input) throws(DomainError) {
        let name: LocationName = try input.value("name")
        let unLocode: UnLocode = try input.value("unLocode")
        self.init(unLocode: unLocode, name: name)
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"name":"#)
        writer.text(name.text)
        writer.raw(#","unLocode":"#)
        writer.unLocode(unLocode)
        writer.raw("}")
    }
}

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

extension CanonicalReader {
    /// A location in the form that it is written in; nil on a deviation.
    static func location(_ bytes: UnsafeRawBufferPointer) -> Location? {
        read(bytes) { (reader: inout CanonicalReader) throws(Deviation) -> Location in try reader.location() }
    }

    /// The shape of `Location`.
    private mutating func location() throws(Deviation) -> Location {
        try expect(#"{"name":"#)
        let text = try text()
        try expect(#","unLocode":"#)
        let code = try unLocode()
        try expect("}")
        do throws(DomainError) {
            return Location(unLocode: code, name: try LocationName(text))
        } catch {
            throw Deviation()
        }
    }
}
