import Dispatch
import Synchronization

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
