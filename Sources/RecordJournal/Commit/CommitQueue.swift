import Dispatch
import Synchronization

/// The commits that wait for the writer, the jobs that run between two batches, and the dispatch queue that the writer runs on.
final class CommitQueue: Sendable {
    /// Work with the writer's files between two batches.
    typealias Job = @Sendable (JournalEngine, inout JournalEngine.WriterFiles) -> Void

    private struct State {
        var pending: [QueuedCommit] = []
        /// The number of commits that the writer is waiting for.
        ///
        /// The commit that reaches it signals `arrival`.
        var awaited: Int?
        var isDraining = false
        var jobs: [Job] = []
        /// The number of commits in the last batch, and its duration in nanoseconds.
        var lastBatch = (count: 0, time: 0)
    }

    let dispatchQueue = DispatchQueue(label: "cargo-kit.journal")
    /// Signalled when as many commits wait as the writer is waiting for.
    private let arrival = DispatchSemaphore(value: 0)
    private let state = Mutex(State())

    /// Whether no commit waits.
    var isEmpty: Bool { state.withLock { $0.pending.isEmpty } }
    /// The number of commits that wait.
    var count: Int { state.withLock { $0.pending.count } }

    /// Adds commits.
    ///
    /// Returns whether the caller must start the writer, because it isn't running.
    func add(_ commits: some Collection<QueuedCommit>) -> Bool {
        state.withLock { state in
            state.pending.append(contentsOf: commits)
            if let awaited = state.awaited, state.pending.count >= awaited {
                state.awaited = nil
                arrival.signal()
            }
            defer { state.isDraining = true }
            return !state.isDraining
        }
    }

    /// Ends the writer's run if no commit waits.
    ///
    /// Returns whether it has ended.
    func endDraining() -> Bool {
        state.withLock { state in
            if state.pending.isEmpty { state.isDraining = false }
            return !state.isDraining
        }
    }

    /// Takes the first `count` waiting commits, or all of them.
    /// - Parameter expected: how many commits to make room for in the emptied queue.
    func take(_ count: Int?, expecting expected: Int = 0) -> [QueuedCommit] {
        var empty: [QueuedCommit] = []
        empty.reserveCapacity(expected)
        return state.withLock { [empty] state in
            guard let count, count < state.pending.count else {
                let taken = state.pending
                state.pending = empty
                return taken
            }
            let taken = Array(state.pending.prefix(count))
            state.pending.removeFirst(count)
            return taken
        }
    }

    /// Notes how many commits the last batch had, and how long it took in nanoseconds.
    func noteBatch(of count: Int, time: Int) { state.withLock { $0.lastBatch = (count, time) } }

    /// Gives the callers of the last batch time to submit their next commits.
    ///
    /// On a slow disk, a batch that starts with the first of them makes all the others wait for two syncs.
    func awaitReturning() {
        let time: Int? = state.withLock { state in
            let last = state.lastBatch
            guard last.count > 1, state.pending.count < last.count else { return nil }
            state.awaited = last.count
            return last.time
        }
        guard let time, arrival.wait(timeout: .now() + .nanoseconds(time / 8)) == .timedOut else { return }
        // The signal arrived after the timeout; consume it so that it doesn't end a later wait.
        if state.withLock({ $0.awaited.take() }) == nil { arrival.wait() }
    }

    /// Adds a job to run between two batches.
    func add(_ job: @escaping Job) { state.withLock { $0.jobs.append(job) } }

    /// Takes the first job.
    func nextJob() -> Job? { state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() } }
}
