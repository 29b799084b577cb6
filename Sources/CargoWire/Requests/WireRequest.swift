public import CargoApplication
public import CargoDomain

/// A request that can be read from untrusted input.
public protocol WireRequest: Sendable {
    /// Reads every field, then reports every invalid one at once.
    /// - Throws: `validation_failed` with one entry for each invalid field, sorted by path, then by code.
    init(_ input: Input) throws(DomainError)
}

extension UseCase where Request: WireRequest {
    /// Reads the request from untrusted input, then performs the operation.
    /// - Returns: `validation_failed` if the input isn't a valid request; otherwise what the operation returns.
    @concurrent
    public func execute(input: Input) async -> Result<Response, DomainError> {
        do throws(DomainError) {
            return await execute(try Request(input))
        } catch {
            return .failure(error)
        }
    }
}
