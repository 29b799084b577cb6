public import CargoDomain

/// Lists all cargos in pages, ordered by tracking id.
public struct ListCargos: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The page to list.
    public struct Request: Sendable {
        /// The last tracking id of the previous page; nil for the first page.
        public let after: TrackingId?
        /// The maximum number of cargos, 1 to 1000.
        public let limit: Int

        /// Creates a request.
        public init(after: TrackingId? = nil, limit: Int = 100) {
            self.after = after
            self.limit = limit
        }
    }

    /// Lists a page.
    /// - Returns: the page, without damaged cargos, or the error `integer_out_of_range`.
    public func execute(_ request: Request) async -> Result<CargoList, DomainError> {
        await outcome { () async throws(DomainError) in
            let page = try await kit.store.cargos.findPage(after: request.after, limit: try PageSize.of(request.limit)).get()
            return CargoList(page.items, next: page.next)
        }
    }
}
