#if Server
import Synchronization

/// A bucket of requests for each address, filled again at a steady rate.
///
/// Its memory is bounded: where too many addresses are known, those whose bucket is full are forgotten, and then all.
final class RateLimiter: Sendable {
    private struct Bucket {
        var level: Double
        var filled: ContinuousClock.Instant
    }

    private static let mostAddresses = 20_000

    private let perMinute: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let buckets = Mutex<[String: Bucket]>([:])

    /// - Parameter perMinute: how many requests an address has in a minute, all at once if it likes; 0 for any number.
    init(perMinute: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.perMinute = perMinute
        self.now = now
    }

    /// Takes a request from an address's bucket; gives the seconds until there is another one where it is empty.
    func refusal(of address: String) -> Int? {
        guard perMinute > 0 else { return nil }
        let now = now()
        let rate = Double(perMinute) / 60
        return buckets.withLock { buckets in
            if buckets.count >= Self.mostAddresses, buckets[address] == nil { Self.forget(&buckets, now, rate, Double(perMinute)) }
            var bucket = buckets[address] ?? Bucket(level: Double(perMinute), filled: now)
            bucket.level = min(Double(perMinute), bucket.level + Self.seconds(now - bucket.filled) * rate)
            bucket.filled = now
            let isEmpty = bucket.level < 1
            if !isEmpty { bucket.level -= 1 }
            buckets[address] = bucket
            return isEmpty ? Int(((1 - bucket.level) / rate).rounded(.up)) : nil
        }
    }

    private static func forget(_ buckets: inout [String: Bucket], _ now: ContinuousClock.Instant, _ rate: Double, _ full: Double) {
        buckets = buckets.filter { $0.value.level + seconds(now - $0.value.filled) * rate < full }
        if buckets.count >= mostAddresses { buckets = [:] }
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
}
#endif
