public import CargoDomain

/// Lists the cargos of a customer page by page.
public struct ListCargosForCustomer: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Whose cargos, and which page.
    public struct Request: Sendable {
        /// The last id of the page before; absent for the first page.
        public let after: TrackingId?
        /// Whose.
        public let customerId: CustomerId
        /// The most cargos to give, 1 to 1000; 100 if absent.
        public let limit: Int64?

        /// Asks for a page.
        public init(customerId: CustomerId, after: TrackingId? = nil, limit: Int64? = nil) {
            self.after = after
            self.customerId = customerId
            self.limit = limit
        }
    }

    /// Lists; a customer without cargos has an empty page.
    /// - Returns: `integer_out_of_range`; `corrupt_record` where a broken cargo names the customer.
    public func execute(_ request: Request) async -> Result<CargoList, DomainError> {
        await outcome { () async throws(DomainError) in
            let limit = try PageSize.of(request.limit)
            let cargos = try await environment.cargos.findForCustomer(request.customerId).get()
            let rest = cargos.drop { cargo in request.after.map { cargo.trackingId <= $0 } ?? false }
            let page = rest.prefix(limit)
            return CargoList(page, next: page.count < rest.count ? page.last?.trackingId : nil)
        }
    }
}
