/// A path with named segments, such as `/v1/cargos/{trackingId}`.
struct PathTemplate: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private enum Segment: Hashable {
        case literal(String)
        case parameter(String)
    }

    /// The template as the API description shows it.
    let description: String
    private let segments: [Segment]

    init(stringLiteral text: String) {
        description = text
        segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix("{") ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
    }

    /// The names of the named segments.
    var parameterNames: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// The values of the named segments, or nil if the path doesn't match.
    ///
    /// The given segments are already decoded.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        for (segment, text) in zip(segments, path) {
            if case .literal(let literal) = segment, literal != text { return nil }
        }
        var parameters: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            if case .parameter(let name) = segment { parameters[name] = text }
        }
        return parameters
    }
}
