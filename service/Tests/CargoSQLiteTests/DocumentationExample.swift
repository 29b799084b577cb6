// The example of the product's documentation, compiled as it stands there (./tool check-examples).
import CargoApplication
import CargoInfrastructure
import CargoSQLite

private func example() async throws {
    let store = try await SQLiteStore.open("cargo.sqlite")
    let kit = CargoKit(store: store)
    _ = kit
}
