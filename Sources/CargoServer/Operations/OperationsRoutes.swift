#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import Hummingbird

/// The routes for operators: health, metrics and the API description.
struct OperationsRoutes: Sendable {
    let kit: CargoKit
    let health: StoreHealth
    let metrics: PrometheusRegistry

    var routes: [Route] {
        [
            Route(.get, "/livez", .everybody, live),
            Route(.get, "/readyz", .everybody, ready),
            Route(.get, "/metrics", .requires(.observe), scrape),
            Route(.get, "/openapi.json", .everybody, describe),
        ]
    }

    private func live(_ call: Call) async throws(Problem) -> Response { Response(media: .text, bytes: Array("alive\n".utf8)) }

    /// Ready means that the store can be read now and could be written a few seconds ago.
    private func ready(_ call: Call) async throws(Problem) -> Response {
        _ = try await ReadEvents(kit).execute(.init(limit: 1)).orUnready()
        if let error = await health.failure() { throw Problem.unready(error) }
        return Response(media: .text, bytes: Array("ready\n".utf8))
    }

    private func scrape(_ call: Call) async throws(Problem) -> Response {
        var response = Response(media: .text, bytes: Array(metrics.text.utf8))
        response.headers[.contentType] = "text/plain; version=0.0.4; charset=utf-8"
        return response
    }

    private func describe(_ call: Call) async throws(Problem) -> Response {
        var response = Response(media: .json, bytes: OpenAPIDocument.bytes)
        response.headers[.cacheControl] = "public, max-age=300"
        return response
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

extension Result where Failure == DomainError {
    fileprivate func orUnready() throws(Problem) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw Problem.unready(error)
        }
    }
}
#endif
