// The example of the product's documentation, compiled as it stands there (./tool check-examples).
import CargoApplication
import CargoInfrastructure
import CargoServer

private func example() async throws {
    let store = try await JSONFileStore.open("cargo-data")
    let service = CargoService(CargoKit(store: store), settings: ServerSettings())
    try await service.run()
}
