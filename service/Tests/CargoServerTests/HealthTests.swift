import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Foundation
import Synchronization
import Testing

@testable import CargoServer

/// What the service reports to operators.
struct HealthTests {
    @Test func `a new service is alive and ready`() async throws {
        try await TestService.run { service in
            let seen4 = try await service.send("GET", "/livez", as: nil).text
            #expect(seen4 == "alive\n")
            let seen5 = try await service.send("GET", "/readyz", as: nil).text
            #expect(seen5 == "ready\n")
        }
    }

    @Test func `a failed save makes the service unready for a few seconds`() async {
        let now = Mutex(ContinuousClock.now)
        let health = StoreHealth(now: { now.withLock { $0 } }) { nil }
        health.learn(from: Problem(.technical(.storeFull)))
        #expect(await health.failure()?.code == .storeFull)
        now.withLock { $0 += StoreHealth.lifetime - .milliseconds(1) }
        #expect(await health.failure()?.code == .storeFull)
        now.withLock { $0 += .milliseconds(1) }
        #expect(await health.failure() == nil)
    }

    @Test func `only store failures affect readiness, and requests don't clear them`() async {
        let health = StoreHealth { nil }
        for problem in [Problem(.rule(.deadlineNotInFuture)), Problem(.internalError), Problem(.tokenInvalid), Problem(.requestTimeout)] {
            health.learn(from: problem)
            #expect(await health.failure() == nil)
        }
        let refused = StoreHealth { nil }
        refused.learn(from: Problem(.technical(.storeUnavailable)))
        // A sign-in with a wrong token gets a page, not a problem.
        refused.learn(from: nil)
        #expect(await refused.failure()?.code == .storeUnavailable)
    }

    @Test func `the store is checked again after a few seconds, once for all concurrent callers`() async {
        let now = Mutex(ContinuousClock.now)
        let checks = Mutex(0)
        let answer = Mutex<DomainError?>(.technical(.storeUnavailable))
        let health = StoreHealth(now: { now.withLock { $0 } }) {
            checks.withLock { $0 += 1 }
            return answer.withLock { $0 }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { #expect(await health.failure()?.code == .storeUnavailable) } }
        }
        #expect(checks.withLock { $0 } == 1)
        answer.withLock { $0 = nil }
        now.withLock { $0 += StoreHealth.lifetime }
        #expect(await health.failure() == nil)
        #expect(await health.failure() == nil)
        #expect(checks.withLock { $0 } == 2)
    }

    @Test func `the store is read at most once a second, however many ask whether it is ready`() async throws {
        let now = Mutex(ContinuousClock.now)
        let feed = CountingFeed()
        let metrics = StoreMetrics(
            kit: feed.counting(InMemoryStore()),
            health: StoreHealth { nil },
            consumers: [],
            factory: PrometheusRegistry(),
            now: { now.withLock { $0 } }
        )
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { #expect(await metrics.failure() == nil) } }
        }
        #expect(feed.reads == 1)
        now.withLock { $0 += .milliseconds(999) }
        #expect(await metrics.failure() == nil)
        #expect(feed.reads == 1)
        now.withLock { $0 += .milliseconds(1) }
        #expect(await metrics.failure() == nil)
        #expect(feed.reads == 2)
    }

    @Test func `a directory is checked by writing to it`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)")
        #expect(await DirectoryCheck.failure(of: directory.path + "/made/later") == nil)
        #expect(await DirectoryCheck.failure(of: "/dev/null/store")?.code == .storeUnavailable)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        #expect(await DirectoryCheck.failure(of: directory.path) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
        // A link that someone planted isn't followed.
        let file = directory.path + "/precious"
        try "precious".write(toFile: file, atomically: false, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: directory.path + "/.writable-\(getpid())", withDestinationPath: file)
        #expect(await DirectoryCheck.failure(of: directory.path) == nil)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
        #if os(Linux)
        // Every write to this device fails, as on a full disk.
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        #expect(DirectoryCheck.failure(writingTo: full)?.code == .storeFull)
        #endif
    }

    @Test func `requests are counted by route, not by path`() async throws {
        try await TestService.run { service in
            _ = try await service.send("GET", "/v1/cargos/SECRET99")
            _ = try await service.send("PROPFIND", "/x")
            let text = try await service.send("GET", "/metrics", as: TestService.admin).text
            #expect(text.contains(#"http_requests_total{method="GET",route="/v1/cargos/{trackingId}",status="404"} 1"#))
            #expect(text.contains(#"http_requests_total{method="other",route="none",status="404"} 1"#))
            #expect(!text.contains("SECRET99"))
        }
    }

    @Test func `the metrics say whether the store is ready, and how far the relays of the named consumers are behind`() async throws {
        var settings = TestService.settings
        settings.reportedConsumers = [try ConsumerName("webhook"), try ConsumerName("other")]
        try await TestService.run(settings) { service in
            try await service.store.cargos.save(.stub()).get()
            let held = try HeldAggregate(aggregate: "Cargo:ABC123", sequences: [1], attempts: 12, notBefore: nil, reason: "refused")
            let partitions = try #require(service.store.outboxPartitions)
            for number in 0..<OutboxPartition.count {
                let partition = try OutboxPartition(number: number, version: 0, position: 1, lease: nil, held: number == 0 ? [held] : [])
                #expect(try await partitions.save(partition, of: try ConsumerName("webhook")).get())
            }
            try #require(service.store.clock as? FixedClock).advance(by: .seconds(90))
            let lines = try await service.send("GET", "/metrics", as: TestService.scraper).text.split(separator: "\n")
            for line in [
                "# TYPE cargo_store_ready gauge", "cargo_store_ready 1.0", #"cargo_relay_dead_letters{consumer="webhook"} 1.0"#,
                #"cargo_relay_dead_letters{consumer="other"} 0.0"#, #"cargo_relay_retries{consumer="webhook"} 0.0"#,
                #"cargo_relay_oldest_event_seconds{consumer="webhook"} 0.0"#, #"cargo_relay_oldest_event_seconds{consumer="other"} 90.0"#,
            ] {
                #expect(lines.contains(Substring(line)), "\(line)")
            }
        }
    }

    @Test func `the metrics say that a store that fails isn't ready`() async throws {
        let kit: @Sendable (InMemoryStore) -> CargoKit = { store in
            CargoKit(store: store.replacing(events: FailingFeed()), clock: store.clock)
        }
        try await TestService.run(over: kit) { service in
            let text = try await service.send("GET", "/metrics", as: TestService.scraper).text
            #expect(text.contains("\ncargo_store_ready 0.0\n"))
        }
    }

    private struct FailingFeed: DomainEventFeed {
        func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
            .failure(.technical(.storeUnavailable))
        }
    }
}
