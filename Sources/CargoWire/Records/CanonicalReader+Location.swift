import CargoDomain

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
