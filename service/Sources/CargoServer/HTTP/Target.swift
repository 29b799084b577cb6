/// A request's target: the decoded segments of its path, and its decoded query.
struct Target: Sendable {
    /// The maximum length of the encoded target, in bytes.
    static let maximumBytes = 8 << 10

    /// The path's segments.
    ///
    /// Empty and dot segments are kept, so that they match no template.
    let path: [String]
    /// The names and values of the query, in order.
    let query: [EncodedFields.Field]

    /// Parses a request's target.
    ///
    /// Splits the path before decoding it: an encoded slash is part of a segment.
    init(_ text: String) throws(EncodedFields.Fault) {
        let target = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        let parts = target.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.first == UInt8(ascii: "/") else { throw .encodingInvalid }
        var path: [String] = []
        for segment in first.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = PercentEncoding.decode(Substring(segment)) else { throw .encodingInvalid }
            path.append(segment)
        }
        self.path = path
        query = try parts.dropFirst().first.map { text throws(EncodedFields.Fault) in try EncodedFields.parse(Substring(text)) } ?? []
    }
}
