import Logging
import Synchronization

/// Collects who wrote what during a request, for the log lines of a successful write.
///
/// The log has every write, also those of locations, subscriptions and sign-ins; the audit trail (`ReadAuditTrail`) has what the store keeps of changes of
/// cargos and voyages. The id of the request leads from one to the other.
final class WriteTrail: Sendable {
    private struct State {
        var caller: Caller?
        var ids: [String]?
        var reason: String?
    }

    private let state = Mutex(State())

    /// Records the caller.
    ///
    /// Without it nothing is logged, because anonymous callers may not write.
    func note(caller: Caller) {
        guard !caller.isAnonymous else { return }
        state.withLock { $0.caller = caller }
    }

    /// Records the ids that the request wrote, replacing those recorded before; an empty list if it wrote nothing.
    func note(ids: [String]) { state.withLock { $0.ids = ids } }

    /// Records why the request was made, where that isn't stored.
    func note(reason: String) { state.withLock { $0.reason = reason } }

    /// Logs one line for each id.
    /// - Parameter action: the method and the route.
    func log(_ action: String, to logger: Logger) {
        let state = state.withLock { $0 }
        guard let caller = state.caller else { return }
        for id in state.ids ?? ["none"] {
            var metadata: Logger.Metadata = ["caller": "\(caller.name)", "action": "\(action)", "id": "\(id)"]
            if let subject = caller.subject, subject != caller.name { metadata["subject"] = "\(subject)" }
            if let reason = state.reason { metadata["reason"] = "\(reason)" }
            logger.info("write", metadata: metadata)
        }
    }
}
