import Dispatch
import Synchronization

/// A set of chunks that idle threads check in parallel; the requesting thread checks whatever they haven't claimed.
///
/// The requesting thread never waits for work that hasn't started, so it may itself run on the queue that the helpers need.
final class ChunkRound: Sendable {
    private let work: [(chunk: CheckedChunk, range: Range<Int>)]
    private let check: @Sendable (CheckedChunk, Range<Int>) -> Void
    private let next = Mutex(0)
    /// Signalled once for each chunk that a helper has checked.
    private let helped = DispatchSemaphore(value: 0)

    init(_ work: [(chunk: CheckedChunk, range: Range<Int>)], helpers: Int, check: @escaping @Sendable (CheckedChunk, Range<Int>) -> Void) {
        self.work = work
        self.check = check
        for _ in 0..<min(helpers, work.count) { DispatchQueue.global().async { self.help() } }
    }

    /// Checks the unclaimed chunks, waits for the helpers, and returns all chunks in order.
    func finish() -> [CheckedChunk] {
        var own = 0
        while let place = claim() {
            check(work[place].chunk, work[place].range)
            own += 1
        }
        for _ in own..<work.count { helped.wait() }
        return work.map(\.chunk)
    }

    private func help() {
        while let place = claim() {
            check(work[place].chunk, work[place].range)
            helped.signal()
        }
    }

    private func claim() -> Int? {
        next.withLock { next in
            if next == work.count { return nil }
            next += 1
            return next - 1
        }
    }
}
