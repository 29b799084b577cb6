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
    func fill(_ count: Int) async throws { for number in 0..<count { try await fill(number..<number + 1) } }

    private func fill(_ numbers: Range<Int>) async throws {
        var document = Array("{\"bookingKeys\":[],\"cargos\":[".utf8)
        for number in numbers {
            if number > numbers.lowerBound { document.append(UInt8(ascii: ",")) }
            document += Fleet.bytes(number, version: 1)
        }
        document += Array("],\"domainEvents\":[],\"format\":1,\"handlingEvents\":[],\"locations\":[],\"voyages\":[]}".utf8)
        try await store.restore(document)
    }

    /// Fills the store with cargos, the first of which are in an archive.
    func fill(archived: Int, stored: Int) async throws {
        guard let retention = store.repositories.retention else { throw BenchmarkFailure("the store can't remove cargos") }
        func inGroups(of whole: Int, by step: Int, _ body: (Range<Int>) async throws -> Void) async throws {
            for start in stride(from: 0, to: whole, by: step) { try await body(start..<min(start + step, whole)) }
        }
        try await inGroups(of: archived + stored, by: 100_000) { try await fill($0) }
        try await inGroups(of: archived, by: 1000) {
            let place = try ArchivePlace(archive: ArchiveName("2026"), offset: Int64($0.lowerBound))
            try await retention.remove(Fleet.cargos($0, version: 1), to: place).get()
        }
    }

    func save(_ cargo: Cargo) async throws { try await cargos.save(cargo).get() }

    /// Saves a cargo on the calling thread.
    func saveBlocking(_ cargo: Cargo) throws { try store.saveBlocking(cargo).get() }

    /// Saves several cargos in one commit, on the calling thread.
    func saveBlocking(_ cargos: [Cargo]) throws { try store.saveBlocking(cargos).get() }

    func find(_ id: TrackingId) async throws -> Cargo { try await cargos.findByTrackingId(id).get() }
}
