public import CargoDomain

/// Lists all voyages in pages, ordered by number.
public struct ListVoyages: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The page to list.
    public struct Request: Sendable {
        /// The last number of the previous page; nil for the first page.
        public let after: VoyageNumber?
        /// The maximum number of voyages, 1 to 1000.
        public let limit: Int

        /// Creates a request.
        public init(after: VoyageNumber? = nil, limit: Int = 100) {
            self.after = after
            self.limit = limit
        }
    }

    /// Lists a page.
    /// - Returns: the page, without damaged voyages, or the error `integer_out_of_range`.
    public func execute(_ request: Request) async -> Result<Page<VoyageView, VoyageNumber>, DomainError> {
        await outcome { () async throws(DomainError) in
            let page = try await kit.store.voyages.findPage(after: request.after, limit: try PageSize.of(request.limit)).get()
            return Page(items: page.items.map(VoyageView.init), next: page.next)
        }
    }
}
