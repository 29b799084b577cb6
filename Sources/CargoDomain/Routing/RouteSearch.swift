/// A question for routes (RTG-1).
public struct RouteSearch: Hashable, Sendable {
    /// What the routes have to satisfy.
    public let routeSpecification: RouteSpecification
    /// The earliest time to leave the origin, or to go ashore.
    public let departAfter: Instant
    /// The least time between two voyages, in milliseconds.
    public let minimumConnection: Int64
    /// The most legs of a route.
    public let maxLegs: Int
    /// The most routes to give.
    public let limit: Int
    /// Whether routes that miss the deadline are found, too (RTG-8).
    public let ignoresDeadline: Bool
    /// The ship that carries the cargo; `nil` for a cargo ashore (RTG-7).
    public let aboard: OnboardPosition?

    /// Where and when a cargo was loaded onto the voyage that carries it.
    ///
    /// Its routes start there, and leave the ship wherever it still calls. The specification's origin doesn't matter.
    public struct OnboardPosition: Hashable, Sendable {
        /// The voyage.
        public let voyageNumber: VoyageNumber
        /// Where the cargo was loaded.
        public let location: UnLocode
        /// When it was loaded.
        public let loadedAt: Instant

        /// Creates a position at sea.
        public init(voyageNumber: VoyageNumber, location: UnLocode, loadedAt: Instant) {
            self.voyageNumber = voyageNumber
            self.location = location
            self.loadedAt = loadedAt
        }
    }

    /// How many legs a route may have.
    public static let maxLegsRange: ClosedRange<Int64> = 1...16
    /// How many routes may be asked for.
    public static let limitRange: ClosedRange<Int64> = 1...100

    /// Asks for routes.
    /// - Throws: `integer_out_of_range`, checked in the order limit, maxLegs, minimumConnection.
    public init(
        routeSpecification: RouteSpecification,
        departAfter: Instant,
        minimumConnection: Int64 = 0,
        maxLegs: Int64 = 8,
        limit: Int64 = 10,
        ignoresDeadline: Bool = false,
        aboard: OnboardPosition? = nil
    ) throws(DomainError) {
        guard Self.limitRange.contains(limit) else { throw .invalid(.integerOutOfRange, text: String(limit)) }
        guard Self.maxLegsRange.contains(maxLegs) else { throw .invalid(.integerOutOfRange, text: String(maxLegs)) }
        guard (0...Version.maximum).contains(minimumConnection) else {
            throw .invalid(.integerOutOfRange, text: String(minimumConnection))
        }
        self.routeSpecification = routeSpecification
        self.departAfter = departAfter
        self.minimumConnection = minimumConnection
        self.maxLegs = Int(maxLegs)
        self.limit = Int(limit)
        self.ignoresDeadline = ignoresDeadline
        self.aboard = aboard
    }

    /// The time before which a route must arrive, in milliseconds since 1970.
    package var bound: Int64 {
        ignoresDeadline ? Instant.latest.epochMilliseconds + 1 : routeSpecification.arrivalDeadline.epochMilliseconds
    }
}
