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
    /// How many requests a key may make in a period; 0 for no limit.
    private let maximum: Int
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
        self.maximum = maximum
        self.now = now
        start = now()
        cells = Mutex([])
    }

    /// What a key may do within the period, and what is left of it.
    struct Quota: Sendable {
        /// Requests in a period.
        let maximum: Int
        /// The period, in seconds.
        let seconds: Int
        /// Requests that are left now.
        let remaining: Int
        /// The seconds until nothing is used up any more.
        let reset: Int
        /// The seconds to wait if no request is left; nil if the request was counted.
        let wait: Int?
    }

    /// Counts a request.
    ///
    /// If the key has no request left, returns the seconds to wait and counts nothing.
    func refusal(of key: some Hashable) -> Int? { count(key)?.wait }

    /// Counts a request, if the key has one left; nil if there is no limit.
    /// - Parameter own: how many requests this key may make in the period, if it isn't as many as all others; 0 for no limit.
    func count(_ key: some Hashable, own: Int? = nil) -> Quota? { count(key, own, counting: true) }

    /// The seconds to wait if the key has no request left; nil if it has one.
    ///
    /// Counts nothing.
    func wait(of key: some Hashable) -> Int? { count(key, nil, counting: false)?.wait }

    private func count(_ key: some Hashable, _ own: Int?, counting: Bool) -> Quota? {
        let maximum = own ?? maximum
        guard maximum > 0 else { return nil }
        let cost = max(1, period / Int64(maximum))
        let time = (now() - start).nanoseconds
        let hash = hash(of: key)
        return cells.withLock { cells in
            // Many services have limiters that count nobody.
            if cells.isEmpty { cells = [Int64](repeating: 0, count: Self.rows << Self.columnBits) }
            var full = Int64.max
            // safe: place(of:in:) is an index of a cell
            for row in 0..<Self.rows { full = min(full, cells[Self.place(of: hash, in: row)]) }
            let next = max(full, time) + cost
            let excess = next - time - period
            func quota(_ used: Int64, wait: Int?) -> Quota {
                let reset = Self.seconds(used)
                return Quota(
                    maximum: maximum,
                    seconds: Self.seconds(period),
                    remaining: Int((period - used) / cost),
                    reset: reset,
                    wait: wait
                )
            }
            guard excess <= 0 else { return quota(min(period, max(full, time) - time), wait: Self.seconds(excess)) }
            guard counting else { return quota(max(full, time) - time, wait: nil) }
            for row in 0..<Self.rows {
                let place = Self.place(of: hash, in: row)
                // safe: place(of:in:) is an index of a cell
                cells[place] = max(cells[place], next)
            }
            return quota(next - time, wait: nil)
        }
    }

    /// Whole seconds, rounded up.
    private static func seconds(_ nanoseconds: Int64) -> Int { Int((nanoseconds + 999_999_999) / 1_000_000_000) }

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
