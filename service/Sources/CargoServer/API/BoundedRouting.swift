import CargoDomain
import NIOCore

/// Lets only so many route searches run at once, so that long ones leave a processor to all other requests; the rest wait in order.
///
/// A search computes without a pause, and one for 100 routes of up to 16 legs takes long.
actor BoundedRouting: RoutingService {
    private let routing: any RoutingService
    private var free: Int
    private var waiting = CircularBuffer<CheckedContinuation<Void, Never>>()

    /// - Parameter maximum: how many searches may run at once; one less than there are processors if absent.
    init(_ routing: any RoutingService, maximum: Int = max(1, System.coreCount - 1)) {
        self.routing = routing
        free = maximum
    }

    @concurrent
    nonisolated func findRoutes(_ search: RouteSearch) async -> Result<[Itinerary], DomainError> {
        await begin()
        let routes = await routing.findRoutes(search)
        await end()
        return routes
    }

    private func begin() async {
        if free > 0 { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func end() {
        // The search that has waited longest runs next.
        if let next = waiting.popFirst() { next.resume() } else { free += 1 }
    }
}
