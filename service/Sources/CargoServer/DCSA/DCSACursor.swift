/// A page of a list of events: where it starts or ends, and the filters and the order of the list.
///
/// Written as hexadecimal digits, so that it needs no escaping in a URL.
struct DCSACursor: Sendable {
    /// Where a page is in its list.
    enum Position: Hashable, Sendable {
        /// The first page.
        case first
        /// The page that starts after an event.
        case after(DCSAEventID)
        /// The page that ends before an event.
        case before(DCSAEventID)
        /// The last page.
        case last
    }

    static let pattern = "^([0-9a-f]{2}){1,4096}$"

    let position: Position
    let query: [EncodedFields.Field]

    init(position: Position, query: [EncodedFields.Field]) {
        self.position = position
        self.query = query
    }

    /// Parses a cursor; nil if the service can't have written it.
    init?(_ text: String) {
        guard let (place, query) = Self.decode(text), let position = Self.position(place) else { return nil }
        (self.position, self.query) = (position, query)
    }

    /// Decodes what any cursor consists of: a place in a list, and the list's query; nil if the text isn't a cursor.
    static func decode(_ text: String) -> (place: String, query: [EncodedFields.Field])? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for byte in text.utf8 {
            guard let digit = PercentEncoding.digit(byte) else { return nil }
            if let first = high { bytes.append(first << 4 | digit) }
            high = high == nil ? digit : nil
        }
        guard high == nil, let content = String(validating: bytes, as: UTF8.self) else { return nil }
        let parts = content.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let place = parts.first else { return nil }
        do throws(EncodedFields.Fault) {
            let query = try EncodedFields.parse(Substring(parts.dropFirst().first ?? "".utf8[...]))
            return query.contains { $0.name == "cursor" } ? nil : (String(Substring(place)), query)
        } catch {
            return nil
        }
    }

    private static func position(_ text: String) -> Position? {
        switch text {
        case "first": return .first
        case "last": return .last
        default:
            guard let id = DCSAEventID(String(text.dropFirst())) else { return nil }
            return switch text.first {
            case ">": .after(id)
            case "<": .before(id)
            default: nil
            }
        }
    }

    var text: String {
        let place =
            switch position {
            case .first: "first"
            case .last: "last"
            case .after(let id): ">" + id.text
            case .before(let id): "<" + id.text
            }
        return Self.encode(place, query)
    }

    /// Encodes a place in a list and the list's query.
    static func encode(_ place: String, _ query: [EncodedFields.Field]) -> String {
        let fields = query.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")
        return (place + "?" + fields).utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
