package import CargoDomain

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
