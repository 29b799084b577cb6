// The example of the product's documentation, compiled as it stands there (./tool check-examples).
import CargoApplication
import CargoDomain
import CargoRemote
import Foundation

private func example(url: URL, token: String, id: TrackingId) async throws {
    let store = try RemoteStore(url: url, token: token)
    let cargo = await store.cargos.findByTrackingId(id)
    _ = cargo
}
