import CargoLocalization
import Hummingbird

/// Shows a problem as a page in browsers.
enum ProblemPage {
    /// The content of the page.
    struct Content: Sendable {
        let text: String
        let detail: String?
        let requestId: String
        let canSignIn: Bool
    }

    /// Whether to respond to a problem with a page: the request is for a page, not for the API.
    static func isWanted(by request: HTTPRequest) -> Bool {
        let path = request.path ?? "/"
        guard !path.hasPrefix("/v1/"), !path.hasPrefix("/v2/"), path != "/v1", path != "/v2" else { return false }
        return Media.preferred(of: [.problem, .html], accept: request.headerFields[values: .accept]) == .html
    }

    /// The page for a problem, in the language that the request prefers.
    static func response(_ problem: Problem, to request: HTTPRequest, requestId: String) -> Response {
        let language = Language(acceptLanguage: request.headerFields[values: .acceptLanguage])
        return Language.$current.withValue(language) { response(problem, requestId: requestId) }
    }

    private static func response(_ problem: Problem, requestId: String) -> Response {
        let title: String =
            switch problem.status {
            case 401, 403: localized("Not permitted")
            case 404: localized("Not found")
            case 429: localized("Too many requests")
            case 500...: localized("Something went wrong")
            default: localized("Request failed")
            }
        let content = Content(
            text: localized(Phrase(of: problem.title)),
            detail: problem.detail.map(localized),
            requestId: requestId,
            canSignIn: problem.status == 401
        )
        let page = HTMLPage(page: PageFrame(title: title), content: content)
        var response = Response.page(.problem, page, status: .init(code: problem.status))
        response.headers.append(contentsOf: problem.headers)
        return response
    }
}
