public import CargoDomain

/// Lists all cargos page by page.
public struct ListCargos: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which page.
    public struct Request: Sendable {
        /// The last id of the page before; absent for the first page.
        public let after: TrackingId?
        /// The most cargos to give, 1 to 1000; 100 if absent.
        public let limit: Int64?

        /// Asks for a page.
        public init(after: TrackingId? = nil, limit: Int64? = nil) {
            self.after = after
            self.limit = limit
        }
    }

    /// Lists.
    /// - Returns: `integer_out_of_range`.
    public func execute(_ request: Request) async -> Result<CargoList, DomainError> {
        await outcome { () async throws(DomainError) in
            let page = try await environment.cargos.findPage(after: request.after, limit: try PageSize.of(request.limit)).get()
            return CargoList(page.items, next: page.next)
        }
    }
}
