#if Server
import Synchronization

/// Lets each key make so many requests a minute, all at once if it likes, in fixed memory.
///
/// Each key has one cell in each of four rows, chosen by a hash with a random seed. A cell holds the time at which it is full again (the
/// generic cell rate algorithm); the key's own time is the earliest of its four cells, as in a count-min sketch. No cell is ever evicted, so
/// other keys can't make the limiter forget one. A key is refused too early only if it shares all four cells with keys that are using up
/// theirs. ADR 0036 has the numbers.
final class RateLimiter: Sendable {
    private static let rows = 4
    private static let columnBits = 16
    /// How long an unused cell takes to be full, in nanoseconds.
    private static let minute: Int64 = 60_000_000_000

    /// The time one request costs, in nanoseconds; 0 for no limit.
    private let cost: Int64
    private let now: @Sendable () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private let seed = UInt64.random(in: .min ... .max)
    private let cells: Mutex<[Int64]>

    /// - Parameter perMinute: how many requests a key has in a minute, all at once if it likes; 0 for any number.
    init(perMinute: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        cost = perMinute > 0 ? max(1, Self.minute / Int64(perMinute)) : 0
        self.now = now
        start = now()
        cells = Mutex(perMinute > 0 ? [Int64](repeating: 0, count: Self.rows << Self.columnBits) : [])
    }

    /// Counts a request of a key; gives the seconds to wait, and counts nothing, if it has none left.
    func refusal(of key: some Hashable) -> Int? { refusal(of: key, counting: true) }

    /// The seconds to wait if a key has no request left; counts nothing.
    func wait(of key: some Hashable) -> Int? { refusal(of: key, counting: false) }

    private func refusal(of key: some Hashable, counting: Bool) -> Int? {
        guard cost > 0 else { return nil }
        let time = Self.nanoseconds(now() - start)
        let places = places(of: key)
        return cells.withLock { cells in
            // safe: places(of:) gives one index for each row
            let full = places.map { cells[$0] }.min() ?? 0
            let next = max(full, time) + cost
            let excess = next - time - Self.minute
            guard excess <= 0 else { return Int((excess - 1) / 1_000_000_000) + 1 }
            if counting {
                // safe: places(of:) gives one index for each row
                for place in places { cells[place] = max(cells[place], next) }
            }
            return nil
        }
    }

    /// The key's cell in each row.
    private func places(of key: some Hashable) -> [Int] {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(key)
        let hash = UInt64(bitPattern: Int64(hasher.finalize()))
        let mask = UInt64(1) << Self.columnBits - 1
        return (0..<Self.rows).map { row in row << Self.columnBits | Int(hash >> (row * Self.columnBits) & mask) }
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
    }
}
#endif
