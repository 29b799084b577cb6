public import CargoDomain

/// One thing that the kit does for somebody: a request in, a read model or a failure out.
///
/// Interfaces (command line, HTTP, tests) call use cases, never repositories.
public protocol UseCase<Request, Response>: Sendable {
    /// What is asked; valid once it exists.
    associatedtype Request: UseCaseRequest
    /// What is answered; a read model, never an aggregate.
    associatedtype Response: Sendable

    /// Does it.
    func execute(_ request: Request) async -> Result<Response, DomainError>
}

/// A request that can be read from untrusted input.
public protocol UseCaseRequest: Sendable {
    /// Reads all fields and judges all of them before it fails.
    /// - Throws: `validation_failed` with one entry for each bad field, sorted by path, then code.
    init(_ input: Input) throws(DomainError)
}

extension UseCase {
    /// Reads the request from untrusted input, then does it.
    public func execute(input: Input) async -> Result<Response, DomainError> {
        do throws(DomainError) {
            return await execute(try Request(input))
        } catch {
            return .failure(error)
        }
    }
}
