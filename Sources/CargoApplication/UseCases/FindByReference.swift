public import CargoDomain

/// Lists the cargos that have a reference in pages, ordered by tracking id (REF-5).
public struct FindByReference: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The reference, and the page to list.
    public struct Request: Sendable {
        /// The last tracking id of the previous page; nil for the first page.
        public let after: TrackingId?
        /// The maximum number of cargos, 1 to 1000.
        public let limit: Int
        /// The reference, which several cargos may share.
        public let reference: CargoReference

        /// Creates a request.
        public init(_ reference: CargoReference, after: TrackingId? = nil, limit: Int = 100) {
            self.after = after
            self.limit = limit
            self.reference = reference
        }
    }

    /// Lists a page, which is empty if no cargo has the reference.
    /// - Returns: the page, or `integer_out_of_range`.
    public func execute(_ request: Request) async -> Result<CargoList, DomainError> {
        await outcome { () async throws(DomainError) in
            let limit = try PageSize.of(request.limit)
            let page = try await kit.store.cargos.find(CargoQuery(reference: request.reference), after: request.after, limit: limit).get()
            return CargoList(page.items, next: page.next, at: kit.clock.now())
        }
    }
}
