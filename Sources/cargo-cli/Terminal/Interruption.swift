import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Ctrl-C: ends the process with status 130; while deferred, lets the running work finish its current row first.
enum Interruption {
    // Lock-free atomics: a signal handler may use them.
    private static let isDeferred = Atomic<Bool>(false)
    private static let hasHappened = Atomic<Bool>(false)
    private static let readingEnd = Atomic<Int32>(-1)
    private static let writingEnd = Atomic<Int32>(-1)

    /// Whether Ctrl-C was pressed.
    static var isRequested: Bool { hasHappened.load(ordering: .relaxed) }

    /// Becomes readable when Ctrl-C is pressed, so that code that waits for input can wait for that, too; nil before `watch()`.
    static var descriptor: Int32? {
        let descriptor = readingEnd.load(ordering: .relaxed)
        return descriptor < 0 ? nil : descriptor
    }

    /// Handles SIGINT, unless the parent process has it ignored, as a shell does for background jobs.
    static func watch() {
        guard !isIgnored(SIGINT) else { return }
        // A multi-threaded parent may have left the signal blocked.
        var interrupt = sigset_t()
        sigemptyset(&interrupt)
        sigaddset(&interrupt, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
        // Initialise the globals now: a signal handler must not be the first to touch them.
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

    /// Runs work that ends by itself after a first Ctrl-C; a second one ends the process at once.
    static func deferred<Value>(_ work: () async throws(CommandFailure) -> Value) async throws(CommandFailure) -> Value {
        isDeferred.store(true, ordering: .relaxed)
        defer { isDeferred.store(false, ordering: .relaxed) }
        return try await work()
    }

    /// Whether the parent process has a signal ignored.
    static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_IGN)
        signal(number, handler)
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func happen() {
        let isSecond = hasHappened.exchange(true, ordering: .relaxed)
        if isSecond || !isDeferred.load(ordering: .relaxed) { _exit(ExitStatus.interrupted.rawValue) }
        var sign: UInt8 = 0
        _ = write(writingEnd.load(ordering: .relaxed), &sign, 1)
    }
}
