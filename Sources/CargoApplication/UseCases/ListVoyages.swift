public import CargoDomain

/// Lists all voyages page by page.
public struct ListVoyages: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which page.
    public struct Request: Sendable {
        /// The last number of the page before; absent for the first page.
        public let after: VoyageNumber?
        /// The most voyages to give, 1 to 1000; 100 if absent.
        public let limit: Int64?

        /// Asks for a page.
        public init(after: VoyageNumber? = nil, limit: Int64? = nil) {
            self.after = after
            self.limit = limit
        }
    }

    /// Lists.
    /// - Returns: `integer_out_of_range`.
    public func execute(_ request: Request) async -> Result<Page<VoyageView, VoyageNumber>, DomainError> {
        await outcome { () async throws(DomainError) in
            let page = try await environment.voyages.findPage(after: request.after, limit: try PageSize.of(request.limit)).get()
            return Page(items: page.items.map(VoyageView.init), next: page.next)
        }
    }
}
