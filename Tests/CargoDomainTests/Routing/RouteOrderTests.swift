import CargoTesting
import Testing

@testable import CargoDomain

/// No search finds two routes that differ in their voyages alone.
///
/// Of two ways to one label RTG-3 keeps one, in every pass the same. The rule orders them all the same, so its last criterion is held
/// against routes made by hand.
@Suite("The order of routes")
struct RouteOrderTests {
    @Test("RTG-5: of routes alike in arrival, legs and first load the voyage numbers decide, one by one, in ASCII order")
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
