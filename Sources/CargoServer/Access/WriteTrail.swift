#if Server
import Logging
import Synchronization

/// Who wrote what in one request: what the log says of it once it has succeeded.
final class WriteTrail: Sendable {
    private struct State {
        var caller: String?
        var ids: [String]?
    }

    private let state = Mutex(State())

    /// Notes who writes; without this nothing is logged, since callers without a name may write nothing.
    func note(caller: Caller) {
        guard !caller.isAnonymous else { return }
        state.withLock { $0.caller = caller.name }
    }

    /// Notes the ids of what is written, in place of those noted before; none if nothing was.
    func note(ids: [String]) { state.withLock { $0.ids = ids } }

    /// Writes one line for each id.
    /// - Parameter action: the method and the route.
    func log(_ action: String, to logger: Logger) {
        let state = state.withLock { $0 }
        guard let caller = state.caller else { return }
        for id in state.ids ?? ["none"] {
            logger.info("write", metadata: ["caller": "\(caller)", "action": "\(action)", "id": "\(id)"])
        }
    }
}
#endif
