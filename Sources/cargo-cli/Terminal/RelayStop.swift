#if CLI
import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Lets work that goes on for ever come to a good end on SIGTERM, and on Ctrl-C while that is deferred.
final class RelayStop: Sendable {
    /// A source that is kept.
    ///
    /// `@unchecked Sendable`: all of its methods may be called from any thread (Dispatch's promise of its objects).
    private struct Kept: @unchecked Sendable {
        let source: any DispatchSourceProtocol
    }

    private struct State {
        var isRequested = false
        var cancel: (@Sendable () -> Void)?
        /// Kept, or they would end.
        var sources: [Kept] = []
    }

    private let state = Mutex(State())

    /// Whether somebody wants it to stop.
    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Begins to listen to signals.
    func watch() {
        #if canImport(Darwin)
        // There, the system's own handling comes before Dispatch's.
        signal(SIGTERM, SIG_IGN)
        #endif
        let terminate = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
        terminate.setEventHandler { [weak self] in self?.request() }
        terminate.activate()
        keep(Kept(source: terminate))
        guard let descriptor = Interruption.descriptor else { return }
        let interrupt = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        interrupt.setEventHandler { [weak self] in self?.request() }
        interrupt.activate()
        keep(Kept(source: interrupt))
    }

    private func keep(_ source: Kept) { state.withLock { $0.sources.append(source) } }

    private func request() {
        let (cancel, sources) = state.withLock { state in
            state.isRequested = true
            // What was heard once is heard for ever.
            defer { state.sources = [] }
            return (state.cancel, state.sources)
        }
        for kept in sources { kept.source.cancel() }
        cancel?()
    }

    /// Does work in a task that is cancelled when it is to stop; the work itself decides how soon it ends.
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

    /// Sleeps, or not for long where it is to stop.
    func sleep(milliseconds: Int) async {
        await run {
            do {
                try await Task.sleep(for: .milliseconds(milliseconds))
            } catch {
                // Told to stop.
            }
        }
    }
}
#endif
