import Hummingbird
import CoreMetrics
import Synchronization

/// Counts and times the requests per route.
final class RequestMetrics: Sendable {
    private struct Key: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    private let factory: any MetricsFactory
    private let series = Mutex<[Key: (Counter, Timer)]>([:])

    init(_ factory: any MetricsFactory) { self.factory = factory }

    func record(_ method: HTTPRequest.Method, _ route: String, _ status: Int, _ time: Duration) {
        // Unknown methods share one series, so callers can't create series at will.
        let name = Self.known.contains(method) ? method.rawValue : "other"
        let (counter, timer) = series.withLock { series in
            let key = Key(method: name, route: route, status: status)
            if let found = series[key] { return found }
            let dimensions = [("method", name), ("route", route), ("status", String(status))]
            let made = (
                Counter(label: "http_requests", dimensions: dimensions, factory: factory),
                Timer(label: "http_request_seconds", dimensions: [("route", route)], factory: factory)
            )
            series[key] = made
            return made
        }
        counter.increment()
        timer.recordNanoseconds(time.nanoseconds)
    }

    private static let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .delete, .patch, .options]
}
