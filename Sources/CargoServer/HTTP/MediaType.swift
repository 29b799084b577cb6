#if Server
/// A kind of content that the service reads or writes.
enum Media: String, Sendable, CaseIterable {
    case json = "application/json"
    case jsonLines = "application/x-ndjson"
    case csv = "text/csv"
    case eventStream = "text/event-stream"
    case problem = "application/problem+json"
    case text = "text/plain"
    case html = "text/html"
    case form = "application/x-www-form-urlencoded"

    /// What a `Content-Type` field names, its parameters aside; nil where it is nothing that the service knows.
    init?(contentType field: String) {
        let name = field.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
        guard let media = Media(rawValue: name) else { return nil }
        self = media
    }

    /// The `Content-Type` field of an answer.
    var contentType: String {
        switch self {
        case .json, .jsonLines, .problem: rawValue
        case .csv, .eventStream, .text, .html, .form: rawValue + "; charset=utf-8"
        }
    }

    /// The one of several kinds that an `Accept` field likes best, the first of equals; nil where it wants none of them.
    static func preferred(of kinds: [Media], accept fields: [String]) -> Media? {
        let ranges = fields.flatMap { $0.split(separator: ",") }.compactMap(AcceptedRange.init)
        guard !ranges.isEmpty else { return kinds.first }
        var best: (kind: Media, weight: Int)?
        for kind in kinds {
            let fitting = ranges.filter { $0.covers(kind) }
            // The most specific range that covers a kind says how much it is liked.
            guard let range = fitting.max(by: { $0.precision < $1.precision }), range.weight > 0 else { continue }
            if best.map({ range.weight > $0.weight }) ?? true { best = (kind, range.weight) }
        }
        return best?.kind
    }
}

/// One element of an `Accept` field, such as `text/*;q=0.5`.
private struct AcceptedRange {
    let type: String
    let subtype: String
    /// The weight in thousandths.
    let weight: Int

    init?(_ text: Substring) {
        let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        guard let name = parts.first else { return nil }
        let sides = name.split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        type = String(sides[0])
        subtype = String(sides[1])
        let quality = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
        weight = quality.flatMap(Double.init).map { Int(($0 * 1000).rounded()) } ?? 1000
    }

    var precision: Int { type == "*" ? 0 : subtype == "*" ? 1 : 2 }

    func covers(_ kind: Media) -> Bool {
        let sides = kind.rawValue.split(separator: "/")
        return (type == "*" || type == sides[0]) && (subtype == "*" || subtype == sides[1])
    }
}
#endif
