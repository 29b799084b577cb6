import CargoLocalization
import Hummingbird
import NIOCore

/// The service's handler for one method and path.
final class HTTPRoute: Sendable {
    /// Responds to a call, or throws a problem.
    typealias Answer = @Sendable (Call) async throws(Problem) -> Response
    /// Responds to a call without waiting; nil to leave it to the route's `answer`.
    ///
    /// Runs on the event loop of the connection, so it must be brief.
    typealias PromptAnswer = @Sendable (Call) -> Reply?

    let method: HTTPRequest.Method
    let path: PathTemplate
    /// Which callers may use the route.
    let access: Access
    /// How the API description documents the route; nil for pages for people, which it leaves out.
    let operation: Operation?
    /// Answers the calls that need no waiting; nil if all do.
    let promptly: PromptAnswer?
    let answer: Answer

    init(
        _ method: HTTPRequest.Method,
        _ path: PathTemplate,
        _ access: Access,
        _ operation: Operation?,
        promptly: PromptAnswer? = nil,
        _ answer: @escaping Answer
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.operation = operation
        self.promptly = promptly
        self.answer = answer
    }
}

/// All routes of the service; GET routes also answer HEAD.
struct RouteTable: Sendable {
    let routes: [HTTPRoute]
    private let bySegments: [Int: [HTTPRoute]]

    init(_ routes: [HTTPRoute]) {
        self.routes = routes
        bySegments = Dictionary(grouping: routes) {
            $0.path.description.dropFirst().split(separator: "/", omittingEmptySubsequences: false).count
        }
    }

    /// Finds the route for a method and a path, and the values of its named segments.
    /// - Throws: `not_found`; `method_not_allowed`, with `Allow`.
    func find(_ method: HTTPRequest.Method, _ path: [String]) throws(Problem) -> (route: HTTPRoute, parameters: [String: String]) {
        var allowed: [String] = []
        for route in bySegments[path.count] ?? [] {
            guard let parameters = route.path.match(path) else { continue }
            if route.method == method || (route.method == .get && method == .head) { return (route, parameters) }
            allowed.append(route.method.rawValue)
            if route.method == .get { allowed.append("HEAD") }
        }
        guard !allowed.isEmpty else { throw Problem(.notFound) }
        let names = Set(allowed).sorted().joined(separator: ", ")
        throw Problem(.methodNotAllowed, detail: "The path supports \(names).", headers: [.allow: names])
    }
}

/// A response whose content is in memory.
struct Reply: Sendable {
    var status: HTTPResponse.Status = .ok
    var headers: HTTPFields
    let body: ByteBuffer

    /// The same as a response of a route that may wait.
    var response: Response { Response(status: status, headers: headers, body: .init(byteBuffer: body)) }
}
