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
        let last = try Self.lastEventId(of: call)
        return kind == .eventStream ? try await stream(call, after: last ?? request.after ?? 0) : try await page(call, request)
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

    /// What a browser that connects again says that it saw last; it is newer than the address that it repeats.
    private static func lastEventId(of call: Call) throws(Problem) -> Int64? {
        guard let field = call.request.headers[.lastEventId] else { return nil }
        guard let number = Int64(field), (0...Version.maximum).contains(number) else {
            throw Problem(.headerInvalid, detail: "Last-Event-ID is the id of an event.")
        }
        return number
    }

    private func stream(_ call: Call, after start: Int64) async throws(Problem) -> Response {
        guard call.request.method == .get else { return Response(status: .ok, headers: [.contentType: Media.eventStream.contentType]) }
        guard await tail.open() else {
            throw Problem(.streamsExhausted, headers: [.retryAfter: "5"])
        }
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
