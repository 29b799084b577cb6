import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The routes that tell who changed what.
struct AuditRoutes: Sendable {
    let kit: CargoKit
    /// Reading the trail may take decoding thousands of events, so each caller reads one page at a time, and all together one.
    private let turns = Turns<Caller>(maximum: 1)

    init(kit: CargoKit) { self.kit = kit }

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .get,
                "/v1/audit",
                .requires(.read),
                Operation(
                    .events,
                    "readAuditTrail",
                    "List who changed what, in the order in which it was stored",
                    description: """
                        Domain events with their actors. `actor` also takes the beginning of an actor up to a colon: `customer:ACME` stands for \
                        all callers of that customer. A page may have fewer events than the limit, or none, although more follow: read on until there is no `next`.
                        """,
                    parameters: Self.parameters,
                    .reply(200, "One page of the trail.", ReadAuditTrail.Response.schema, .link),
                    problems: .usual(and: [410])
                )
            ) { call async throws(Problem) in try await page(call, []) },
            HTTPRoute(
                .get,
                "/v1/cargos/{trackingId}/audit",
                .requires(.read),
                Operation(
                    .events,
                    "readCargoAuditTrail",
                    "List who changed what of a cargo",
                    description:
                        "A page may have fewer events than the limit, or none, although more follow: read on until there is no `next`.",
                    parameters: Self.parameters,
                    .reply(200, "One page of the trail.", ReadAuditTrail.Response.schema, .link),
                    problems: .usual(and: [404, 410])
                )
            ) { call async throws(Problem) in try await page(call, ["trackingId"]) },
        ]
    }

    private static let parameters: [Operation.Parameter] = [
        .query("actor", String.schema, "Only what this actor did; also the beginning up to a colon.", example: "customer:ACME"),
        .query("from", Instant.schema, "Only events from this time on.", example: "2026-01-01T00:00:00.000Z"),
        .query("until", Instant.schema, "Only events before this time.", example: "2027-01-01T00:00:00.000Z"),
        .afterEvent, .limit,
    ]

    private func page(_ call: Call, _ places: [String]) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try call.parameters(integers: ["after", "limit"], path: places)
        guard places.contains("trackingId") || input["trackingId"] == nil else {
            throw Problem(.validationFailed([.init(path: "trackingId", code: .shapeInvalid)]), reading: .query)
        }
        let request = try ReadAuditTrail.Request.read(input, .query)
        let page = try await turns.run(call.caller) { () async throws(Problem) in
            try await ReadAuditTrail(kit).execute(request).orProblem(.query)
        }
        var response = Response.json(page)
        if let next = page.next { response.headers[.link] = call.nextLink(after: String(next)) }
        return response
    }
}
