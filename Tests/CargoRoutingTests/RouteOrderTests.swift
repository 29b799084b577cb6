import CargoDomain
import CargoTesting
import Testing

@testable import CargoRouting

/// A search never finds two routes that differ only in their voyages.
///
/// If two legs lead to the same label, RTG-3 keeps one of them, the same one in every pass. RTG-5 still orders such routes, so these tests
/// check its last criterion on hand-made routes.
@Suite("The order of routes")
struct RouteOrderTests {
    @Test("RTG-5: voyage numbers, compared one by one in ASCII order, break ties of arrival, legs and first load")
    func voyageNumbers() throws {
        let numbers = ["V10", "V2", "a"]
        let network = VoyageNetwork(numbers.reversed().map { Voyage.stub($0) })
        func route(_ rides: String...) throws -> FoundRoute {
            FoundRoute(
                rides: try rides.map { number in
                    let voyage = try #require(network.voyages.firstIndex(of: .stub(number)))
                    let row = try #require(network.rows.indices.first { network.voyageOfRow[$0] == voyage && network.rows[$0] != .gap })
                    return FoundRoute.Ride(load: Int32(row), unload: Int32(row))
                },
                loadTime: 1,
                arrival: 9
            )
        }
        let ordered = [
            try route("V10", "V10"), try route("V10", "V2"), try route("V10", "a"), try route("V2", "V10"), try route("a", "V10"),
        ]
        #expect(ordered.reversed().sorted(by: network.comesFirst) == ordered)
        #expect(!network.comesFirst(ordered[0], ordered[0]))
    }
}
