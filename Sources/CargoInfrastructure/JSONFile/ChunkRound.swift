import Dispatch
import Synchronization

/// Some pieces of a segment that are checked by whoever has a processor to spare, and by the thread that wants them if nobody has.
///
/// That thread never waits for work that has not begun, so that it may itself be one of those that others wait for.
final class ChunkRound: Sendable {
    private let work: [(chunk: CheckedChunk, range: Range<Int>)]
    private let check: @Sendable (CheckedChunk, Range<Int>) -> Void
    private let next = Mutex(0)
    /// Signalled for each piece that a helper has checked.
    private let helped = DispatchSemaphore(value: 0)

    init(_ work: [(chunk: CheckedChunk, range: Range<Int>)], helpers: Int, check: @escaping @Sendable (CheckedChunk, Range<Int>) -> Void) {
        self.work = work
        self.check = check
        for _ in 0..<min(helpers, work.count) { DispatchQueue.global().async { self.help() } }
    }

    /// Checks what nobody else does, waits for the others, and gives the pieces in order.
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
