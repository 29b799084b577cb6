import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The events of DCSA Track and Trace 2.2.
struct DCSARoutes: Sendable {
    let log: DCSALog

    var routes: [HTTPRoute] {
        [
            HTTPRoute(.head, "/v2/events", .everybody, nil, head),
            HTTPRoute(
                .get,
                "/v2/events",
                .requires(.read),
                Operation(
                    .dcsa,
                    "dcsaEvents",
                    "List events in the format of DCSA Track and Trace 2.2",
                    description: """
                        A cargo is one laden container of one booking; its tracking id is the booking reference. Booked: SHIPMENT RECE and CONF. Legs \
                        of the route: TRANSPORT DEPA and ARRI, planned and, once a new schedule \
                        moves them, estimated. A cancelled booking: SHIPMENT VOID. RECEIVE and CLAIM: EQUIPMENT GTIN and GTOT. LOAD and UNLOAD: EQUIPMENT \
                        LOAD and DISC. CUSTOMS: SHIPMENT RELS of the customs inspection. The plan of a route that was replaced and handling that was \
                        retracted are left out.
                        """,
                    parameters: DCSAFilter.parameters + [Self.version],
                    .reply(
                        200,
                        "One page of events.",
                        DCSAEvent.listSchema,
                        .apiVersion,
                        .currentPage,
                        .nextPage,
                        .prevPage,
                        .lastPage,
                        .firstPage
                    )
                ),
                events
            ),
            HTTPRoute(
                .get,
                "/v2/events/{eventID}",
                .requires(.read),
                Operation(
                    .dcsa,
                    "dcsaEvent",
                    "Return an event in the format of DCSA Track and Trace 2.2",
                    description: "The standard deprecates this operation.",
                    parameters: [Self.version],
                    .reply(200, "The event.", DCSAEvent.schema, .apiVersion),
                    problems: .usual(and: [404])
                ),
                event
            ),
        ]
    }

    static let version = Operation.Parameter.header("API-Version", .words(nil, ["2"]), "The major version of the standard.")

    /// Checks what every request of the standard has, and that the events are read.
    private func admit(_ call: Call) async throws(Problem) {
        _ = try call.preferred(of: .json)
        try Self.checkVersion(of: call)
        guard try await log.catchUp().orProblem() else { throw Problem(.indexUnfinished, headers: [.retryAfter: "2"]) }
    }

    /// Checks the version that the caller asks for.
    /// - Throws: `header_invalid`.
    static func checkVersion(of call: Call) throws(Problem) {
        if let version = call.request.headerFields[.apiVersion], version != "2" {
            throw Problem(.headerInvalid, detail: "API-Version must be 2.")
        }
    }

    /// Answers a carrier that checks its callback, which has no token.
    private func head(_ call: Call) async throws(Problem) -> Response {
        call.caller.may(.read) ? try await events(call) : Response(status: .noContent)
    }

    private func events(_ call: Call) async throws(Problem) -> Response {
        let filter = try DCSAFilter(call.target.query)
        try await admit(call)
        let page = await log.page(filter)
        var response = Response.json(page.events)
        response.headers[.currentPage] = filter.cursor(filter.position)
        response.headers[.firstPage] = filter.cursor(.first)
        response.headers[.lastPage] = filter.cursor(.last)
        if page.hasNext, let last = page.events.last { response.headers[.nextPage] = filter.cursor(.after(last.id)) }
        if page.hasPrevious, let first = page.events.first { response.headers[.prevPage] = filter.cursor(.before(first.id)) }
        return response
    }

    private func event(_ call: Call) async throws(Problem) -> Response {
        try call.refuseQuery()
        try await admit(call)
        guard let id = DCSAEventID(call["eventID"]), let event = await log.event(id) else { throw Problem(.notFound) }
        return .json(event)
    }
}

extension FieldName {
    /// `API-Version`.
    static let apiVersion = known("API-Version")
    /// `Current-Page`.
    static let currentPage = known("Current-Page")
    /// `Next-Page`.
    static let nextPage = known("Next-Page")
    /// `Prev-Page`.
    static let prevPage = known("Prev-Page")
    /// `First-Page`.
    static let firstPage = known("First-Page")
    /// `Last-Page`.
    static let lastPage = known("Last-Page")
}
