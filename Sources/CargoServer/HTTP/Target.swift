#if Server
import CargoApplication

/// Where a request goes: its path, segment by segment, and its query, all of it decoded.
struct Target: Sendable {
    /// The segments of the path; one that is empty or a dot is kept, so that it fits no template.
    let path: [String]
    /// The names and values of the query, in order.
    let query: [(name: String, value: String)]

    /// Takes a request's target apart, or gives nil where its encoding is broken.
    ///
    /// The path is split before it is decoded: an encoded slash is part of a segment.
    init?(_ text: String) {
        let target = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        let parts = target.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.first == UInt8(ascii: "/") else { return nil }
        var path: [String] = []
        for segment in first.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = PercentEncoding.decode(Substring(segment)) else { return nil }
            path.append(segment)
        }
        var query: [(name: String, value: String)] = []
        for pair in parts.count > 1 ? parts[1].split(separator: UInt8(ascii: "&")) : [] {
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(Substring(sides[0]), readsPlusAsSpace: true),
                let value = PercentEncoding.decode(sides.count > 1 ? Substring(sides[1]) : "", readsPlusAsSpace: true)
            else { return nil }
            query.append((name, value))
        }
        self.path = path
        self.query = query
    }
}
#endif
