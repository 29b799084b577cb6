/// The contents of an `If-Match` or `If-None-Match` field: `*`, or a list of entity tags (RFC 9110, 8.8.3 and 13.1).
enum EntityTagList: Hashable, Sendable {
    case any
    case tags([Tag])

    /// One entity tag.
    struct Tag: Hashable, Sendable {
        let isWeak: Bool
        /// The text between the quotes.
        let text: String
    }

    /// Parses a field's values, which together form one list; nil if they aren't a list of tags or a single `*`.
    init?(_ fields: [String]) {
        var rest = Array(fields.joined(separator: ",").utf8)[...]
        var tags: [Tag] = []
        Self.skip(&rest, alsoCommas: true)
        if rest.first == UInt8(ascii: "*") {
            // safe: the condition above finds a first byte
            rest.removeFirst()
            Self.skip(&rest, alsoCommas: true)
            guard rest.isEmpty else { return nil }
            self = .any
            return
        }
        while !rest.isEmpty {
            guard let tag = Self.tag(&rest) else { return nil }
            tags.append(tag)
            Self.skip(&rest, alsoCommas: false)
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
            Self.skip(&rest, alsoCommas: true)
        }
        guard !tags.isEmpty else { return nil }
        self = .tags(tags)
    }

    /// Consumes a tag, such as `"7"` or `W/"7"`.
    private static func tag(_ rest: inout ArraySlice<UInt8>) -> Tag? {
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        rest = rest.dropFirst()
        let text = rest.prefix { $0 == 0x21 || ($0 >= 0x23 && $0 != 0x7F) }
        rest = rest.dropFirst(text.count)
        guard rest.first == UInt8(ascii: "\""), let text = String(validating: text, as: UTF8.self) else { return nil }
        rest = rest.dropFirst()
        return Tag(isWeak: isWeak, text: text)
    }

    /// Skips spaces and tabs, and optionally commas, since a list may have empty elements.
    private static func skip(_ rest: inout ArraySlice<UInt8>, alsoCommas: Bool) {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 || (alsoCommas && $0 == UInt8(ascii: ",")) }
    }
}
