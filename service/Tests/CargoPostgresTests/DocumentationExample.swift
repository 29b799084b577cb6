// The example of the product's documentation, compiled as it stands there (./tool check-examples).
import CargoApplication
import CargoInfrastructure
import CargoPostgres

private func example() async throws {
    let store = try await PostgresStore.open("postgres://cargo@/cargo?host=/run/postgresql")
    let kit = CargoKit(store: store)
    _ = kit
}
