import CargoApplication
import CargoDomain
import NIOCore

/// Lets only so many pieces of work run at once, so that long ones leave a processor to all other requests; the rest wait in order.
actor BoundedTurns {
    private var free: Int
    private var waiting = CircularBuffer<CheckedContinuation<Void, Never>>()

    /// - Parameter maximum: how many may run at once.
    init(maximum: Int) { free = maximum }

    @concurrent
    nonisolated func take<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
        await begin()
        let value = await work()
        await end()
        return value
    }

    /// How many pieces of work wait.
    var waitingCount: Int { waiting.count }

    private func begin() async {
        if free > 0 { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func end() {
        // The work that has waited longest runs next.
        if let next = waiting.popFirst() { next.resume() } else { free += 1 }
    }
}

/// Takes turns at searching for routes: a search computes without a pause, and one for 100 routes of up to 16 legs takes long.
struct BoundedRouting: RoutingService {
    private let routing: any RoutingService
    private let turns: BoundedTurns

    /// - Parameter maximum: how many searches may run at once; one less than there are processors if absent.
    init(_ routing: any RoutingService, maximum: Int = max(1, System.coreCount - 1)) {
        self.routing = routing
        turns = BoundedTurns(maximum: maximum)
    }

    func findRoutes(_ search: RouteSearch) async -> Result<[Itinerary], DomainError> {
        await turns.take { await routing.findRoutes(search) }
    }
}

/// Reads one archived cargo at a time: a whole group of an archive is decompressed for it, and all groups if the archive was written anew.
///
/// If too many requests wait for it, archives count as not at hand.
struct BoundedArchives: CargoArchives {
    static let maximumWaiting = 16

    private let archives: any CargoArchives
    let turns = BoundedTurns(maximum: 1)

    init(_ archives: any CargoArchives) { self.archives = archives }

    func find(_ trackingId: TrackingId, at place: ArchivePlace) async -> Result<ArchivedCargo?, DomainError> {
        guard await turns.waitingCount < Self.maximumWaiting else { return .success(nil) }
        return await turns.take { await archives.find(trackingId, at: place) }
    }
}
