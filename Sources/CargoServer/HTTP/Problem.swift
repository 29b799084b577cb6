#if Server
import CargoDomain
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
    var detail: String?
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
    init(_ fault: TransportFault, detail: String? = nil, headers: HTTPFields = HTTPFields(), cause: String? = nil) {
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
            case .tooManyFields: throw Problem(fault, detail: "At most \(EncodedFields.mostFields) fields are allowed.")
            }
        }
    }

    /// Creates a problem for a use case's failure.
    /// - Parameter reading: maps the use case's fields to the HTTP request.
    init(_ error: DomainError, reading: FieldPlaces = FieldPlaces()) {
        status = error.code.httpStatus
        code = error.code.rawValue
        tier = error.tier.rawValue
        title = error.code.title
        // Echo texts only if they are short enough for a person to read.
        params = error.params.filter { if case .text(let text) = $0.value { text.utf8.count <= 1024 } else { true } }
        errors = error.fields.map { Field(code: $0.code.rawValue, place: reading.place(of: $0.path)) }
        cause = error.cause
    }

    /// The problem document as JSON.
    func bytes(requestId: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.raw(#"{"code":"#)
        writer.plain(code)
        if let detail {
            writer.raw(#","detail":"#)
            writer.text(detail)
        }
        if !errors.isEmpty {
            writer.raw(#","errors":["#)
            for (index, field) in errors.enumerated() {
                writer.raw(index > 0 ? #",{"code":"# : #"{"code":"#)
                writer.plain(field.code)
                switch field.place {
                case .pointer(let pointer):
                    writer.raw(#","pointer":"#)
                    writer.text(pointer)
                case .parameter(let name):
                    writer.raw(#","parameter":"#)
                    writer.text(name)
                }
                writer.raw("}")
            }
            writer.raw("]")
        }
        writer.raw(#","params":{"#)
        for (index, parameter) in params.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.plain(parameter.name)
            writer.raw(":")
            switch parameter.value {
            case .text(let text): writer.text(text)
            case .integer(let number): writer.integer(number)
            }
        }
        writer.raw(#"},"requestId":"#)
        writer.plain(requestId)
        writer.raw(#","status":"#)
        writer.integer(Int64(status))
        writer.raw(#","tier":"#)
        writer.plain(tier)
        writer.raw(#","title":"#)
        writer.text(title)
        writer.raw(#","type":"#)
        writer.plain("urn:cargo-kit:problem:" + code)
        writer.raw("}")
        return writer.bytes
    }

    /// The response that carries the problem.
    func response(requestId: String) -> Response {
        var response = Response(status: .init(code: status), media: .problem, bytes: bytes(requestId: requestId))
        response.headers.append(contentsOf: headers)
        return response
    }
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
#endif
