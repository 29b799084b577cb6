#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@testable import CargoServer

/// What those who run the service learn of it.
struct HealthTests {
    @Test func `alive and ready`() async throws {
        try await TestService.run { service in
            let seen4 = try await service.send("GET", "/livez", as: nil).text
            #expect(seen4 == "alive\n")
            let seen5 = try await service.send("GET", "/readyz", as: nil).text
            #expect(seen5 == "ready\n")
        }
    }

    @Test func `a store that refuses a save makes the service unready until one goes through`() async {
        let health = StoreHealth { nil }
        health.learn(from: Problem(.technical(.storeFull)))
        #expect(await health.failure()?.code == .storeFull)
        health.learn(from: Problem(.rule(.deadlineNotInFuture)))
        #expect(await health.failure()?.code == .storeFull)
        health.learn(from: nil)
        #expect(await health.failure() == nil)
        #expect(await StoreHealth { .technical(.storeUnavailable) }.failure()?.code == .storeUnavailable)
    }

    @Test func `requests are counted by route, never by path`() async throws {
        try await TestService.run { service in
            _ = try await service.send("GET", "/v1/cargos/SECRET99")
            _ = try await service.send("PROPFIND", "/x")
            let text = try await service.send("GET", "/metrics", as: TestService.admin).text
            #expect(text.contains(#"http_requests_total{method="GET",route="/v1/cargos/{trackingId}",status="404"} 1"#))
            #expect(text.contains(#"http_requests_total{method="other",route="none",status="404"} 1"#))
            #expect(!text.contains("SECRET99"))
        }
    }
}
#endif
