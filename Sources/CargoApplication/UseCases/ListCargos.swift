public import CargoDomain

/// Lists cargos in pages, ordered by tracking id.
public struct ListCargos: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargos and the page to list.
    public struct Request: Sendable {
        /// Which cargos to list; a filter by a place, a voyage or needs is answered from the store's indexes.
        public let filter: CargoFilter
        /// The last tracking id of the previous page; nil for the first page.
        public let after: TrackingId?
        /// The maximum number of cargos, 1 to 1000.
        public let limit: Int

        /// Creates a request.
        public init(filter: CargoFilter = CargoFilter(), after: TrackingId? = nil, limit: Int = 100) {
            self.filter = filter
            self.after = after
            self.limit = limit
        }
    }

    /// Lists a page.
    /// - Returns: the page, without damaged cargos, or the error `integer_out_of_range`; with `overdueBy`, also `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoList, DomainError> {
        await outcome { () async throws(DomainError) in
            let limit = try PageSize.of(request.limit)
            let page = try await kit.page(of: request.filter, after: request.after, limit: limit)
            return CargoList(page.items, next: page.next, at: kit.clock.now())
        }
    }
}
