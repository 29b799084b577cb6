#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import Hummingbird
import ServiceLifecycle

/// The outbox, page by page or as it grows.
struct EventRoutes: Sendable {
    let environment: CargoApplication.Environment
    let tail: EventTail
    let stallSeconds: Int

    var routes: [Route] { [Route(.get, "/v1/events", .role(.clerk), events)] }

    private func events(_ call: Call) async throws(Problem) -> Response {
        let kind = try call.preferred(of: .json, .eventStream)
        let request = try ReadEvents.Request.read(try call.parameters(integers: ["after", "limit"]), .query)
        return kind == .eventStream ? try await stream(call, request) : try await page(call, request)
    }

    private func page(_ call: Call, _ request: ReadEvents.Request) async throws(Problem) -> Response {
        let events = try await ReadEvents(environment).execute(request).orProblem(.query)
        let next = events.count == Int(request.limit ?? 100) ? events.last?.sequence : nil
        var response = Response.json { writer in
            writer.raw(#"{"events":"#)
            events.write(to: &writer)
            if let next {
                writer.raw(#","next":"#)
                writer.integer(next)
            }
            writer.raw("}")
        }
        if let next { response.headers[.link] = call.nextLink(after: String(next)) }
        return response
    }

    private func stream(_ call: Call, _ request: ReadEvents.Request) async throws(Problem) -> Response {
        var cursor = request.after ?? 0
        // A browser that connects again says what it saw last.
        if let last = call.request.headers[.lastEventId] {
            guard let number = Int64(last), number >= 0 else {
                throw Problem(.headerInvalid, detail: "Last-Event-ID is the id of an event.")
            }
            cursor = number
        }
        guard call.request.method == .get else { return Response(status: .ok, headers: [.contentType: Media.eventStream.contentType]) }
        guard await tail.open() else {
            throw Problem(.rateLimited, detail: "There are too many event streams.", headers: [.retryAfter: "5"])
        }
        let start = cursor
        let stream = EventStream(
            environment: environment,
            tail: tail,
            connection: call.connection,
            stallSeconds: stallSeconds,
            logger: call.logger
        )
        let body = ResponseBody { writer in try await stream.write(from: start, to: &writer) }
        return Response(status: .ok, headers: [.contentType: Media.eventStream.contentType, .cacheControl: "no-store"], body: body)
    }
}
#endif
