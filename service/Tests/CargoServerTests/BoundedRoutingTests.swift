import CargoDomain
import CargoTesting
import Testing

@testable import CargoServer

@Suite("Route searches of the service")
struct BoundedRoutingTests {
    /// Searches that last until they are told to end, and how many run.
    private actor Searches: RoutingService {
        private(set) var running = 0
        private(set) var begun = 0
        private var ends: [CheckedContinuation<Void, Never>] = []
        private var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []

        @concurrent
        nonisolated func findRoutes(_ search: RouteSearch) async -> Result<[Itinerary], DomainError> {
            await run()
            return .success([])
        }

        private func run() async {
            running += 1
            begun += 1
            for watcher in watchers where watcher.count == begun { watcher.1.resume() }
            await withCheckedContinuation { ends.append($0) }
            running -= 1
        }

        func await(begun count: Int) async {
            if begun < count { await withCheckedContinuation { watchers.append((count, $0)) } }
        }

        func endOne() { ends.removeFirst().resume() }
    }

    @Test("run so many at once; the next one begins when one ends, and all are answered", .timeLimit(.minutes(10)))
    func bound() async throws {
        let searches = Searches()
        let routing = BoundedRouting(searches, maximum: 2)
        let search = try RouteSearch(routeSpecification: .stub(), departAfter: .stub())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 { group.addTask { _ = try await routing.findRoutes(search).get() } }
            for count in 2...6 {
                await searches.await(begun: count)
                #expect(await searches.running <= 2)
                #expect(await searches.begun == count)
                await searches.endOne()
            }
            await searches.endOne()
            try await group.waitForAll()
        }
        #expect(await searches.running == 0)
    }
}
