public import CargoApplication
public import CargoDomain

/// A request that can be read from untrusted input.
public protocol WireRequest: Sendable {
    /// Reads every field, then reports every invalid one at once.
    /// - Throws: `validation_failed` with one entry for each invalid field, sorted by path, then by code.
    init(_ input: Input) throws(DomainError)
}

/// A request that a client sends, as the fields that it is read from.
package protocol SentRequest: WireRequest {
    /// The fields, without those that are nil, the expected version and the idempotency key.
    var input: Input { get }
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

/// A request for a change of an aggregate that may be expected to have a version.
public protocol VersionedWireRequest: WireRequest {
    /// The version that the aggregate must have; nil accepts any.
    var expectedVersion: Int64? { get }

    /// Reads the request.
    ///
    /// The expected version comes from elsewhere (an `If-Match` header, an option), not from the request body; nil accepts any.
    /// - Throws: `validation_failed`.
    init(_ input: Input, expectedVersion: Int64?) throws(DomainError)
}

extension VersionedWireRequest {
    /// Reads the request, for any version.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { try self.init(input, expectedVersion: nil) }
}
