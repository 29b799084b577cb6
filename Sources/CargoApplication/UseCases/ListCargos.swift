public import CargoDomain

/// Lists cargos in pages, ordered by tracking id.
public struct ListCargos: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The cargos and the page to list.
    public struct Request: Sendable {
        /// Which cargos to list; a filter by a place or by needs is answered from the store's index.
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
            let cargos = kit.store.cargos
            let page =
                if request.filter.isEmpty {
                    try await cargos.findPage(after: request.after, limit: limit).get()
                } else {
                    try await kit.page(of: request.filter, after: request.after, limit: limit) { (after, limit) async throws(DomainError) in
                        // One condition that the store has an index for will do; the filter checks the others.
                        if let place = request.filter.place { return try await cargos.findAt(place, after: after, limit: limit).get() }
                        guard let need = AttentionReason.allCases.first(where: request.filter.needs.contains) else {
                            return try await cargos.findPage(after: after, limit: PageLimit.range.upperBound).get()
                        }
                        return try await cargos.findNeeding(need, after: after, limit: limit).get()
                    }
                }
            return CargoList(page.items, next: page.next)
        }
    }
}
