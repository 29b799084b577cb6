#if Server
/// The values of a field to which each proxy appends one, such as `X-Forwarded-For`: the nearest proxy's value stands last.
struct ForwardedList {
    let values: [Substring]

    /// Reads all fields of one name; commas separate values.
    init(_ fields: [String]) { values = fields.flatMap { $0.split(separator: ",") }.map(\.trimmingSpaces) }

    /// The value that the outermost of our proxies wrote; the first value if there are fewer values than proxies, and nil without proxies.
    func outermost(of proxies: Int) -> Substring? { values.suffix(max(proxies, 0)).first }
}

extension Substring {
    /// The text without leading and trailing spaces and tabs.
    var trimmingSpaces: Substring {
        var text = self
        // safe: the loop's condition finds a first character
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        // safe: the loop's condition finds a last character
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
#endif
