import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The routes for the outbox: page by page, or as a stream.
struct EventRoutes: Sendable {
    let source: EventStream.Source
    let keeper: Gatekeeper

    private var kit: CargoKit { source.kit }

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .get,
                "/v1/events",
                .requiresOrOwns(.read),
                Operation(
                    .events,
                    "readEvents",
                    "List domain events in the order in which they were stored",
                    description: """
                        An event stream sends `id` (the sequence number), `event` (the type) and `data` (a DomainEvent). A client that reconnects with \
                        Last-Event-ID misses no event; a number after the last event stands for the last event. A customer's list and stream have the events of their own cargos only, without `actor`; such a page may have \
                        fewer events than the limit although more follow.
                        """,
                    parameters: [
                        .afterEvent, .limit,
                        .header(
                            "Last-Event-ID",
                            .natural(),
                            "For an event stream: the id of the last event seen.",
                            example: 0
                        ),
                    ],
                    .reply(
                        200,
                        "One page of events. As an event stream: all stored events, then new ones as they are stored.",
                        [(.json, DomainEventList.schema), (.eventStream, .text(nil, Self.frames))],
                        .link
                    ),
                    problems: .usual(and: [410])
                ),
                events
            )
        ]
    }

    private static let frames = """
        A frame for each event: `id` is its sequence, `event` its type, `data` the event as in the JSON list. An event that can't be read \
        is a frame `Unreadable`; its data has `sequence`, `code` (`corrupt_record`) and, if known, `aggregate` and `eventId`.
        """

    private func events(_ call: Call) async throws(Problem) -> Response {
        let kind = try call.preferred(of: .json, .eventStream)
        let request = try ReadEvents.Request.read(try call.parameters(integers: ["after", "limit"]), .query)
        let last = try Self.lastEventId(of: call)
        guard kind == .eventStream else { return try await page(call, request) }
        var stream = EventStream(source: source, call: call)
        stream.isOver = keeper.ending(of: call)
        if let customer = call.caller.customer {
            stream.frames = { entries in entries.filter { $0.customer == customer }.map(\.frameWithoutActor).joined() }
        }
        // A restored store may end before the last event that a client saw.
        let start = min(last ?? request.after, try await source.position())
        // A client that comes after the events that it missed were trimmed has to learn that.
        if start > 0 { _ = try await kit.store.events.entries(after: start, limit: 1).orProblem(.query) }
        return try stream.response(from: start)
    }

    private func page(_ call: Call, _ request: ReadEvents.Request) async throws(Problem) -> Response {
        let events: [DomainEvent]
        let next: Int64?
        if let customer = call.caller.customer {
            let own = OwnEvents(all: kit.store.events, customer: customer, owners: source.owners)
            let part = try await keeper.turns.run(call.caller) { () async throws(Problem) in
                try await own.part(after: request.after, limit: request.limit).orProblem(.query)
            }
            events = part.entries.compactMap { if case .event(let event) = $0 { event } else { nil } }
            next = part.next
        } else {
            events = try await ReadEvents(kit).execute(request).orProblem(.query)
            next = events.count == request.limit ? events.last?.sequence : nil
        }
        var response = Response.json(DomainEventList(events: events, next: next))
        if let next { response.headers[.link] = call.nextLink(after: String(next)) }
        return response
    }

    /// The last event that a reconnecting browser saw, from `Last-Event-ID`; nil without the field.
    ///
    /// It is newer than the position in the URL, which the browser repeats.
    private static func lastEventId(of call: Call) throws(Problem) -> Int64? {
        guard let field = call.request.headerFields[.lastEventId] else { return nil }
        guard case .integer(let number) = Input(digits: field), number >= 0 else {
            throw Problem(.headerInvalid, detail: "Last-Event-ID must be the id of an event.")
        }
        return number
    }
}
