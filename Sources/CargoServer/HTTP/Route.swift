#if Server
import Hummingbird

/// What the service does for one method at one path.
struct Route: Sendable {
    /// Answers a call, or says why not.
    typealias Answer = @Sendable (Call) async throws(Problem) -> Response

    let method: HTTPRequest.Method
    let path: PathTemplate
    /// Who may call it.
    let access: Access
    /// Whether it is part of the interface that `openapi.json` describes; pages for people are not.
    let isDescribed: Bool
    let answer: Answer

    init(
        _ method: HTTPRequest.Method,
        _ path: PathTemplate,
        _ access: Access,
        isDescribed: Bool = true,
        _ answer: @escaping Answer
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.isDescribed = isDescribed
        self.answer = answer
    }
}

/// All routes of the service; GET routes answer HEAD too.
struct RouteTable: Sendable {
    let routes: [Route]
    private let bySegments: [Int: [Route]]

    init(_ routes: [Route]) {
        self.routes = routes
        bySegments = Dictionary(grouping: routes) {
            $0.path.description.dropFirst().split(separator: "/", omittingEmptySubsequences: false).count
        }
    }

    /// The route for a method and a path, and what stands in its named places.
    /// - Throws: `not_found`; `method_not_allowed`, with `Allow`.
    func find(_ method: HTTPRequest.Method, _ path: [String]) throws(Problem) -> (route: Route, parameters: [String: String]) {
        var allowed: [String] = []
        for route in bySegments[path.count] ?? [] {
            guard let parameters = route.path.match(path) else { continue }
            if route.method == method || (route.method == .get && method == .head) { return (route, parameters) }
            allowed.append(route.method.rawValue)
            if route.method == .get { allowed.append("HEAD") }
        }
        guard !allowed.isEmpty else { throw Problem(.notFound) }
        let names = allowed.sorted().joined(separator: ", ")
        throw Problem(.methodNotAllowed, detail: "It knows \(names).", headers: [.allow: names])
    }
}
#endif
