import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The routes for what carriers say of their voyages: reports of port calls, details, and cargos that are left behind.
struct VoyageReportRoutes: Sendable {
    let kit: CargoKit

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                ReportPortCall.self,
                kit,
                .reference,
                "reportPortCall",
                "Report a port call of a voyage",
                description: """
                    Reports are idempotent and may arrive in any order: an actual time counts more than an estimate, and a later report more than \
                    an earlier one (VOY-6). The response lists the affected cargos.
                    """,
                body: ReportPortCall.Request.schema.without("voyageNumber", named: "PortCall"),
                done: "The report is taken; the ETag is the voyage's version."
            ),
            HTTPRoute(
                DescribeVoyage.self,
                kit,
                .reference,
                "describeVoyage",
                "Replace the details of a voyage",
                description: "Replaces all details of the voyage. Without `details`, the existing ones are removed.",
                body: DescribeVoyage.Request.schema.without("voyageNumber", named: "VoyageDescription"),
                done: "The voyage has these details; the ETag is its version."
            ),
            HTTPRoute(
                .post,
                "/v1/voyages/{voyageNumber}/roll-over",
                .requires(.operate),
                Operation(
                    .routing,
                    "rollOver",
                    "Roll cargos over to another voyage",
                    description: """
                        Moves each cargo that is still to be loaded onto the voyage at the location. A cargo to whose ports the other voyage \
                        doesn't go stays as it is and is listed with the reason. Sending the request again moves no cargo twice.
                        """,
                    parameters: [
                        .query(Call.dryRun, .boolean, "Whether to only list what would happen; false if absent.", example: true)
                    ],
                    body: [(.json, RollOver.Request.schema.without("from", named: "RollOver"))],
                    .reply(200, "The cargos that were moved, and those that weren't.", RollOver.Response.schema),
                    problems: .usual(and: [404, 409])
                ),
                rollOver
            ),
        ]
    }

    private func rollOver(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let isDryRun = try call.flag(Call.dryRun)
        let body = try await call.fields(query: [Call.dryRun])
        let from = "from"
        guard case .object(let members) = body, body[from] == nil else {
            throw Problem(.validationFailed([.init(path: from, code: .shapeInvalid)]), reading: FieldPlaces())
        }
        // The voyage that leaves the cargos behind is the one in the path.
        let places = FieldPlaces(parameters: [from], names: [from: "voyageNumber"])
        let input = Input(members: members + [.init(name: from, value: .text(call["voyageNumber"]))])
        let request = try reading(places) { () throws(DomainError) in try RollOver.Request(input, isDryRun: isDryRun) }
        let rolled = try await RollOver(kit).execute(request).orProblem(places)
        call.trail.note(ids: isDryRun ? [] : rolled.affectedCargos.map(\.trackingId.text))
        return .json(rolled)
    }
}
