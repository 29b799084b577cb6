public import CargoDomain

/// Lists cargos with those first that somebody has to look after: misdirected ones, then late ones, then the others, each by tracking id.
///
/// It looks at every cargo that is stored, or at every one of a customer; it keeps no more than the page that is asked for.
public struct SurveyCargos: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// What cargos need.
    public enum Attention: String, Hashable, Sendable, CaseIterable {
        /// It is off its route.
        case misdirected = "MISDIRECTED"
        /// It is not off its route, and will not arrive before the deadline.
        case late = "LATE"
    }

    /// Which cargos, and which page.
    public struct Request: Sendable {
        /// Only cargos that need this.
        public let attention: Attention?
        /// Only cargos of this customer.
        public let customerId: CustomerId?
        /// The most cargos to give, 1 to 1000; 100 if absent.
        public let limit: Int64?
        /// How many cargos to pass over, which stood on pages before; none if absent.
        public let offset: Int64?
        /// Only cargos whose route is like this.
        public let routingStatus: RoutingStatus?
        /// Only cargos that are here on their way.
        public let transportStatus: TransportStatus?

        /// Asks for a page.
        public init(
            customerId: CustomerId? = nil,
            transportStatus: TransportStatus? = nil,
            routingStatus: RoutingStatus? = nil,
            attention: Attention? = nil,
            offset: Int64? = nil,
            limit: Int64? = nil
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
        /// The cargos, those first that need attention.
        public let cargos: [CargoList.Entry]
        /// How many there are on all pages.
        public let count: Int
        /// How many of them are misdirected.
        public let misdirectedCount: Int
        /// How many of the others are late.
        public let lateCount: Int
        /// When they were looked at, which lateness depends on.
        public let asOf: Instant
    }

    /// Lists.
    /// - Returns: `integer_out_of_range`; `corrupt_record` where a broken cargo names the customer.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let limit = try PageSize.of(request.limit)
            let offset = Int(clamping: request.offset ?? 0)
            guard offset >= 0 else { throw .invalid(.integerOutOfRange, text: String(offset)) }
            let (last, overflow) = offset.addingReportingOverflow(limit)
            var shelves = Shelves(depth: overflow ? .max : last, now: environment.clock.now())
            if let customerId = request.customerId {
                for cargo in try await environment.cargos.findForCustomer(customerId).get() { shelves.add(.init(of: cargo), for: request) }
            } else {
                var after: TrackingId?
                repeat {
                    let page = try await environment.cargos.findPage(after: after, limit: PageLimit.range.upperBound).get()
                    for cargo in page.items { shelves.add(.init(of: cargo), for: request) }
                    after = page.next
                } while after != nil
            }
            return shelves.page(from: offset, limit: limit)
        }
    }

    /// The cargos found, by what they need; of each kind no more than could stand on the page.
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
            let need: Attention? = entry.isMisdirected ? .misdirected : entry.progress.isLate(at: now) ? .late : nil
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
