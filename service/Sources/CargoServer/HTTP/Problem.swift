import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The reason why a request failed, as sent in an `application/problem+json` response (RFC 9457).
struct Problem: Error, Sendable {
    /// The response status.
    var status: Int
    /// The code for programs to compare: one from `spec/errors.json`, or from `TransportFault`.
    let code: String
    /// Who can fix the problem: a tier of `spec/errors.json`, or `transport`.
    let tier: String
    /// A summary, the same for every problem with this code.
    let title: String
    /// What went wrong in this request, if there is more to say.
    ///
    /// English in a problem document, in the reader's language on a page.
    var detail: Phrase?
    /// The values that the problem is about.
    var params: [DomainError.Parameter] = []
    /// The invalid fields, each with its own code.
    var errors: [Field] = []
    /// Header fields for the response, such as `Allow`.
    var headers = HTTPFields()
    /// Details for the log that the caller must not see.
    var cause: String?

    /// An invalid field: a member of the body, or a parameter in the path, query or header.
    struct Field: Sendable {
        let code: String
        let place: Place

        enum Place: Hashable, Sendable {
            /// A JSON pointer into the body, as a fragment (RFC 6901).
            case pointer(String)
            case parameter(String)
        }
    }

    /// Creates a problem for a transport fault.
    init(_ fault: TransportFault, detail: Phrase? = nil, headers: HTTPFields = HTTPFields(), cause: String? = nil) {
        status = fault.status
        code = fault.rawValue
        tier = "transport"
        title = fault.title
        self.detail = detail
        self.headers = headers
        self.cause = cause
    }

    /// Parses a query or a form, and reports a failure as the given fault.
    static func reading<Value>(_ fault: TransportFault, _ read: () throws(EncodedFields.Fault) -> Value) throws(Problem) -> Value {
        do throws(EncodedFields.Fault) {
            return try read()
        } catch {
            switch error {
            case .encodingInvalid: throw Problem(fault)
            case .tooManyFields: throw Problem(fault, detail: "At most \(EncodedFields.maximumFields) fields are allowed.")
            }
        }
    }

    /// Creates a problem for a use case's failure.
    /// - Parameter reading: maps the use case's fields to the HTTP request.
    init(_ error: DomainError, reading: FieldPlaces = FieldPlaces()) {
        status = error.code.entry.status
        code = error.code.rawValue
        tier = error.tier.rawValue
        title = error.code.title
        // Echo texts only if they are short enough for a person to read.
        params = error.params.filter { if case .text(let text) = $0.value { text.utf8.count <= 1024 } else { true } }
        errors = error.fields.map { Field(code: $0.code.rawValue, place: reading.place(of: $0.path)) }
        cause = error.cause
    }

    /// The problem document as JSON.
    func bytes(requestId: String) -> [UInt8] { ProblemDocument(problem: self, requestId: requestId).canonicalBytes }

    /// The response that carries the problem.
    func response(requestId: String) -> Response {
        var response = Response(status: .init(code: status), media: .problem, bytes: bytes(requestId: requestId))
        response.headers.append(contentsOf: headers)
        return response
    }
}

/// The document that describes a problem of one request.
struct ProblemDocument: WireObject {
    static let form = ObjectForm<ProblemDocument>(
        "Problem",
        .member(
            "code",
            \.problem.code,
            schema: .text(pattern: "^[a-z0-9_]+$", "A stable code for programs to compare."),
            example: "cargo_not_found"
        ),
        .optional("detail", { $0.problem.detail?.english }),
        .optional("errors", { $0.problem.errors.isEmpty ? nil : $0.problem.errors }),
        .member("params", { Parameters(parameters: $0.problem.params) }),
        .member("requestId", \.requestId, example: "9f1c2d3e4a5b6c7d"),
        .member("status", \.problem.status, schema: .integer(in: 400...599), example: 404),
        .member("tier", \.problem.tier, schema: .words(nil, tiers), example: "domain"),
        .member("title", \.problem.title, example: .text(DomainError.Code.cargoNotFound.title)),
        .member("type", { "urn:cargo-kit:problem:" + $0.problem.code }, example: "urn:cargo-kit:problem:cargo_not_found"),
        description: "A problem document (RFC 9457)."
    )
    private static let tiers = ["validation", "domain", "technical", "transport"]

    let problem: Problem
    let requestId: String

    /// The values that a problem is about, by name.
    private struct Parameters: CanonicallyEncodable, Described {
        static let schema = Schema.map(of: ["type": ["string", "integer"]], example: ["trackingId": "7K3M9QX2R5TB"])

        let parameters: [DomainError.Parameter]

        func write(to writer: inout JSONWriter) {
            writer.raw("{")
            for (index, parameter) in parameters.enumerated() {
                if index > 0 { writer.raw(",") }
                writer.plain(parameter.name)
                writer.raw(":")
                switch parameter.value {
                case .text(let text): writer.text(text)
                case .integer(let number): writer.integer(number)
                }
            }
            writer.raw("}")
        }
    }
}

extension Problem.Field: WireObject {
    static let form = ObjectForm<Problem.Field>(
        nil,
        .member("code", \.code),
        .optional("parameter", { if case .parameter(let name) = $0.place { name } else { nil } }, "A path or query parameter."),
        .optional("pointer", { if case .pointer(let text) = $0.place { text } else { nil } }, "A JSON pointer into the request body.")
    )
}

extension Result where Failure == DomainError {
    /// Returns the value, or throws the failure as a problem.
    func orProblem(_ reading: FieldPlaces = FieldPlaces()) throws(Problem) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw Problem(error, reading: reading)
        }
    }
}
