import InMemoryTracing
import Testing
import Tracing

@testable import CargoServer

/// The spans that a tracer records of the service.
struct TracingTests {
    /// The tracer of this process.
    private static let tracer = {
        let tracer = InMemoryTracer()
        InstrumentationSystem.bootstrap(tracer)
        return tracer
    }()

    @Test func `with a tracer, each request is a span named after its route`() async throws {
        let tracer = Self.tracer
        try await TestService.run { service in _ = try await service.send("GET", "/v1/cargos/TRACED-1") }
        let names = tracer.finishedSpans.compactMap { span -> String? in
            guard case .string("/v1/cargos/TRACED-1") = span.attributes["url.path"]?.toSpanAttribute() else { return nil }
            return span.operationName
        }
        #expect(names == ["/v1/cargos/{trackingId}"])
    }
}
