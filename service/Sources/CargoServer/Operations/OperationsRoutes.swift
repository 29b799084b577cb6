import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoWire
import Hummingbird
import Synchronization

/// The routes for operators: health, metrics and the API description.
struct OperationsRoutes: Sendable {
    let store: StoreMetrics
    let metrics: PrometheusRegistry

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .get,
                "/livez",
                .everybody,
                Operation(
                    .operations,
                    "live",
                    "Check that the process is alive",
                    .reply(200, "The process is alive.", [(.text, .text())]),
                    problems: .only([])
                ),
                promptly: { _ in Self.alive }
            ) { _ in Self.alive.response },
            HTTPRoute(
                .get,
                "/readyz",
                .everybody,
                Operation(
                    .operations,
                    "ready",
                    "Check that the store can be read and written",
                    .reply(200, "The store can be read and written.", [(.text, .text())]),
                    problems: .only([503])
                ),
                ready
            ),
            HTTPRoute(
                .get,
                "/metrics",
                .requires(.observe),
                Operation(
                    .operations,
                    "scrape",
                    "Get metrics for Prometheus",
                    .reply(200, "The metrics in the Prometheus text format 0.0.4.", [(.text, .text())]),
                    problems: .only([401, 403, 414, 429])
                ),
                scrape
            ),
        ]
    }

    private static let alive = Reply(headers: [.contentType: Media.text.contentType], body: ByteBuffer(string: "alive\n"))

    /// Ready means that the store could be read within the last second and written a few seconds ago.
    private func ready(_ call: Call) async throws(Problem) -> Response {
        if let error = await store.failure() { throw Problem.unready(error) }
        return Response(media: .text, bytes: Array("ready\n".utf8))
    }

    private func scrape(_ call: Call) async throws(Problem) -> Response {
        await store.update()
        var response = Response(media: .text, bytes: Array(metrics.text.utf8))
        response.headers[.contentType] = "text/plain; version=0.0.4; charset=utf-8"
        return response
    }

    /// The route of the API description, which describes these routes and itself.
    static func description(of routes: [HTTPRoute]) -> HTTPRoute {
        let operation = Operation(
            .operations,
            "describe",
            "Get this API description",
            .reply(200, "The API description.", .anyObject()),
            problems: .only([414, 429])
        )
        func route(_ answer: @escaping HTTPRoute.Answer) -> HTTPRoute { HTTPRoute(.get, "/openapi.json", .everybody, operation, answer) }
        let description = Description(of: routes + [route { _ throws(Problem) in throw Problem(.notFound) }])
        return route { _ in
            Response(
                status: .ok,
                headers: [.contentType: Media.json.contentType, .cacheControl: "public, max-age=300"],
                body: .init(byteBuffer: description.body)
            )
        }
    }

    /// The description of some routes, written when it is first asked for.
    private final class Description: Sendable {
        private let routes: [HTTPRoute]
        private let written = Mutex<ByteBuffer?>(nil)

        init(of routes: [HTTPRoute]) { self.routes = routes }

        /// One buffer that all responses share, so that slow clients don't each keep a copy in memory.
        var body: ByteBuffer {
            written.withLock { written in
                let body = written ?? ByteBuffer(bytes: OpenAPIDocument(of: routes).bytes)
                written = body
                return body
            }
        }
    }
}

extension Problem {
    /// Reports any failure of the store as 503: the service isn't ready.
    fileprivate static func unready(_ error: DomainError) -> Problem {
        var problem = Problem(error)
        problem.status = 503
        return problem
    }
}
