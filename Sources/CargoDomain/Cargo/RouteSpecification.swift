/// What the customer asked for: an origin, a destination and an arrival deadline (RTE-1 to RTE-3).
public struct RouteSpecification: Hashable, Sendable {
    /// Where the route must start.
    public let origin: UnLocode
    /// Where the route must end; never the origin.
    public let destination: UnLocode
    /// The cargo must be unloaded at the destination strictly before this instant.
    public let arrivalDeadline: Instant

    /// Creates a route specification.
    ///
    /// The deadline may lie in the past.
    /// - Throws: `route_origin_is_destination` (RTE-1).
    public init(origin: UnLocode, destination: UnLocode, arrivalDeadline: Instant) throws(DomainError) {
        guard origin != destination else { throw .rule(.routeOriginIsDestination) }
        self.origin = origin
        self.destination = destination
        self.arrivalDeadline = arrivalDeadline
    }

    /// Returns whether an itinerary starts at the origin, ends at the destination and arrives strictly before the deadline (RTE-3).
    public func isSatisfied(by itinerary: Itinerary) -> Bool {
        isConnected(by: itinerary) && itinerary.lastUnloadTime < arrivalDeadline
    }

    /// Returns whether an itinerary starts at the origin and ends at the destination, in time or not.
    package func isConnected(by itinerary: Itinerary) -> Bool {
        itinerary.firstLoadLocation == origin && itinerary.lastUnloadLocation == destination
    }

    /// Returns this specification with another origin.
    /// - Throws: `route_origin_is_destination` (RTE-1).
    package func starting(at origin: UnLocode) throws(DomainError) -> RouteSpecification {
        try RouteSpecification(origin: origin, destination: destination, arrivalDeadline: arrivalDeadline)
    }

    /// Checks that the deadline is later than `now`.
    ///
    /// Applies when a cargo is booked or changed, never when it is loaded (RTE-2).
    /// - Throws: `deadline_not_in_future`.
    func checkDeadline(isAfter now: Instant) throws(DomainError) {
        guard arrivalDeadline > now else { throw .rule(.deadlineNotInFuture) }
    }
}
