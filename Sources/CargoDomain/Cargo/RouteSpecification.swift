/// What a customer wants: from where, to where, by when (RTE-1 to RTE-3).
public struct RouteSpecification: Hashable, Sendable {
    /// Where the cargo starts.
    public let origin: UnLocode
    /// Where it has to go; never the origin.
    public let destination: UnLocode
    /// It has to be unloaded there strictly before this.
    public let arrivalDeadline: Instant

    /// Makes a specification, whatever the time is now.
    /// - Throws: `route_origin_is_destination` (RTE-1).
    public init(origin: UnLocode, destination: UnLocode, arrivalDeadline: Instant) throws(DomainError) {
        guard origin != destination else { throw .rule(.routeOriginIsDestination) }
        self.origin = origin
        self.destination = destination
        self.arrivalDeadline = arrivalDeadline
    }

    /// Whether an itinerary starts at the origin, ends at the destination and arrives strictly before the deadline (RTE-3).
    public func isSatisfied(by itinerary: Itinerary) -> Bool {
        itinerary.firstLoadLocation == origin && itinerary.lastUnloadLocation == destination
            && itinerary.lastUnloadTime < arrivalDeadline
    }

    /// Refuses a deadline that is not after now: a rule of booking and changing, never of reading (RTE-2).
    /// - Throws: `deadline_not_in_future`.
    func checkDeadline(isAfter now: Instant) throws(DomainError) {
        guard arrivalDeadline > now else { throw .rule(.deadlineNotInFuture) }
    }
}
