public import CargoDomain

/// One operation of the kit: takes a request, returns a read model or an error.
///
/// Interfaces (command line, HTTP, tests) call use cases, never repositories. Use cases run off their caller's actor.
public protocol UseCase<Request, Response>: Sendable {
    /// The operation's parameters, valid by construction.
    associatedtype Request: Sendable
    /// A read model, never an aggregate.
    associatedtype Response: Sendable

    /// Creates the operation on a kit's store.
    init(_ kit: CargoKit)

    /// Performs the operation.
    ///
    /// Each use case lists the errors that its request and the stored data can cause; `corrupt_record` means that a record it reads is
    /// damaged. In addition, it returns the store's own errors, such as `store_unavailable` or `remote_timeout`.
    @concurrent
    func execute(_ request: Request) async -> Result<Response, DomainError>
}

/// A request that names one cargo.
public struct CargoRequest: Sendable {
    /// The cargo.
    public let trackingId: TrackingId

    /// Creates a request.
    public init(trackingId: TrackingId) { self.trackingId = trackingId }
}

/// The number of items of a page.
package enum PageSize {
    /// 1 to 1000.
    package static let range = Int64(PageLimit.range.lowerBound)...Int64(PageLimit.range.upperBound)

    /// Returns a limit between 1 and 1000.
    /// - Throws: `integer_out_of_range`.
    static func of(_ limit: Int) throws(DomainError) -> Int {
        try PageLimit.check(limit)
        return limit
    }
}
