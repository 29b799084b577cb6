#if Server
import CargoApplication
import CargoDomain
import CoreMetrics

/// What `/metrics` says about the store: whether it is ready, and how far the relays of the configured consumers are behind.
struct StoreMetrics: Sendable {
    let kit: CargoKit
    let health: StoreHealth
    let consumers: [ConsumerName]
    let factory: any MetricsFactory

    /// Why the store can't be read now, or couldn't be written a few seconds ago; nil if it is ready.
    func failure() async -> DomainError? {
        switch await ReadEvents(kit).execute(.init(limit: 1)) {
        case .failure(let error): error
        case .success: await health.failure()
        }
    }

    /// Measures everything.
    ///
    /// If the store can't be read, the metrics of the relays keep their values.
    func update() async {
        gauge("cargo_store_ready", await failure() == nil ? 1 : 0)
        guard let partitions = kit.store.outboxPartitions else { return }
        for consumer in consumers {
            guard case .success(let backlog) = await DeliveryBacklog.measure(consumer, feed: kit.store.events, partitions: partitions)
            else { continue }
            let age = backlog.oldest.map { max(0, kit.clock.now().epochMilliseconds - $0.epochMilliseconds) } ?? 0
            gauge("cargo_relay_oldest_event_seconds", Double(age) / 1000, consumer)
            gauge("cargo_relay_dead_letters", Double(backlog.deadLetters), consumer)
            gauge("cargo_relay_retries", Double(backlog.retries), consumer)
        }
    }

    private func gauge(_ label: String, _ value: Double, _ consumer: ConsumerName? = nil) {
        let dimensions = consumer.map { [("consumer", $0.text)] } ?? []
        Recorder(label: label, dimensions: dimensions, aggregate: false, factory: factory).record(value)
    }
}
#endif
