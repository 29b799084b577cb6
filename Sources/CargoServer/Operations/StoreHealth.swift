#if Server
import CargoDomain
import Synchronization

/// Whether the store takes what it is given, as seen by the requests that gave it something, and by a look at the medium.
final class StoreHealth: Sendable {
    /// Looks whether the store could be written; gives the failure where it could not.
    typealias Check = @Sendable () async -> DomainError?

    private let check: Check
    private let lastFailure = Mutex<DomainError?>(nil)

    init(check: @escaping Check) { self.check = check }

    /// Learns from a request that wrote, or tried to.
    func learn(from problem: Problem?) {
        guard let problem else {
            lastFailure.withLock { $0 = nil }
            return
        }
        // What the caller did wrong says nothing of the store.
        guard let code = DomainError.Code(rawValue: problem.code), Self.telling.contains(code) else { return }
        lastFailure.withLock { $0 = .technical(code, cause: problem.cause) }
    }

    /// Why the store cannot be written; nil where nobody knows of anything.
    func failure() async -> DomainError? {
        if let failure = await check() { return failure }
        return lastFailure.withLock { $0 }
    }

    private static let telling: Set<DomainError.Code> = [.storeFull, .storeUnavailable, .storeSchemaUnsupported]
}
#endif
