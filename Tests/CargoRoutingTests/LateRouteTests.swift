import CargoDomain
import CargoRouting
import CargoTesting
import Testing

@Suite("Routes that miss the deadline, and late ships")
struct LateRouteTests {
    @Test("RTG-8: a search that ignores the deadline finds the routes that miss it")
    func ignoringTheDeadline() throws {
        let search = try RoutingText.search("A-B <15", departAfter: 5, minimumConnection: 0)
        let late = try RouteSearch(
            routeSpecification: search.routeSpecification,
            departAfter: search.departAfter,
            ignoresDeadline: true
        )
        let network = try RoutingText.network(["V1 A10-B20"])
        #expect(network.findRoutes(search).isEmpty)
        #expect(network.findRoutes(late).map(RoutingText.text) == ["V1 A10-B20"])
    }

    @Test("RTG-8: routes follow the forecasts of their voyages")
    func forecasts() throws {
        let voyage = try Voyage.stub().reported()
        let (planned, expected) = (voyage.schedule.movements[0], voyage.forecast.movements[0])
        let specification = try RouteSpecification(
            origin: planned.departureLocation,
            destination: planned.arrivalLocation,
            arrivalDeadline: .latest
        )
        let search = try RouteSearch(routeSpecification: specification, departAfter: .stub())
        let leg = try #require(VoyageNetwork([voyage]).findRoutes(search).first?.legs.first)
        #expect(leg.loadTime == expected.departureTime)
        #expect(leg.loadTime > planned.departureTime)
    }
}
