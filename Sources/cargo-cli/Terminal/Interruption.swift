#if CLI
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Ctrl-C: ends the process with 130, or, while somebody has asked for time, lets them bring their row to an end first.
enum Interruption {
    // Atomics without locks: a signal handler may use them.
    private static let isDeferred = Atomic<Bool>(false)
    private static let hasHappened = Atomic<Bool>(false)

    /// Whether Ctrl-C was pressed.
    static var isRequested: Bool { hasHappened.load(ordering: .relaxed) }

    /// Takes the signal over.
    static func watch() {
        // Both are made now, since a handler must not be the first to touch them.
        isDeferred.store(false, ordering: .relaxed)
        hasHappened.store(false, ordering: .relaxed)
        // Without SA_RESTART: a read that waits has to notice.
        var action = sigaction()
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = { _ in Interruption.happen() }
        #elseif canImport(Glibc)
        action.__sigaction_handler.sa_handler = { _ in Interruption.happen() }
        #else
        action.__sa_handler.sa_handler = { _ in Interruption.happen() }
        #endif
        sigaction(SIGINT, &action, nil)
    }

    /// Lets the work come to a good end after the first Ctrl-C; the second one ends it at once.
    static func deferred<Value>(_ work: () async throws(CommandFailure) -> Value) async throws(CommandFailure) -> Value {
        isDeferred.store(true, ordering: .relaxed)
        defer { isDeferred.store(false, ordering: .relaxed) }
        return try await work()
    }

    private static func happen() {
        let isSecond = hasHappened.exchange(true, ordering: .relaxed)
        if isSecond || !isDeferred.load(ordering: .relaxed) { _exit(ExitStatus.interrupted.rawValue) }
    }
}
#endif
