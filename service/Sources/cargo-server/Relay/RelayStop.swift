import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Stops endless work cleanly on SIGTERM, SIGHUP and Ctrl-C; a second Ctrl-C ends the process at once.
final class RelayStop: Sendable {
    /// A signal source.
    ///
    /// `@unchecked Sendable`: Dispatch allows calls to its objects from any thread.
    private struct Kept: @unchecked Sendable {
        let source: any DispatchSourceProtocol
    }

    private struct State {
        var isRequested = false
        var isInterrupted = false
        var cancel: (@Sendable () -> Void)?
        /// The active sources; a source that is released stops.
        var sources: [Kept] = []
    }

    private let state = Mutex(State())

    /// Whether a stop was requested.
    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Whether Ctrl-C requested the stop.
    var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    /// Starts listening for signals, except those that the parent process has ignored, as a shell does for background jobs.
    func watch() {
        for number in [SIGTERM, SIGHUP, SIGINT] where !Self.isIgnored(number) {
            #if canImport(Darwin)
            // On Darwin, the default action would end the process before Dispatch sees the signal.
            signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [weak self] in self?.request(number) }
            source.activate()
            keep(Kept(source: source))
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_IGN)
        signal(number, handler)
        // safe: a function pointer has the size of an Int
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private func keep(_ source: Kept) { state.withLock { $0.sources.append(source) } }

    private func request(_ number: Int32) {
        let cancel = state.withLock { state in
            if number == SIGINT, state.isInterrupted { _exit(130) }
            state.isRequested = true
            state.isInterrupted = state.isInterrupted || number == SIGINT
            return state.cancel
        }
        cancel?()
    }

    /// Runs work in a task that a stop cancels; the work decides how soon it ends.
    func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task { await work() }
        let isLate = state.withLock { state in
            state.cancel = { task.cancel() }
            return state.isRequested
        }
        if isLate { task.cancel() }
        let value = await task.value
        state.withLock { $0.cancel = nil }
        return value
    }
}
