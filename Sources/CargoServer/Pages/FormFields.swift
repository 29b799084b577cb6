#if Server
import CargoApplication
import CargoDomain

/// What a form says: names and texts, each name once.
struct FormFields: Sendable {
    private var texts: [String: String] = [:]

    /// The text of a field; nil where there is none.
    subscript(name: String) -> String? { texts[name] }

    /// Reads `application/x-www-form-urlencoded`.
    /// - Parameter limit: the most bytes, if fewer than other forms have.
    /// - Throws: `media_type_unsupported`; `form_invalid` if the encoding is broken, a name repeats or there are too many fields; as
    ///   `IncomingBody.bytes`.
    static func read(_ call: Call, limit: Int = .max) async throws(Problem) -> FormFields {
        _ = try call.content(of: .form)
        let text = String(decoding: try await call.body.bytes(for: .form, limit: limit), as: UTF8.self)
        var form = FormFields()
        for (name, value) in try Problem.reading(.formInvalid, { () throws(EncodedFields.Fault) in try EncodedFields.parse(text[...]) }) {
            guard form.texts.updateValue(value, forKey: name) == nil else {
                throw Problem(.formInvalid, detail: "A field appears more than once.")
            }
        }
        return form
    }

    /// The fields of a link; the first one counts if a name repeats.
    init(query: [EncodedFields.Field]) { texts = Dictionary(query.map { ($0.name, $0.value) }) { first, _ in first } }

    init() {}

    /// How people write a field.
    enum Spelling {
        /// A code or an id: its case does not count.
        case code
        /// Its case counts.
        case text
        /// A day and a time of UTC, as a browser writes them.
        case time
    }

    /// Some fields as a use case's input; white space around them does not count, and what is empty is absent.
    func input(_ spellings: KeyValuePairs<String, Spelling>) -> [Input.Member] {
        spellings.compactMap { name, spelling in
            guard let text = self[name].map(Self.trimmed), !text.isEmpty else { return nil }
            switch spelling {
            case .code: return .init(name: name, value: .text(String(text.unicodeScalars.map { Character(Self.upper($0)) })))
            case .text: return .init(name: name, value: .text(text))
            case .time: return .init(name: name, value: .text(Self.instant(text)))
            }
        }
    }

    /// A time as the domain reads it: without an offset it is UTC, since the form says so.
    private static func instant(_ text: String) -> String {
        switch text.utf8.count {
        case 16: text + ":00Z"
        case 19, 23: text.hasSuffix("Z") ? text : text + "Z"
        default: text
        }
    }

    private static func upper(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        // safe: the scalar is a to z
        ("a"..."z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) - 0x20) : scalar
    }

    static func trimmed(_ text: String) -> String {
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        var scalars = text.unicodeScalars[...]
        // safe: the loop's condition finds a first scalar
        while let first = scalars.first, isSpace(first) { scalars.removeFirst() }
        // safe: the loop's condition finds a last scalar
        while let last = scalars.last, isSpace(last) { scalars.removeLast() }
        return String(String.UnicodeScalarView(scalars))
    }
}
#endif
