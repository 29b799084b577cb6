package import CargoApplication
package import CargoDomain

/// Where an operation is in the HTTP API, and how its request and its response travel.
///
/// The client's calls and the service's routes of changes are made from the same declaration.
package struct Endpoint<Operation: UseCase>: Sendable {
    /// The method of the request.
    package enum Method: String, Sendable {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    /// Whether the caller names the version that a change is for, in `If-Match`.
    package enum Precondition: Sendable {
        /// There is no version, or none is compared.
        case none
        /// A request without `If-Match` is for any version.
        case optional
        /// A request without `If-Match` is refused; `*` stands for any version.
        case required
        /// `If-None-Match: *`: there must be no such resource yet.
        case absent
    }

    /// What the body consists of; other members are parameters of the query.
    package enum Body: Hashable, Sendable {
        /// There is no body.
        case none
        /// An object with the members that the path doesn't have.
        case members
        /// The value of one member.
        case value(String)
    }

    /// The method.
    package let method: Method
    /// The path, with names in braces for the members that it has, such as `/v1/cargos/{trackingId}`.
    package let path: String
    /// What the body consists of.
    package let body: Body
    /// Which version the caller names.
    package let precondition: Precondition
    /// The request's members, as the path, the query and the body name them.
    package let members: @Sendable (Operation.Request) -> Input
    /// Reads the response.
    package let read: @Sendable (Input) throws(DomainError) -> Operation.Response

    /// Declares the place of an operation whose request is written otherwise than it is read.
    package init(
        _ method: Method,
        _ path: String,
        body: Body = .none,
        _ precondition: Precondition = .none,
        members: @escaping @Sendable (Operation.Request) -> Input,
        read: @escaping @Sendable (Input) throws(DomainError) -> Operation.Response
    ) {
        self.method = method
        self.path = path
        self.body = body
        self.precondition = precondition
        self.members = members
        self.read = read
    }

    /// The names in the path.
    package var placeNames: [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }
}

extension Endpoint where Operation.Request: SentRequest {
    /// Declares the place of an operation.
    package init(
        _ method: Method,
        _ path: String,
        body: Body = .none,
        _ precondition: Precondition = .none,
        read: @escaping @Sendable (Input) throws(DomainError) -> Operation.Response
    ) {
        self.init(method, path, body: body, precondition, members: { $0.input }, read: read)
    }
}

extension Endpoint where Operation.Request: SentRequest, Operation.Response: SentResponse {
    /// Declares the place of an operation.
    package init(_ method: Method, _ path: String, body: Body = .none, _ precondition: Precondition = .none) {
        self.init(method, path, body: body, precondition) { (input) throws(DomainError) in try Operation.Response(response: input) }
    }
}

/// An operation that the HTTP API has.
package protocol SentOperation: UseCase {
    /// Where it is.
    static var endpoint: Endpoint<Self> { get }

    /// Where it is for a request, if that depends on the request.
    static func endpoint(for request: Request) -> Endpoint<Self>
}

extension SentOperation {
    /// The only place.
    package static func endpoint(for request: Request) -> Endpoint<Self> { endpoint }
}

/// A response that a client reads.
///
/// Members that it doesn't know are left out, since a newer service may send more.
package protocol SentResponse {
    /// Reads the response.
    /// - Throws: `shape_invalid`, or the error of a value.
    init(response input: Input) throws(DomainError)
}

extension InputValue where Self: SentResponse {
    /// Reads the value.
    package init(response input: Input) throws(DomainError) { try self.init(input: input) }
}
