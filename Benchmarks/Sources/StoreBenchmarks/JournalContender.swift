import CargoApplication
import CargoDomain
import CargoInfrastructure

/// The JSON-file store, as an application uses it.
struct JournalContender {
    let store: JSONFileStore
    let cargos: any CargoRepository

    static func open(_ path: String, durability: Durability = .everyCommit) async throws -> JournalContender {
        let store = try await JSONFileStore.open(path, durability: durability)
        return JournalContender(store: store, cargos: store.cargos)
    }

    /// Fills the store with the first `count` cargos, at version 1.
    func fill(_ count: Int) async throws {
        for number in 0..<count {
            var document = Array("{\"bookingKeys\":[],\"cargos\":[".utf8)
            document += Fleet.bytes(number, version: 1)
            document += Array("],\"domainEvents\":[],\"format\":1,\"handlingEvents\":[],\"locations\":[],\"voyages\":[]}".utf8)
            try await store.restore(document)
        }
    }

    func save(_ cargo: Cargo) async throws { try await cargos.save(cargo).get() }

    /// Saves a cargo on the calling thread.
    func saveBlocking(_ cargo: Cargo) throws { try store.saveBlocking(cargo).get() }

    /// Saves several cargos in one commit, on the calling thread.
    func saveBlocking(_ cargos: [Cargo]) throws { try store.saveBlocking(cargos).get() }

    func find(_ id: TrackingId) async throws -> Cargo { try await cargos.findByTrackingId(id).get() }
}
