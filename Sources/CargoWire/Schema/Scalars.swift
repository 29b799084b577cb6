import CargoApplication
package import CargoDomain

extension Schema {
    /// An integer of ±(2^53−1).
    package static let integer = Schema.integer("Integer", in: -Version.maximum...Version.maximum, example: 1)

    /// An integer from 0 to 2^53−1.
    package static func natural(from least: Int64 = 0, _ description: String? = nil) -> Schema {
        .integer(in: least...Version.maximum, description)
    }
}

/// A value that is represented by a single text.
package protocol InputText: Described, InputValue {
    /// Parses the text.
    init(_ text: String) throws(DomainError)
}

extension InputText {
    /// Parses the text.
    package init(input: Input) throws(DomainError) {
        guard case .text(let text) = input else { throw .shapeInvalid(path: "") }
        try self.init(text)
    }
}

extension TrackingId: CanonicallyEncodable, InputText {
    /// Text.
    package static let schema = Schema.text(
        "TrackingId",
        pattern: "^[A-Z0-9]([A-Z0-9-]{1,34})[A-Z0-9]$",
        "3 to 36 of A-Z, 0-9 and -, starting and ending with a letter or digit (VAL-ID-1).",
        example: "7K3M9QX2R5TB"
    )

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.plain(text) }
}

extension CustomerId: CanonicallyEncodable, InputText {
    /// Text.
    package static let schema = Schema.text("CustomerId", pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,35}$", "VAL-ID-3.", example: "ACME")

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.plain(text) }
}

extension ArchiveName: CanonicallyEncodable, InputText {
    /// Text.
    package static let schema = Schema.text("ArchiveName", pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$", "VAL-ID-4.", example: "2026-01")

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.plain(text) }
}

extension EventActor: CanonicallyEncodable, Described, InputValue {
    /// Text.
    package static let schema = Schema.text(
        "EventActor",
        pattern: "^[a-z]+:[ -~]+$",
        "Who caused an event: a kind, a colon and a name, at most 400 characters (REP-3).",
        example: "token:ops"
    )

    /// Parses the text.
    /// - Throws: `shape_invalid`.
    package init(input: Input) throws(DomainError) {
        guard case .text(let text) = input, let actor = EventActor(text) else { throw .shapeInvalid(path: "") }
        self = actor
    }

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.text(text) }
}

extension VoyageNumber: CanonicallyEncodable, InputText {
    /// Text.
    package static let schema = Schema.text("VoyageNumber", pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,35}$", "VAL-ID-3.", example: "V100")

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.plain(text) }
}

extension UnLocode: CanonicallyEncodable, InputText {
    /// Text.
    package static let schema = Schema.text(
        "UnLocode",
        pattern: "^[A-Za-z]{2}[A-Za-z2-9]{3}$",
        "A UN/LOCODE; responses use upper case (VAL-LOC-1).",
        example: "HKHKG"
    )

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.unLocode(self) }
}

extension LocationName: CanonicallyEncodable, InputText {
    /// Text.
    package static let schema = Schema.text(
        length: 1...200,
        "Must not consist of white space only or contain control characters (VAL-LOC-2).",
        example: "Hong Kong"
    )

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.text(text) }
}

extension Reason: CanonicallyEncodable, InputText {
    /// Text.
    package static let schema = Schema.text(
        "Reason",
        length: 1...200,
        "Must not consist of white space only or contain control characters (VAL-TXT-2).",
        example: "Scanned by mistake"
    )

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.text(text) }
}

/// A value that is represented by one of a few words.
package protocol InputWord: CanonicallyEncodable, InputText, CaseIterable, RawRepresentable where RawValue == String {}

extension InputWord {
    /// One of the words, under the type's name.
    package static var schema: Schema { .words("\(Self.self)", allCases.map(\.rawValue)) }

    /// Reads the word.
    /// - Throws: `shape_invalid`; some types have an initializer that throws a more specific error.
    package init(_ text: String) throws(DomainError) {
        guard let word = Self.allCases.first(where: { $0.rawValue.hasSameScalars(as: text) }) else { throw .shapeInvalid(path: "") }
        self = word
    }

    /// Writes the word.
    package func write(to writer: inout JSONWriter) { writer.plain(rawValue) }
}

extension ReferenceType: InputWord {}
extension HoldType: InputWord {}
extension TransportMode: InputWord {}
extension PortCallEnd: InputWord {}
extension PortCallStatus: InputWord {}

extension Instant: CanonicallyEncodable, InputText {
    /// Text.
    package static let schema = Schema.text(
        "Instant",
        pattern: #"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"#,
        "A time from 1970 to 9999; responses use UTC with milliseconds (VAL-TIME-1 to VAL-TIME-3).",
        example: "2026-03-01T00:00:00.000Z"
    )

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.instant(self) }
}

extension HandlingType: CanonicallyEncodable, InputText {
    /// One of the types.
    package static let schema = Schema.words("HandlingType", allCases.map(\.rawValue))

    /// Writes the word.
    package func write(to writer: inout JSONWriter) { writer.raw(json) }
}

extension TransportStatus: InputWord {}
extension RoutingStatus: InputWord {}
extension BookingStatus: InputWord {}

extension String: CanonicallyEncodable, InputText {
    /// Any text.
    package static let schema = Schema.text()

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.text(self) }
}

extension Bool: CanonicallyEncodable, Described, InputValue {
    /// True or false.
    package static let schema = Schema.boolean

    /// Reads true or false.
    package init(input: Input) throws(DomainError) {
        guard case .boolean(let truth) = input else { throw .shapeInvalid(path: "") }
        self = truth
    }

    /// Writes true or false.
    package func write(to writer: inout JSONWriter) { writer.boolean(self) }
}

extension Int64: CanonicallyEncodable, Described, InputValue {
    /// An integer.
    package static let schema = Schema.integer

    /// Reads an integer within ±(2^53−1) (VAL-INT-1).
    /// - Throws: `integer_out_of_range`, with the digits as written.
    package init(input: Input) throws(DomainError) {
        switch input {
        case .integer(let number): self = number
        case .hugeInteger(let digits): throw .invalid(.integerOutOfRange, text: digits)
        case .text, .boolean, .list, .object: throw .shapeInvalid(path: "")
        }
    }

    /// Writes the digits.
    package func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Int: CanonicallyEncodable, Described {
    /// An integer from 0.
    package static let schema = Schema.natural()

    /// Writes the digits.
    package func write(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}
