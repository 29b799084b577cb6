package import CargoDomain

extension CargoReference: CanonicallyEncodable, Described, InputValue {
    /// `{"type","value"}`.
    package static let schema = Schema.object(
        "Reference",
        .required("type", ReferenceType.schema),
        .required(
            "value",
            .text(
                length: 1...100,
                "A container number with its check digit, or a number or text of the length that its type allows (REF-1)."
            ),
            example: "CSQU3054383"
        ),
        description: "What people outside know a cargo by (REF-1)."
    )

    /// Reads a reference: the type, then the value.
    package init(input: Input) throws(DomainError) {
        let type: ReferenceType = try input.value("type")
        try self.init(type, try input.value("value"))
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"type":"#)
        writer.plain(type.rawValue)
        writer.raw(#","value":"#)
        writer.text(value)
        writer.raw("}")
    }
}

/// The references of a stored cargo, which has none or at least one (REF-2).
struct StoredReferences: InputValue {
    static let schema = Schema.list(of: CargoReference.schema, count: 1...Int64(Cargo.referenceLimit))
    static let shape = schema.shape

    let references: [CargoReference]

    init(input: Input) throws(DomainError) {
        references = try [CargoReference](input: input)
        guard !references.isEmpty else { throw .corruptRecord(rule: "REF-2") }
        try Cargo.check(references)
    }
}

extension CanonicalReader {
    /// The references and the closing bracket, in the form that they are written in.
    mutating func references() throws(Deviation) -> [CargoReference] {
        var references: [CargoReference] = []
        repeat { references.append(try reference()) } while skip(",")
        try expect("]")
        return references
    }

    /// The shape of `CargoReference`.
    mutating func reference() throws(Deviation) -> CargoReference {
        try expect(#"{"type":"#)
        let type = try referenceType()
        try expect(#","value":"#)
        let value = try text()
        try expect("}")
        do throws(DomainError) {
            return try CargoReference(type, value)
        } catch {
            throw Deviation()
        }
    }

    private mutating func referenceType() throws(Deviation) -> ReferenceType {
        if skip(#""CONTAINER""#) { return .container }
        if skip(#""BILL_OF_LADING""#) { return .billOfLading }
        if skip(#""BOOKING""#) { return .booking }
        if skip(#""CUSTOMER""#) { return .customer }
        try expect(#""EQUIPMENT""#)
        return .equipment
    }
}
