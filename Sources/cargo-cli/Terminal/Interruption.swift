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
    private static let readingEnd = Atomic<Int32>(-1)
    private static let writingEnd = Atomic<Int32>(-1)

    /// Whether Ctrl-C was pressed.
    static var isRequested: Bool { hasHappened.load(ordering: .relaxed) }

    /// Becomes readable when Ctrl-C is pressed, so that whoever waits for input can wait for that too; nil where nobody watches.
    static var descriptor: Int32? {
        let descriptor = readingEnd.load(ordering: .relaxed)
        return descriptor < 0 ? nil : descriptor
    }

    /// Takes the signal over, unless whoever started the process wants it ignored, as a shell does for jobs in the background.
    static func watch() {
        var inherited = sigaction()
        sigaction(SIGINT, nil, &inherited)
        guard !isIgnored(inherited) else { return }
        // A parent with threads may have left it blocked.
        var interrupt = sigset_t()
        sigemptyset(&interrupt)
        sigaddset(&interrupt, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
        // The globals are made now, since a handler must not be the first to touch them.
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            readingEnd.store(ends[0], ordering: .relaxed)
            writingEnd.store(ends[1], ordering: .relaxed)
        }
        isDeferred.store(false, ordering: .relaxed)
        hasHappened.store(false, ordering: .relaxed)
        var action = sigaction()
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = { _ in Interruption.happen() }
        #elseif canImport(Glibc)
        action.__sigaction_handler.sa_handler = { _ in Interruption.happen() }
        #else
        action.__sa_handler.sa_handler = { _ in Interruption.happen() }
        #endif
        action.sa_flags = SA_RESTART
        sigaction(SIGINT, &action, nil)
    }

    /// Lets the work come to a good end after the first Ctrl-C; the second one ends it at once.
    static func deferred<Value>(_ work: () async throws(CommandFailure) -> Value) async throws(CommandFailure) -> Value {
        isDeferred.store(true, ordering: .relaxed)
        defer { isDeferred.store(false, ordering: .relaxed) }
        return try await work()
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if canImport(Darwin)
        let handler = action.__sigaction_u.__sa_handler
        #elseif canImport(Glibc)
        let handler = action.__sigaction_handler.sa_handler
        #else
        let handler = action.__sa_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func happen() {
        let isSecond = hasHappened.exchange(true, ordering: .relaxed)
        if isSecond || !isDeferred.load(ordering: .relaxed) { _exit(ExitStatus.interrupted.rawValue) }
        var sign: UInt8 = 0
        _ = write(writingEnd.load(ordering: .relaxed), &sign, 1)
    }
}
#endif
