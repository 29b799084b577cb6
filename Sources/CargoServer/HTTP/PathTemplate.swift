#if Server
/// A path with named places, such as `/v1/cargos/{trackingId}`.
struct PathTemplate: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private enum Segment: Hashable {
        case literal(String)
        case parameter(String)
    }

    /// The template as it stands in `openapi.json`.
    let description: String
    private let segments: [Segment]

    init(stringLiteral text: String) {
        description = text
        segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix("{") ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
    }

    /// The names of its places.
    var parameterNames: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// What stands in its places, or nil where the path is another; segments are decoded already.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .literal(let literal): if literal != text { return nil }
            case .parameter(let name): parameters[name] = text
            }
        }
        return parameters
    }
}
#endif
