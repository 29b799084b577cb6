import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

/// The examples of the product's documentation.
struct DocumentationTests {
    @Test func `views and aggregates are written as JSON`() async throws {
        let view = CargoTrackingView.stub("ABC123")
        print(view.json())
        print(Location.stub().json())
        #expect(view.json().hasPrefix("{"))
    }
}
