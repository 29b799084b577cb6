import CargoLocalization

extension Language {
    /// The language that `Accept-Language` fields prefer (RFC 9110, 12.5.4), or English if the kit speaks none of theirs.
    ///
    /// Ranges are looked up in the order of their weights (RFC 4647, 3.4). A range with the weight 0 excludes its language; `*` stands for
    /// any language that no other range names. Elements that are malformed, and those after the hundredth, are ignored.
    init(acceptLanguage fields: [String]) {
        var ranges: [(text: String, weight: Int)] = []
        for field in fields {
            // By bytes: a combining character would hide the comma before it.
            for element in field.utf8.split(separator: UInt8(ascii: ","), maxSplits: 100).prefix(100 - ranges.count) {
                if let range = Self.range(Substring(element)) { ranges.append(range) }
            }
        }
        let excluded = Set(Self.all.filter { language in ranges.contains { $0.weight == 0 && $0.text == language.tag } })
        let wanted = ranges.enumerated().filter { $0.element.weight > 0 }
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element)
        let named = wanted.filter { $0.text != "*" }.map(\.text)
        let any = wanted.contains { $0.text == "*" } ? Self.all.first { !excluded.contains($0) } : nil
        self = Self.lookUp(named, excluding: excluded) ?? any ?? .english
    }

    /// Parses an element such as `de-AT;q=0.8`; nil if it isn't a language range with a valid weight.
    private static func range(_ element: Substring) -> (text: String, weight: Int)? {
        let parts = element.split(separator: ";", omittingEmptySubsequences: false).map {
            $0.filter { $0 != " " && $0 != "\t" }.lowercased()
        }
        guard let text = parts.first, !text.isEmpty, text.utf8.allSatisfy(isOfRange) else { return nil }
        switch parts.count {
        case 1: return (text, 1000)
        case 2:
            guard let quality = parts.last, quality.hasPrefix("q=") else { return nil }
            return QualityValue.thousandths(quality.dropFirst(2).utf8).map { (text, $0) }
        default: return nil
        }
    }

    private static func isOfRange(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "*"): true
        default: false
        }
    }
}
