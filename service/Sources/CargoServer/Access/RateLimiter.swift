import Synchronization

/// Limits how many requests each key may make per minute, or per day, in a fixed amount of memory.
///
/// A key may spend its whole allowance in one burst.
///
/// Each key has one cell in each of four rows, chosen by a hash with a random seed. A cell stores the time at which its allowance is full
/// again (the generic cell rate algorithm). The key's own time is the earliest of its four cells, as in a count-min sketch. No cell is ever
/// evicted, so other keys can't make the limiter forget one. A key is rejected too early only if it shares all four cells with keys that
/// are using up their allowance. See docs/design/service.md for the numbers.
final class RateLimiter: Sendable {
    private static let rows = 4
    private static let columnBits = 16

    /// How long an empty allowance takes to refill, in nanoseconds.
    private let period: Int64
    /// The share of the period that one request costs, in nanoseconds; 0 for no limit.
    private let cost: Int64
    private let now: @Sendable () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private let seed = UInt64.random(in: .min ... .max)
    private let cells: Mutex<[Int64]>

    /// - Parameter perMinute: how many requests a key may make per minute, also in one burst; 0 for no limit.
    convenience init(perMinute: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.init(perMinute, in: .seconds(60), now: now)
    }

    /// - Parameter perDay: how many requests a key may make per day, also in one burst; 0 for no limit.
    convenience init(perDay: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.init(perDay, in: .seconds(86_400), now: now)
    }

    private init(_ maximum: Int, in period: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.period = period.nanoseconds
        cost = maximum > 0 ? max(1, self.period / Int64(maximum)) : 0
        self.now = now
        start = now()
        cells = Mutex(maximum > 0 ? [Int64](repeating: 0, count: Self.rows << Self.columnBits) : [])
    }

    /// Counts a request.
    ///
    /// If the key has no request left, returns the seconds to wait and counts nothing.
    func refusal(of key: some Hashable) -> Int? { refusal(of: key, counting: true) }

    /// The seconds to wait if the key has no request left; nil if it has one.
    ///
    /// Counts nothing.
    func wait(of key: some Hashable) -> Int? { refusal(of: key, counting: false) }

    private func refusal(of key: some Hashable, counting: Bool) -> Int? {
        guard cost > 0 else { return nil }
        let time = (now() - start).nanoseconds
        let hash = hash(of: key)
        return cells.withLock { cells in
            var full = Int64.max
            // safe: place(of:in:) is an index of a cell
            for row in 0..<Self.rows { full = min(full, cells[Self.place(of: hash, in: row)]) }
            let next = max(full, time) + cost
            let excess = next - time - period
            guard excess <= 0 else { return Int((excess - 1) / 1_000_000_000) + 1 }
            guard counting else { return nil }
            for row in 0..<Self.rows {
                let place = Self.place(of: hash, in: row)
                // safe: place(of:in:) is an index of a cell
                cells[place] = max(cells[place], next)
            }
            return nil
        }
    }

    private func hash(of key: some Hashable) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(key)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// The index of the key's cell in a row.
    private static func place(of hash: UInt64, in row: Int) -> Int {
        let mask = UInt64(1) << columnBits - 1
        return row << columnBits | Int(hash >> (row * columnBits) & mask)
    }
}
