public import CargoDomain

/// Lists the worklist in pages: disrupted cargos first, then misdirected, late, unrouted, held and uncollected ones, then the rest,
/// each ordered by tracking id.
///
/// A cargo with several needs is listed under the most urgent one. The store finds the cargos that need something by an index, so a page
/// costs what it shows.
public struct ReadWorklist: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// Where a page starts.
    public struct Position: Hashable, Sendable {
        /// The need under which the page starts; nil for the cargos that need nothing.
        public let need: AttentionReason?
        /// The last tracking id before the page; nil if the page starts with the first cargo.
        public let after: TrackingId?

        /// Creates a position.
        public init(need: AttentionReason?, after: TrackingId? = nil) {
            self.need = need
            self.after = after
        }
    }

    /// The cargos and the page to list.
    public struct Request: Sendable {
        /// Only cargos of this customer.
        public let customerId: CustomerId?
        /// Which cargos to list.
        public let filter: CargoFilter
        /// Where to start; nil for the first page.
        public let start: Position?
        /// The maximum number of cargos, 1 to 1000.
        public let limit: Int

        /// Creates a request.
        public init(
            customerId: CustomerId? = nil,
            filter: CargoFilter = CargoFilter(),
            start: Position? = nil,
            limit: Int = 100
        ) {
            self.customerId = customerId
            self.filter = filter
            self.start = start
            self.limit = limit
        }
    }

    /// A page of cargos.
    public struct Response: Hashable, Sendable {
        /// The cargos, those that need attention first.
        public let cargos: [CargoList.Entry]
        /// The `start` of the next page; nil on the last page.
        public let next: Position?
        /// When the list was read.
        public let asOf: Instant

        /// Creates a response, for a fake in a test.
        public init(cargos: [CargoList.Entry], next: Position?, asOf: Instant) {
            self.cargos = cargos
            self.next = next
            self.asOf = asOf
        }
    }

    /// Lists a page.
    /// - Returns: the worklist, or one of the errors `integer_out_of_range` and `corrupt_record`. Without a customer, damaged
    ///   cargos are left out.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let limit = try PageSize.of(request.limit)
            let now = kit.clock.now()
            var own: [Cargo]?
            if let customerId = request.customerId { own = try await kit.store.cargos.findForCustomer(customerId).get() }
            var found: [Cargo] = []
            func answer(_ next: Position?) -> Response {
                Response(cargos: found.map { CargoList.Entry(of: $0, at: now) }, next: next, asOf: now)
            }
            for need in Self.needs(of: request) {
                let after = need == request.start?.need ? request.start?.after : nil
                // Once the page is full, a look at what follows tells whether there is a next one.
                let page = try await kit.page(
                    of: request.filter,
                    after: after,
                    limit: max(limit - found.count, 1),
                    where: { $0.needs(at: now).first == need }
                ) { [own] (after, limit) async throws(DomainError) in
                    if let own { return .cut(from: own, after: after, limit: limit, key: \.trackingId) }
                    let query = request.filter.query(need, at: now)
                    let limit = need == nil ? PageLimit.range.upperBound : limit
                    return try await kit.store.cargos.find(query, after: after, limit: limit).get()
                }
                if found.count == limit {
                    guard page.items.isEmpty else {
                        return answer(Position(need: need, after: after))
                    }
                    continue
                }
                found += page.items
                if let next = page.next {
                    return answer(Position(need: need, after: next))
                }
            }
            return answer(nil)
        }
    }

    /// The needs to list, from the request's start on; nil stands for none.
    private static func needs(of request: Request) -> [AttentionReason?] {
        let wanted: [AttentionReason?] = request.filter.needs.isEmpty ? AttentionReason.allCases + [nil] : AttentionReason.allCases
        guard let start = request.start else { return wanted }
        return Array(wanted.drop { $0 != start.need })
    }
}
