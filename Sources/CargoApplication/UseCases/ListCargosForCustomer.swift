public import CargoDomain

/// Lists a customer's cargos in pages, ordered by tracking id.
public struct ListCargosForCustomer: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The customer, and the page to list.
    public struct Request: Sendable {
        /// Which of them to list.
        public let filter: CargoFilter
        /// The last tracking id of the previous page; nil for the first page.
        public let after: TrackingId?
        /// The customer.
        public let customerId: CustomerId
        /// The maximum number of cargos, 1 to 1000.
        public let limit: Int

        /// Creates a request.
        public init(customerId: CustomerId, filter: CargoFilter = CargoFilter(), after: TrackingId? = nil, limit: Int = 100) {
            self.after = after
            self.customerId = customerId
            self.filter = filter
            self.limit = limit
        }
    }

    /// Lists a page, which is empty if the customer has no cargos.
    /// - Returns: the page, or one of the errors `integer_out_of_range` and `corrupt_record`: a damaged cargo of this customer fails the
    ///   page that it is on and, with a filter, each page for which it is read.
    public func execute(_ request: Request) async -> Result<CargoList, DomainError> {
        await outcome { () async throws(DomainError) in
            let limit = try PageSize.of(request.limit)
            let query = CargoQuery(customer: request.customerId)
            let page = try await kit.page(of: query, passing: request.filter, after: request.after, limit: limit)
            return CargoList(page.items, next: page.next, at: kit.clock.now())
        }
    }
}
