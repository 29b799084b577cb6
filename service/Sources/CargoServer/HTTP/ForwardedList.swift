/// The values of a field to which each proxy appends one, such as `X-Forwarded-For`: the nearest proxy's value stands last.
struct ForwardedList {
    let values: [Substring]

    /// Reads all fields of one name; commas separate values.
    ///
    /// By bytes: the character U+0600 before a comma would join it, and hide the value that our proxy appends.
    init(_ fields: [String]) {
        values = fields.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }.map { Substring($0).trimmingSpaces }
    }

    /// The value that the outermost of our proxies wrote; the first value if there are fewer values than proxies, and nil without proxies.
    func outermost(of proxies: Int) -> Substring? { values.suffix(max(proxies, 0)).first }
}

extension Substring {
    /// The text without leading and trailing spaces and tabs.
    var trimmingSpaces: Substring {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var bytes = utf8.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes = bytes.dropLast() }
        return Substring(bytes)
    }
}
