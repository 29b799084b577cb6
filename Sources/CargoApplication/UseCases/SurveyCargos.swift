public import CargoDomain

/// Lists the worklist in pages: misdirected cargos first, then late ones, then the rest, each ordered by tracking id.
///
/// Reads every stored cargo, or every cargo of a customer. Keeps in memory only the cargos up to the end of the page.
public struct SurveyCargos: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// A reason why a cargo needs attention.
    public enum Attention: String, Hashable, Sendable, CaseIterable {
        /// The cargo is off its route.
        case misdirected = "MISDIRECTED"
        /// The cargo is on its route, but was last estimated to arrive at the deadline or after it.
        case late = "LATE"
    }

    /// The cargos and the page to list.
    public struct Request: Sendable {
        /// Only cargos that need this kind of attention.
        public let attention: Attention?
        /// Only cargos of this customer.
        public let customerId: CustomerId?
        /// The maximum number of cargos, 1 to 1000.
        public let limit: Int
        /// The number of cargos to skip: those on previous pages.
        public let offset: Int
        /// Only cargos with this routing status.
        public let routingStatus: RoutingStatus?
        /// Only cargos with this transport status.
        public let transportStatus: TransportStatus?

        /// Creates a request.
        public init(
            customerId: CustomerId? = nil,
            transportStatus: TransportStatus? = nil,
            routingStatus: RoutingStatus? = nil,
            attention: Attention? = nil,
            offset: Int = 0,
            limit: Int = 100
        ) {
            self.attention = attention
            self.customerId = customerId
            self.limit = limit
            self.offset = offset
            self.routingStatus = routingStatus
            self.transportStatus = transportStatus
        }
    }

    /// A page of cargos.
    public struct Response: Hashable, Sendable {
        /// The cargos, those that need attention first.
        public let cargos: [CargoList.Entry]
        /// The number of cargos on all pages.
        public let count: Int
        /// The number of misdirected cargos.
        public let misdirectedCount: Int
        /// The number of other cargos that are late.
        public let lateCount: Int
        /// When the list was read.
        public let asOf: Instant

        /// Creates a response, for a fake in a test.
        public init(cargos: [CargoList.Entry], count: Int, misdirectedCount: Int, lateCount: Int, asOf: Instant) {
            self.cargos = cargos
            self.count = count
            self.misdirectedCount = misdirectedCount
            self.lateCount = lateCount
            self.asOf = asOf
        }
    }

    /// Lists a page.
    /// - Returns: the worklist, or one of the errors `integer_out_of_range` and `corrupt_record`. Without a customer, damaged
    ///   cargos are left out.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let limit = try PageSize.of(request.limit)
            let offset = request.offset
            guard offset >= 0 else { throw .invalid(.integerOutOfRange, text: String(offset)) }
            let (last, overflow) = offset.addingReportingOverflow(limit)
            var shelves = Shelves(depth: overflow ? .max : last, now: kit.clock.now())
            if let customerId = request.customerId {
                for cargo in try await kit.store.cargos.findForCustomer(customerId).get() { shelves.add(.init(of: cargo), for: request) }
            } else {
                var after: TrackingId?
                repeat {
                    let page = try await kit.store.cargos.findPage(after: after, limit: PageLimit.range.upperBound).get()
                    for cargo in page.items { shelves.add(.init(of: cargo), for: request) }
                    after = page.next
                } while after != nil
            }
            return shelves.page(from: offset, limit: limit)
        }
    }

    /// The cargos found, grouped by attention; of each group at most as many as the page could show.
    private struct Shelves {
        let depth: Int
        let now: Instant
        private var misdirected: [CargoList.Entry] = []
        private var late: [CargoList.Entry] = []
        private var others: [CargoList.Entry] = []
        private var misdirectedCount = 0
        private var lateCount = 0
        private var otherCount = 0

        init(depth: Int, now: Instant) {
            self.depth = depth
            self.now = now
        }

        mutating func add(_ entry: CargoList.Entry, for request: Request) {
            if let status = request.transportStatus, entry.transportStatus != status { return }
            if let status = request.routingStatus, entry.routingStatus != status { return }
            let need: Attention? = entry.isMisdirected ? .misdirected : entry.isLate ? .late : nil
            if let attention = request.attention, need != attention { return }
            switch need {
            case .misdirected:
                misdirectedCount += 1
                if misdirected.count < depth { misdirected.append(entry) }
            case .late:
                lateCount += 1
                if late.count < depth { late.append(entry) }
            case nil:
                otherCount += 1
                if others.count < depth { others.append(entry) }
            }
        }

        func page(from offset: Int, limit: Int) -> Response {
            Response(
                cargos: Array((misdirected + late + others).dropFirst(offset).prefix(limit)),
                count: misdirectedCount + lateCount + otherCount,
                misdirectedCount: misdirectedCount,
                lateCount: lateCount,
                asOf: now
            )
        }
    }
}
