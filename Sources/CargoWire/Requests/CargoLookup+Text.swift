package import CargoApplication
package import CargoDomain

extension CargoLookup {
    /// Reads what someone typed: a tracking id in any case; a reference of any type; or a type, a colon and a value, such as
    /// `CONTAINER:MSKU1234565`.
    ///
    /// White space around the text is dropped. Of a container number, spaces, hyphens and lower case are forgiven.
    package init(typed text: String) {
        let text = text.withoutOuterSpace
        if let (type, value) = Self.named(text) {
            self.init(references: [Self.reference(type, value)].compactMap(\.self))
        } else {
            self.init(
                trackingId: ifValid { () throws(DomainError) in try TrackingId(text.inUpperCase) },
                references: ReferenceType.allCases.compactMap { Self.reference($0, text) }
            )
        }
    }

    /// The reference, if it is the only one that was meant.
    package var onlyReference: CargoReference? { references.count == 1 ? references.first : nil }

    /// Reads a reference of a type as someone typed it; nil if the text isn't one.
    package static func reference(_ type: ReferenceType, _ text: String) -> CargoReference? {
        ifValid { () throws(DomainError) in try CargoReference(type, typed: text) }
    }

    /// The type and the value of a text such as `bill of lading: 123`; nil if no type is named.
    static func named(_ text: String) -> (type: ReferenceType, value: String)? {
        guard let colon = text.unicodeScalars.firstIndex(of: ":") else { return nil }
        let name = String(text.unicodeScalars.prefix(upTo: colon)).withoutOuterSpace.inUpperCase
        let word = String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == " " || $0 == "-" ? "_" : $0 }))
        guard let type = ReferenceType(rawValue: word) else { return nil }
        return (type, String(text.unicodeScalars.suffix(from: colon).dropFirst()).withoutOuterSpace)
    }
}

extension CargoReference {
    /// Reads a type, a colon and a value as someone typed them, such as `container: csqu 305438-3` or `bill-of-lading:APLU 42`.
    /// - Throws: `reference_type_invalid` if the text doesn't begin with a type; `reference_invalid`.
    package init(typed text: String) throws(DomainError) {
        guard let (type, value) = CargoLookup.named(text) else { throw .invalid(.referenceTypeInvalid, text: text) }
        try self.init(type, typed: value)
    }

    /// Reads the value of a reference as someone typed it.
    /// - Throws: `reference_invalid`.
    fileprivate init(_ type: ReferenceType, typed text: String) throws(DomainError) {
        try self.init(type, type == .container ? text.compactContainerNumber : text.withoutOuterSpace)
    }
}

extension String {
    /// The text as a container number is written: in upper case, without white space and hyphens.
    package var compactContainerNumber: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isSpace && $0 != "-" })).inUpperCase
    }

    /// The text without white space around it.
    var withoutOuterSpace: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.isSpace }), let last = scalars.lastIndex(where: { !$0.isSpace }) else {
            return ""
        }
        // safe: both are indices of the scalars, and the last one found is at the first or after it
        return String(scalars[first...last])
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is white space.
    fileprivate var isSpace: Bool { isASCII ? self == " " || (0x09...0x0D).contains(value) : properties.isWhitespace }
}
