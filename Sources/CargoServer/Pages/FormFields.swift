#if Server
import CargoApplication
import CargoDomain

/// What a form says: names and texts, each name once.
struct FormFields: Sendable {
    private var fields: [(name: String, text: String)] = []

    /// The text of a field; nil where there is none.
    subscript(name: String) -> String? { fields.first { $0.name == name }?.text }

    /// Reads `application/x-www-form-urlencoded`.
    /// - Throws: `media_type_unsupported`; `form_invalid` where the encoding is broken or a name stands twice; as `IncomingBody.bytes`.
    static func read(_ call: Call) async throws(Problem) -> FormFields {
        _ = try call.content(of: .form)
        let text = String(decoding: try await call.body.bytes(for: .form), as: UTF8.self)
        var form = FormFields()
        for pair in text.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(sides[0], readsPlusAsSpace: true),
                let value = PercentEncoding.decode(sides.count > 1 ? sides[1] : "", readsPlusAsSpace: true), form[name] == nil
            else { throw Problem(.formInvalid) }
            form.fields.append((name, value))
        }
        return form
    }

    /// The fields of a link.
    init(query: [(name: String, value: String)]) {
        for (name, value) in query where self[name] == nil { fields.append((name, value)) }
    }

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
        ("a"..."z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) - 0x20) : scalar
    }

    static func trimmed(_ text: String) -> String {
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, isSpace(first) { scalars.removeFirst() }
        while let last = scalars.last, isSpace(last) { scalars.removeLast() }
        return String(String.UnicodeScalarView(scalars))
    }
}
#endif
