#if Server
/// Where a request goes: its path, segment by segment, and its query, all of it decoded.
struct Target: Sendable {
    /// The most bytes of a target as it stands in the request.
    static let mostBytes = 8 << 10

    /// The segments of the path; one that is empty or a dot is kept, so that it fits no template.
    let path: [String]
    /// The names and values of the query, in order.
    let query: [EncodedFields.Field]

    /// Takes a request's target apart.
    ///
    /// The path is split before it is decoded: an encoded slash is part of a segment.
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
#endif
