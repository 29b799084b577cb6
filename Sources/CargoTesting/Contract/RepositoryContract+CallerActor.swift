import CargoApplication
import CargoDomain

extension RepositoryContract {
    static let callerActorChecks: [ContractCheck] = [
        ContractCheck([], "a call from the main actor draws ids and reads the clock elsewhere") { backend in
            let probe = MainActorProbe()
            try await MainActorProbe.$current.withValue(probe) { try await book(in: backend) }
            try expect("the work on the main actor", probe.callsOnMain, is: [])
        }
    ]

    /// Draws an id and saves a cargo and a voyage from the main actor.
    @MainActor private static func book(in backend: RepositoryBackend) async throws {
        try expect(MainActorProbe.isOnMain, "a main actor on the main queue", butGot: "another executor")
        let trackingId = try success(of: "drawing an id", await backend.cargos.nextTrackingId())
        try success(of: "saving a cargo", await backend.cargos.save(.stub(trackingId.text)))
        try expect("the cargo's version", try await backend.cargo(trackingId).version, is: 1)
        try success(of: "saving a voyage", await backend.voyages.save(.stub()))
    }
}
