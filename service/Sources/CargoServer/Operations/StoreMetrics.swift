import CargoApplication
import CargoDomain
import CoreMetrics
import Synchronization

/// What `/metrics` says about the store: whether it is ready, and how far the relays of the configured consumers are behind.
struct StoreMetrics: Sendable {
    let kit: CargoKit
    let health: StoreHealth
    let consumers: [ConsumerName]
    let factory: any MetricsFactory
    private let named = NamedSeries()
    private let carriers = NamedSeries()
    private let reading: SharedCheck

    init(
        kit: CargoKit,
        health: StoreHealth,
        consumers: [ConsumerName],
        factory: any MetricsFactory,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.kit = kit
        self.health = health
        self.consumers = consumers
        self.factory = factory
        reading = SharedCheck(keeping: .seconds(1), now: now) {
            switch await ReadEvents(kit).execute(.init(limit: 1)) {
            case .failure(let error): error
            case .success: nil
            }
        }
    }

    /// Why the store couldn't be read within the last second, or written a few seconds ago; nil if it is ready.
    func failure() async -> DomainError? {
        if let error = await reading.failure() { return error }
        return await health.failure()
    }

    /// Measures everything.
    ///
    /// If the store can't be read, the metrics of the relays keep their values.
    func update() async {
        gauge("cargo_store_ready", await failure() == nil ? 1 : 0)
        await updateSubscriptions()
        await updateCarrierEvents()
        guard let partitions = kit.store.outboxPartitions else { return }
        for consumer in consumers {
            guard case .success(let backlog) = await DeliveryBacklog.measure(consumer, feed: kit.store.events, partitions: partitions)
            else { continue }
            let age = backlog.oldest.map { max(0, kit.clock.now().epochMilliseconds - $0.epochMilliseconds) } ?? 0
            gauge("cargo_relay_oldest_event_seconds", Double(age) / 1000, [("consumer", consumer.text)])
            gauge("cargo_relay_dead_letters", Double(backlog.deadLetters), [("consumer", consumer.text)])
            gauge("cargo_relay_retries", Double(backlog.retries), [("consumer", consumer.text)])
        }
    }

    /// Counts the subscriptions by state, and names those whose deliveries fail.
    private func updateSubscriptions() async {
        guard case .success(let desk) = Result(catching: { () throws(DomainError) in try ManageSubscriptions(kit) }),
            case .success(let subscriptions) = await desk.list()
        else { return }
        let active = subscriptions.count { $0.state == .active }
        gauge("cargo_subscriptions", Double(active), [("state", "active")])
        gauge("cargo_subscriptions", Double(subscriptions.count - active), [("state", "paused")])
        var failing: [String: Double] = [:]
        for subscription in subscriptions {
            guard case .success(let progress?) = await desk.progress(of: subscription.id), let since = progress.failingSince else {
                continue
            }
            failing[subscription.id.text] = Double(max(0, kit.clock.now().epochMilliseconds - since.epochMilliseconds)) / 1000
        }
        let (kept, gone) = named.update(failing.keys, of: subscriptions.map(\.id.text))
        for id in kept { gauge("cargo_subscription_failing_seconds", failing[id] ?? 0, [("subscription", id)]) }
        for id in gone { factory.destroyRecorder(recorder("cargo_subscription_failing_seconds", [("subscription", id)])) }
    }

    /// Counts the carriers' events that wait, by carrier; up to `maximumCarrierEvents` in all, so that a scrape stays cheap.
    private func updateCarrierEvents() async {
        guard let events = kit.store.carrierEvents else { return }
        let limit = PageLimit.range.upperBound
        var counts: [String: Int] = [:]
        var last: CarrierEventId?
        for _ in 0..<Self.maximumCarrierEvents / limit {
            guard case .success(let ids) = await events.ids(.open, of: nil, after: last, limit: limit) else { return }
            for id in ids { counts[id.carrier, default: 0] += 1 }
            last = ids.last
            if ids.count < limit { break }
        }
        // A carrier whose last event was settled goes back to 0.
        let (named, _) = carriers.update(counts.keys, of: nil)
        for name in named { gauge("cargo_carrier_events_open", Double(counts[name] ?? 0), [("carrier", name)]) }
    }

    /// The most events that are counted: those of ten carriers that have as many as they usually can.
    private static let maximumCarrierEvents = 10 * CarrierEventDesk.maximumOpen

    private func gauge(_ label: String, _ value: Double, _ dimensions: [(String, String)] = []) {
        recorder(label, dimensions).record(value)
    }

    private func recorder(_ label: String, _ dimensions: [(String, String)]) -> any RecorderHandler {
        factory.makeRecorder(label: label, dimensions: dimensions, aggregate: false)
    }
}

/// The subscriptions or carriers that the metrics have named, whose value goes back to 0, and isn't shown once they are removed.
private final class NamedSeries: Sendable {
    private let ids = Mutex<Set<String>>([])

    /// Returns all ids that were ever added and still exist, and those that don't exist any more since the last call.
    /// - Parameter existing: the ids that exist; nil if they never cease to.
    func update(_ new: some Sequence<String>, of existing: [String]?) -> (kept: Set<String>, gone: Set<String>) {
        ids.withLock { ids in
            let gone = existing.map { ids.subtracting($0) } ?? []
            ids = ids.subtracting(gone).union(new)
            return (ids, gone)
        }
    }
}
