import CargoDomain
import Testing

/// The examples of the product's documentation.
struct DocumentationTests {
    @Test func `a booking is a cargo without a plan`() async throws {
        let route = try RouteSpecification(
            origin: UnLocode("HKHKG"),
            destination: UnLocode("SESTO"),
            arrivalDeadline: Instant("2100-02-01T00:00:00Z")
        )
        let cargo = try Cargo.book(
            trackingId: TrackingId("ABC123"),
            customerId: CustomerId("ACME"),
            routeSpecification: route,
            at: Instant("2100-01-01T00:00:00Z")
        )
        print(cargo.delivery.routingStatus)  // notRouted
        #expect(cargo.delivery.routingStatus == .notRouted)
    }
}
