#if Server
import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The routes for the outbox: page by page, or as a stream.
struct EventRoutes: Sendable {
    let source: EventStream.Source

    private var kit: CargoKit { source.kit }

    var routes: [Route] { [Route(.get, "/v1/events", .requires(.read), events)] }

    private func events(_ call: Call) async throws(Problem) -> Response {
        let kind = try call.preferred(of: .json, .eventStream)
        let request = try ReadEvents.Request.read(try call.parameters(integers: ["after", "limit"]), .query)
        let last = try Self.lastEventId(of: call)
        guard kind == .eventStream else { return try await page(call, request) }
        return try EventStream(source: source, call: call).response(from: last ?? request.after)
    }

    private func page(_ call: Call, _ request: ReadEvents.Request) async throws(Problem) -> Response {
        let events = try await ReadEvents(kit).execute(request).orProblem(.query)
        let next = events.count == request.limit ? events.last?.sequence : nil
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

    /// The last event that a reconnecting browser saw, from `Last-Event-ID`; nil without the field.
    ///
    /// It is newer than the position in the URL, which the browser repeats.
    private static func lastEventId(of call: Call) throws(Problem) -> Int64? {
        guard let field = call.request.headers[.lastEventId] else { return nil }
        guard case .integer(let number) = Input(digits: field), number >= 0 else {
            throw Problem(.headerInvalid, detail: "Last-Event-ID must be the id of an event.")
        }
        return number
    }
}
#endif
