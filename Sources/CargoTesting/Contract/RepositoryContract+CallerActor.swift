import CargoApplication
import CargoDomain
import Dispatch
import Synchronization

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

/// Notes which calls of a test's clock and id generator run on the main actor.
///
/// It is bound to a task, so that tests that run at the same time don't see each other's calls.
final class MainActorProbe: Sendable {
    @TaskLocal static var current: MainActorProbe?

    private static let mainQueue = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    private let noted = Mutex<[String]>([])

    /// Whether the caller runs on the main actor, whose executor is the main queue.
    static var isOnMain: Bool { DispatchQueue.getSpecific(key: mainQueue) == true }

    /// The calls that ran on the main actor, in order.
    var callsOnMain: [String] { noted.withLock { $0 } }

    /// Notes a call if it runs on the main actor and its task has a probe.
    static func note(_ call: String) {
        guard let current, isOnMain else { return }
        current.noted.withLock { $0.append(call) }
    }
}
