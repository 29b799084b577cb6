import CargoDomain
import CargoRouting
import Testing

@Suite("Routes of a cargo at sea")
struct AboardTests {
    /// The ship calls at B, C and D; V2, V3 and V4 lead to D as well.
    static let voyages = ["V1 A10-B20 B21-C30 C31-D50", "V2 C32-D34", "V3 B22-D33", "V4 B19-D25"]

    /// Formats the routes of a cargo that was loaded in A at 11 ms.
    private func routes(
        _ voyages: [String] = Self.voyages,
        to search: String = "E-D <99",
        departAfter: Int64 = 12,
        minimumConnection: Int64 = 0,
        on ship: String = "V1"
    ) throws -> [String] {
        let search = try RoutingText.search(search, departAfter: departAfter, minimumConnection: minimumConnection)
        let aboard = try RouteSearch(
            routeSpecification: search.routeSpecification,
            departAfter: search.departAfter,
            minimumConnection: search.minimumConnection,
            aboard: .init(
                voyageNumber: VoyageNumber(ship),
                location: RoutingText.port("A"),
                loadedAt: Instant(epochMilliseconds: 11)
            )
        )
        return try RoutingText.network(voyages).findRoutes(aboard).map(RoutingText.text)
    }

    @Test("RTG-7: routes start with the ship and leave it wherever it still calls, whatever the specification's origin is")
    func everyCall() throws {
        let all = ["V1 A10-B20 + V3 B22-D33", "V1 A10-C30 + V2 C32-D34", "V1 A10-D50"]
        #expect(try routes() == all)
        #expect(try routes(to: "B-D <99") == all)
    }

    @Test("RTG-7: calls before departAfter are over")
    func pastCalls() throws {
        #expect(try routes(departAfter: 20).count == 3)
        #expect(try routes(departAfter: 21) == ["V1 A10-C30 + V2 C32-D34", "V1 A10-D50"])
        #expect(try routes(departAfter: 51) == [])
    }

    @Test("RTG-7: the minimum connection holds from the ship to the next voyage")
    func connection() throws {
        #expect(try routes(minimumConnection: 2).count == 3)
        #expect(try routes(minimumConnection: 3) == ["V1 A10-D50"])
    }

    @Test("RTG-7: there are no routes of a ship that isn't known or doesn't leave the port, or to the port of loading")
    func noRoutes() throws {
        #expect(try routes(on: "V9") == [])
        #expect(try routes(on: "V2") == [])
        #expect(try routes(["V1 A10-B20 B21-A30"], to: "E-A <99") == [])
    }

    @Test("RTG-7: of several departures from the port, the ship left at the nearest, and of two equally near, at the earlier")
    func nearestDeparture() throws {
        #expect(try routes(["V1 A2-B3 B4-A9 A12-B13"]) == [])
        #expect(try routes(["V1 A2-B3 B4-A9 A12-D13"]) == ["V1 A12-D13"])
        #expect(try routes(["V1 A10-B11 B11-A12 A12-D13"]) == ["V1 A10-D13"])
    }
}
