public import CargoDomain

/// How a cargo stands to its deadline.
///
/// On track nobody is late: a route that ends after the deadline satisfies no specification (RTE-3, DLV-6). What people call late is a cargo whose deadline was moved
/// before the end of its route, or passed while it was still under way.
public struct ArrivalProgress: Hashable, Sendable {
    /// When its route has it unloaded at its destination; absent without such a route, off it, and once it is there.
    public let plannedArrival: Instant?
    /// Whether it is there.
    public let isThere: Bool
    /// It must be there strictly before this.
    public let deadline: Instant

    init(of legs: [Leg], to destination: UnLocode, by deadline: Instant, _ delivery: Delivery) {
        isThere = delivery.isUnloadedAtDestination || delivery.transportStatus == .claimed
        let leadsThere = !isThere && !delivery.isMisdirected && legs.last?.unloadLocation == destination
        plannedArrival = leadsThere ? legs.last?.unloadTime : nil
        self.deadline = deadline
    }

    /// Whether it is not there and will not be before the deadline, as far as anybody can tell.
    public func isLate(at now: Instant) -> Bool { !isThere && (deadline <= now || (plannedArrival.map { $0 >= deadline } ?? false)) }
}
