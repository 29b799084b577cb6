import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Stops endless work cleanly on SIGTERM and SIGHUP, and on Ctrl-C while that is deferred.
final class RelayStop: Sendable {
    /// A signal source.
    ///
    /// `@unchecked Sendable`: Dispatch allows calls to its objects from any thread.
    private struct Kept: @unchecked Sendable {
        let source: any DispatchSourceProtocol
    }

    private struct State {
        var isRequested = false
        var cancel: (@Sendable () -> Void)?
        /// The active sources; a source that is released stops.
        var sources: [Kept] = []
    }

    private let state = Mutex(State())

    /// Whether a stop was requested.
    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Starts listening for signals.
    func watch() {
        for number in [SIGTERM, SIGHUP] where !Interruption.isIgnored(number) {
            #if canImport(Darwin)
            // On Darwin, the default action would end the process before Dispatch sees the signal.
            signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [weak self] in self?.request() }
            source.activate()
            keep(Kept(source: source))
        }
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
            // One signal is enough: stop listening.
            defer { state.sources = [] }
            return (state.cancel, state.sources)
        }
        for kept in sources { kept.source.cancel() }
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

    /// Sleeps, and returns early on a stop.
    func sleep(milliseconds: Int) async {
        await run {
            do {
                try await Task.sleep(for: .milliseconds(milliseconds))
            } catch {
                // Cancelled by a stop.
            }
        }
    }
}
