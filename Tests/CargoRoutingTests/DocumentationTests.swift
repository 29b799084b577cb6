import CargoDomain
import CargoRouting
import CargoTesting
import Testing

/// The examples of the product's documentation.
struct DocumentationTests {
    @Test func `a network of voyages finds routes`() async throws {
        let (voyage, wanted, now) = (Voyage.stub(), RouteSpecification.stub(to: "JPTYO"), Instant.stub(day: 1))
        let network = VoyageNetwork([voyage])
        let routes = network.findRoutes(try RouteSearch(routeSpecification: wanted, departAfter: now))
        for route in routes { print(route.legs.map { "\($0.voyageNumber)" }) }
        #expect(routes.count == 1)
    }
}
