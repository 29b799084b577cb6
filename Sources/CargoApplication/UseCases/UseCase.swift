public import CargoDomain

/// One operation of the kit: takes a request, returns a read model or an error.
///
/// Interfaces (command line, HTTP, tests) call use cases, never repositories. Use cases run off their caller's actor.
public protocol UseCase<Request, Response>: Sendable {
    /// The operation's parameters, valid by construction.
    associatedtype Request: Sendable
    /// A read model, never an aggregate.
    associatedtype Response: Sendable

    /// Performs the operation.
    ///
    /// Each use case lists the errors that its request and the stored data can cause; `corrupt_record` means that a record it reads is
    /// damaged. In addition, it returns the store's own errors, such as `store_unavailable` or `remote_timeout`.
    @concurrent
    func execute(_ request: Request) async -> Result<Response, DomainError>
}
