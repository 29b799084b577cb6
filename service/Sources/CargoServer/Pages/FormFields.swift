import CargoDomain
import CargoLocalization
import CargoWire

/// The fields of a submitted form; each name occurs once.
struct FormFields: Sendable {
    private var texts: [String: String] = [:]

    /// The text of a field; nil if the form doesn't have it.
    subscript(name: String) -> String? {
        get { texts[name] }
        set { texts[name] = newValue }
    }

    /// The names of all fields.
    var names: some Sequence<String> { texts.keys }

    /// Parses an `application/x-www-form-urlencoded` body.
    /// - Parameter limit: the maximum size in bytes, if lower than for other forms.
    /// - Throws: `media_type_unsupported`; `form_invalid` if the encoding is malformed, a name repeats or there are too many fields; the
    ///   errors of `IncomingBody.bytes`.
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

    /// The fields of a link's query; if a name repeats, the first one counts.
    init(query: [EncodedFields.Field]) { texts = Dictionary(query.map { ($0.name, $0.value) }) { first, _ in first } }

    init() {}

    /// How a field's text is interpreted.
    enum Spelling {
        /// A code or an id, which ignores case.
        case code
        /// Text, in which case matters.
        case text
        /// A date and time in UTC, as browsers submit them.
        case time
    }

    /// Converts fields to a use case's input.
    ///
    /// Surrounding white space is removed, and empty fields are left out.
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

    /// The text of a field as `input` reads it; nil if the field is empty.
    func text(_ name: String, _ spelling: Spelling = .text) -> String? { input([name: spelling]).first?.value.asText }

    /// A time in the domain's format.
    ///
    /// A time without an offset is UTC, as the form's label says.
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

extension FormFields {
    /// Replaces what a clerk typed or chose by codes: `Hamburg (DEHAM)` or `hamburg` by `DEHAM`.
    ///
    /// A text that means no port or voyage stays as it is.
    func choosing(_ fields: KeyValuePairs<String, SuggestionIndex.Kind>, from index: SuggestionIndex) async throws(Problem) -> FormFields {
        var chosen = self
        for (name, kind) in fields {
            guard let text = self[name].map(Self.trimmed), !text.isEmpty else { continue }
            do throws(DomainError) {
                // safe: a dictionary
                chosen[name] = try await index.code(of: text, kind)
            } catch {
                throw Problem(error)
            }
        }
        return chosen
    }
}
