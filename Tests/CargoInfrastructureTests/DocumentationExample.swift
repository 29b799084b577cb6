// The example of the product's documentation, compiled as it stands there (./tool check-examples).
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting

private func example() async throws {
    let store = try await JSONFileStore.open("cargo-data")
    let kit = CargoKit(store: store)
    try await kit.registerLocation(UnLocode("SESTO"), named: LocationName("Stockholm"))
    await store.close()
}

private func faultsExample() {
    let faults = FaultInjection()
    let kit = CargoKit(store: faults.wrapping(InMemoryStore()))
    faults.fail(.findCargo, with: .technical(.storeUnavailable), times: 1)
    _ = kit
}
