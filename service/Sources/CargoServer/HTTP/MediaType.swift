/// A media type that the service reads or writes.
enum Media: String, Sendable, CaseIterable {
    case json = "application/json"
    case jsonLines = "application/x-ndjson"
    case csv = "text/csv"
    case eventStream = "text/event-stream"
    case problem = "application/problem+json"
    case text = "text/plain"
    case html = "text/html"
    case form = "application/x-www-form-urlencoded"

    /// Parses a `Content-Type` field, ignoring its parameters; nil for a media type that the service doesn't know.
    init?(contentType field: String) {
        if let media = Media(rawValue: field) {
            self = media
            return
        }
        let name = Substring(field.utf8.prefix { $0 != UInt8(ascii: ";") }).filter { $0 != " " && $0 != "\t" }.lowercased()
        guard let media = Media(rawValue: name) else { return nil }
        self = media
    }

    /// The `Content-Type` field of a response.
    var contentType: String {
        switch self {
        case .json, .jsonLines, .problem: rawValue
        case .csv, .eventStream, .text, .html, .form: rawValue + "; charset=utf-8"
        }
    }

    /// The media type that an `Accept` field prefers, or the first of equals; nil if it accepts none of them.
    static func preferred(of kinds: [Media], accept fields: [String]) -> Media? {
        if fields.isEmpty { return kinds.first }
        // By bytes: the character U+0600 before a comma would join it.
        let ranges = fields.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }.compactMap { AcceptedRange(Substring($0)) }
        guard !ranges.isEmpty else { return kinds.first }
        var best: (kind: Media, weight: Int)?
        for kind in kinds {
            let fitting = ranges.filter { $0.covers(kind) }
            // The most specific range that covers a media type determines its weight.
            guard let range = fitting.max(by: { $0.precision < $1.precision }), range.weight > 0 else { continue }
            if best.map({ range.weight > $0.weight }) ?? true { best = (kind, range.weight) }
        }
        return best?.kind
    }
}

/// One element of an `Accept` field, such as `text/*;q=0.5`; an element with an invalid weight is ignored.
private struct AcceptedRange {
    let type: String
    let subtype: String
    /// The weight in thousandths.
    let weight: Int

    init?(_ text: Substring) {
        let parts = text.utf8.split(separator: UInt8(ascii: ";")).map { Substring($0).filter { $0 != " " && $0 != "\t" }.lowercased() }
        guard let name = parts.first else { return nil }
        let sides = name.split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        // safe: the guard above demands two sides
        type = String(sides[0])
        // safe: the guard above demands two sides
        subtype = String(sides[1])
        guard let quality = parts.dropFirst().first(where: { $0.hasPrefix("q=") }) else {
            weight = 1000
            return
        }
        guard let weight = QualityValue.thousandths(quality.dropFirst(2).utf8) else { return nil }
        self.weight = weight
    }

    var precision: Int { type == "*" ? 0 : subtype == "*" ? 1 : 2 }

    func covers(_ kind: Media) -> Bool {
        let sides = kind.rawValue.split(separator: "/")
        // safe: the kinds are our own, and each has a slash
        return (type == "*" || type == sides[0]) && (subtype == "*" || subtype == sides[1])
    }
}

/// The weight of an element of `Accept` or `Accept-Language`.
enum QualityValue {
    /// Converts a weight such as `0.25` to thousandths; nil if it isn't 0 to 1 with at most three decimals (RFC 9110, 12.4.2).
    static func thousandths(_ text: Substring.UTF8View) -> Int? {
        guard let first = text.first, text.count <= 5, first == UInt8(ascii: "0") || first == UInt8(ascii: "1") else { return nil }
        let rest = text.dropFirst()
        guard rest.isEmpty || rest.first == UInt8(ascii: ".") else { return nil }
        var thousandths = 0
        var unit = 100
        for byte in rest.dropFirst() {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            thousandths += Int(byte - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        guard first == UInt8(ascii: "1") else { return thousandths }
        return thousandths == 0 ? 1000 : nil
    }
}
