public import CargoDomain

/// The progress of a cargo towards its deadline.
///
/// A route that ends after the deadline satisfies no specification (RTE-3, DLV-6), so a cargo that is on track isn't late. A cargo is late if its
/// deadline was moved before the end of its route, or passed while the cargo was still under way.
public struct ArrivalProgress: Hashable, Sendable {
    /// When the route unloads the cargo at its destination; nil without a route, off the route, and after arrival.
    public let plannedArrival: Instant?
    /// Whether the cargo has arrived.
    public let hasArrived: Bool
    /// The cargo must arrive before this instant.
    public let deadline: Instant

    init(of legs: [Leg], to destination: UnLocode, by deadline: Instant, _ delivery: Delivery) {
        hasArrived = delivery.isUnloadedAtDestination || delivery.transportStatus == .claimed
        let leadsThere = !hasArrived && !delivery.isMisdirected && legs.last?.unloadLocation == destination
        plannedArrival = leadsThere ? legs.last?.unloadTime : nil
        self.deadline = deadline
    }

    /// Whether the cargo hasn't arrived and, as far as is known, won't arrive before the deadline.
    public func isLate(at now: Instant) -> Bool { !hasArrived && (deadline <= now || (plannedArrival.map { $0 >= deadline } ?? false)) }

    /// Creates the progress of a view, for a fake in a test.
    public init(plannedArrival: Instant?, hasArrived: Bool, deadline: Instant) {
        self.plannedArrival = plannedArrival
        self.hasArrived = hasArrived
        self.deadline = deadline
    }
}
