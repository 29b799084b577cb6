public import CoreMetrics
import Synchronization

/// Collects metrics for Prometheus: a factory for swift-metrics, and the text that Prometheus scrapes.
///
/// Counters become counters, recorders and meters become gauges with the last value, timers and aggregating recorders become histograms.
public final class PrometheusRegistry: MetricsFactory {
    struct Key: Hashable {
        let label: String
        let dimensions: [String]
    }

    private let handlers = Mutex<[Key: PrometheusHandler]>([:])

    /// Creates an empty registry.
    public init() {}

    private func handler(_ label: String, _ dimensions: [(String, String)], _ kind: PrometheusHandler.Kind) -> PrometheusHandler {
        let key = Key(label: label, dimensions: dimensions.map { "\(Self.name($0.0))=\"\(Self.escaped($0.1))\"" })
        return handlers.withLock { handlers in
            if let handler = handlers[key] { return handler }
            let handler = PrometheusHandler(kind)
            handlers[key] = handler
            return handler
        }
    }

    /// Returns the counter with this label and these dimensions.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { handler(label, dimensions, .counter) }

    /// Returns the recorder with this label and these dimensions.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        handler(label, dimensions, aggregate ? .histogram : .gauge)
    }

    /// Returns the timer with this label and these dimensions.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { handler(label, dimensions, .histogram) }

    /// Does nothing: a counter continues from its last value.
    public func destroyCounter(_ handler: any CounterHandler) {}

    /// Forgets a recorder and its values.
    public func destroyRecorder(_ handler: any RecorderHandler) {
        handlers.withLock { handlers in
            guard let key = handlers.first(where: { $0.value === handler })?.key else { return }
            handlers[key] = nil
        }
    }

    /// Does nothing: a timer keeps its values.
    public func destroyTimer(_ handler: any TimerHandler) {}

    /// The metrics in the text format 0.0.4 of Prometheus.
    public var text: String {
        let all = handlers.withLock { $0 }
        var text = ""
        for (label, entries) in Dictionary(grouping: all, by: { $0.key.label }).sorted(by: { $0.key < $1.key }) {
            let name = Self.name(label)
            guard let kind = entries.first?.value.kind else { continue }
            text += "# TYPE \(kind == .counter ? name + "_total" : name) \(kind.rawValue)\n"
            for (key, handler) in entries.sorted(by: { $0.key.dimensions.joined() < $1.key.dimensions.joined() }) {
                handler.write(name, key.dimensions, to: &text)
            }
        }
        return text
    }

    private static func name(_ label: String) -> String {
        String(
            String.UnicodeScalarView(
                label.unicodeScalars.map { $0.properties.isAlphabetic && $0.isASCII || ("0"..."9").contains($0) ? $0 : "_" }
            )
        )
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

/// One time series.
final class PrometheusHandler: CounterHandler, RecorderHandler, TimerHandler {
    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    /// The upper bounds of the histogram's buckets, in seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

    let kind: Kind
    private let state = Mutex(State())

    private struct State {
        var count: Int64 = 0
        var sum = 0.0
        var buckets = [Int64](repeating: 0, count: PrometheusHandler.bounds.count)
    }

    init(_ kind: Kind) { self.kind = kind }

    func increment(by amount: Int64) { state.withLock { $0.count &+= amount } }

    func reset() { state.withLock { $0 = State() } }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        state.withLock { state in
            state.count += 1
            guard kind == .histogram else {
                state.sum = value
                return
            }
            state.sum += value
            if let index = Self.bounds.firstIndex(where: { value <= $0 }) { state.buckets[index] += 1 }
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func write(_ name: String, _ dimensions: [String], to text: inout String) {
        let state = state.withLock { $0 }
        let labels = dimensions.isEmpty ? "" : "{" + dimensions.joined(separator: ",") + "}"
        switch kind {
        case .counter: text += "\(name)_total\(labels) \(state.count)\n"
        case .gauge: text += "\(name)\(labels) \(state.sum)\n"
        case .histogram:
            var sum: Int64 = 0
            for (bound, count) in zip(Self.bounds, state.buckets) {
                sum += count
                text += "\(name)_bucket{\((dimensions + ["le=\"\(bound)\""]).joined(separator: ","))} \(sum)\n"
            }
            text += "\(name)_bucket{\((dimensions + ["le=\"+Inf\""]).joined(separator: ","))} \(state.count)\n"
            text += "\(name)_sum\(labels) \(state.sum)\n\(name)_count\(labels) \(state.count)\n"
        }
    }
}
