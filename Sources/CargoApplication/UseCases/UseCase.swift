public import CargoDomain

/// One operation of the kit: takes a request, returns a read model or an error.
///
/// Interfaces (command line, HTTP, tests) call use cases, never repositories.
public protocol UseCase<Request, Response>: Sendable {
    /// The operation's parameters, valid by construction.
    associatedtype Request: Sendable
    /// A read model, never an aggregate.
    associatedtype Response: Sendable

    /// Performs the operation.
    func execute(_ request: Request) async -> Result<Response, DomainError>
}
