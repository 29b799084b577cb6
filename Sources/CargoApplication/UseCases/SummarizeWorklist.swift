public import CargoDomain

/// Counts the cargos that need attention by their causes, the most frequent first.
///
/// The store finds the cargos by an index, so the summary costs what needs attention, not what there is.
public struct SummarizeWorklist: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// Whose cargos to count.
    public struct Request: Sendable {
        /// Only cargos of this customer.
        public let customerId: CustomerId?

        /// Creates a request.
        public init(customerId: CustomerId? = nil) { self.customerId = customerId }
    }

    /// Cargos with the same cause.
    public struct Group: Hashable, Sendable {
        /// What they need attention for.
        public let cause: AttentionCause
        /// How many they are.
        public let count: Int
        /// Since when the first of them isn't collected; nil for other causes.
        public let since: Instant?

        /// Creates a group, for a fake in a test.
        public init(cause: AttentionCause, count: Int, since: Instant? = nil) {
            self.cause = cause
            self.count = count
            self.since = since
        }
    }

    /// The groups.
    public struct Response: Hashable, Sendable {
        /// The largest first; of equal ones, the most urgent.
        public let groups: [Group]
        /// How many cargos need attention: less than the sum of the groups if some have several causes.
        public let count: Int
        /// When the cargos were counted.
        public let asOf: Instant
        /// The carriers' events that wait, if a service counted them; empty from a kit, whose `CarrierEventDesk` knows them.
        package let carrierEvents: [CarrierEventDesk.Waiting]

        /// Creates a response, for a fake in a test.
        public init(groups: [Group], count: Int, asOf: Instant) {
            self.init(groups: groups, count: count, asOf: asOf, carrierEvents: [])
        }

        /// Creates the response of a service.
        package init(groups: [Group], count: Int, asOf: Instant, carrierEvents: [CarrierEventDesk.Waiting]) {
            self.groups = groups
            self.count = count
            self.asOf = asOf
            self.carrierEvents = carrierEvents
        }
    }

    /// Counts the cargos.
    /// - Returns: the summary, or an error of the store. Without a customer, damaged cargos are left out.
    public func execute(_ request: Request = Request()) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let now = kit.clock.now()
            var groups = Groups()
            var count = 0
            for need in AttentionReason.allCases {
                try await kit.forEachCargo(needing: need, of: request.customerId, at: now) { cargo in
                    // A cargo with several needs is found by each of them, and counts with the first.
                    guard cargo.needs(at: now).first == need else { return }
                    count += 1
                    for cause in cargo.causes(at: now) { groups.add(cargo, with: cause) }
                }
            }
            return Response(groups: groups.sorted, count: count, asOf: now)
        }
    }

    /// The groups while cargos are counted.
    struct Groups {
        private var found: [AttentionCause: (count: Int, since: Instant?)] = [:]

        /// Starts without cargos, or with those that were counted before.
        init(_ counts: [AttentionCause: Int] = [:]) { found = counts.mapValues { ($0, nil) } }

        /// Counts a cargo.
        mutating func add(_ cargo: Cargo, with cause: AttentionCause) {
            var group = found[cause] ?? (0, nil)
            group.count += 1
            if case .uncollected = cause, let since = cargo.pickUpBy { group.since = min(group.since ?? since, since) }
            found[cause] = group
        }

        /// The largest first; of equal ones, the most urgent.
        var sorted: [Group] {
            found.map { Group(cause: $0, count: $1.count, since: $1.since) }.sorted { first, second in
                if first.count != second.count { return first.count > second.count }
                return SummarizeWorklist.rank(first.cause).lexicographicallyPrecedes(SummarizeWorklist.rank(second.cause))
            }
        }
    }

    /// Orders causes by urgency, voyage, port and type.
    private static func rank(_ cause: AttentionCause) -> [String] {
        let urgency = AttentionReason.allCases.firstIndex(of: cause.need) ?? 0
        let type =
            switch cause {
            case .held(let type): type.rawValue
            case .unrouted(let status): status.rawValue
            case .dropped: "1"
            case .missed, .misdirected, .late, .uncollected: ""
            }
        return ["\(urgency)", cause.voyageNumber?.text ?? "", cause.location?.text ?? "", type]
    }
}

extension CargoKit {
    /// Passes on each cargo that has a need, in order of the tracking ids.
    func forEachCargo(
        needing need: AttentionReason,
        of customerId: CustomerId? = nil,
        at now: Instant,
        _ body: (Cargo) -> Void
    ) async throws(DomainError) {
        var query = CargoQuery(place: nil, needing: need, at: now)
        query.customer = customerId
        var after: TrackingId?
        repeat {
            let page = try await store.cargos.find(query, after: after, limit: PageLimit.range.upperBound).get()
            page.items.forEach(body)
            after = page.next
        } while after != nil
    }
}
