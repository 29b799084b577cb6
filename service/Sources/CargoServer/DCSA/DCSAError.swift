import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// A problem in the form of the standard.
struct DCSAError: WireObject {
    /// The version of the standard that every answer names.
    static let version = DCSAEventFilter.standardVersion

    /// Whether a request is for the standard's interface.
    static func isWanted(by request: HTTPRequest) -> Bool { request.path?.utf8.starts(with: "/v2/".utf8) ?? false }

    static let form = ObjectForm<DCSAError>(
        "DCSAError",
        .member("errorDateTime", \.time),
        .member("errors", \.errors),
        .member("httpMethod", \.method, example: "GET"),
        .member("requestUri", \.target, example: "/v2/events?limit=0"),
        .member("statusCode", \.problem.status, schema: .integer(in: 400...599), example: 422),
        .member("statusCodeText", \.statusText, example: "Unprocessable Content"),
        description: "An error of DCSA Track and Trace 2.2. `reason` is one of the codes of spec/errors.json or of the service."
    )

    let problem: Problem
    let method: String
    let target: String
    let time: Instant

    /// A longer target is cut.
    private static let longestTarget = 2048

    init(_ problem: Problem, of request: HTTPRequest, at time: Instant) {
        self.problem = problem
        method = request.method.rawValue
        target = String((request.path ?? "/").unicodeScalars.prefix(Self.longestTarget))
        self.time = time
    }

    private var statusText: String { HTTPResponse.Status(code: problem.status).reasonPhrase }

    /// The invalid fields, or the problem itself.
    private var errors: [Detail] {
        let fields = problem.errors.map { field in
            switch field.place {
            case .parameter(let name): Detail(message: "The parameter \(name) is invalid.", reason: field.code)
            case .pointer(let pointer): Detail(message: "The member \(pointer) is invalid.", reason: field.code)
            }
        }
        return fields.isEmpty ? [Detail(message: problem.detail?.english ?? problem.title, reason: problem.code)] : fields
    }

    /// What is wrong.
    private struct Detail: WireObject {
        static let form = ObjectForm<Detail>(
            nil,
            .member("message", \.message, example: "The parameter limit is invalid."),
            .member("reason", \.reason, example: "integer_out_of_range")
        )

        let message: String
        let reason: String
    }

    /// The response that carries the error.
    var response: Response {
        var response = Response.json(self, status: .init(code: problem.status))
        response.headers.append(contentsOf: problem.headers)
        return response
    }
}
