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
                .post,
                "/v1/voyages/{voyageNumber}/reports",
                .requires(.operate),
                Operation(
                    .reference,
                    "reportPortCall",
                    "Report a port call of a voyage",
                    description: """
                        Reports are idempotent and may arrive in any order: an actual time counts more than an estimate, and a later report more than \
                        an earlier one (VOY-6). The response lists the affected cargos.
                        """,
                    parameters: [.optionalIfMatch],
                    body: [(.json, ReportPortCall.Request.schema.without("voyageNumber", named: "PortCall"))],
                    .reply(200, "The report is taken; the ETag is the voyage's version.", ReportPortCall.Response.schema, .eTag),
                    problems: .usual(and: [404, 409, 412])
                ),
                report
            ),
            HTTPRoute(
                .put,
                "/v1/voyages/{voyageNumber}/details",
                .requires(.operate),
                Operation(
                    .reference,
                    "describeVoyage",
                    "Replace the details of a voyage",
                    description: "The new details replace the old ones whole; without `details`, nothing is known of the voyage any more.",
                    parameters: [.optionalIfMatch],
                    body: [(.json, DescribeVoyage.Request.schema.without("voyageNumber", named: "VoyageDescription"))],
                    .reply(200, "The voyage has these details; the ETag is its version.", RegisterVoyage.Response.schema, .eTag),
                    problems: .usual(and: [404, 409, 412])
                ),
                describe
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
                        .query(Self.dryRun, .boolean, "Whether to only list what would happen; false if absent.", example: true)
                    ],
                    body: [(.json, RollOver.Request.schema.without("from", named: "RollOver"))],
                    .reply(200, "The cargos that were moved, and those that weren't.", RollOver.Response.schema),
                    problems: .usual(and: [404, 409])
                ),
                rollOver
            ),
        ]
    }

    private static let dryRun = "dryRun"

    private func report(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        let input = try await call.fields(path: "voyageNumber")
        let request = try reading(.voyage) { () throws(DomainError) in try ReportPortCall.Request(input, expectedVersion: version) }
        let reported = try call.changed(await ReportPortCall(kit).execute(request), .voyage)
        return .json(reported, version: reported.version)
    }

    private func describe(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        let input = try await call.fields(path: "voyageNumber")
        let request = try reading(.voyage) { () throws(DomainError) in try DescribeVoyage.Request(input, expectedVersion: version) }
        let described = try call.changed(await DescribeVoyage(kit).execute(request), .voyage)
        return .json(described, version: described.version)
    }

    private func rollOver(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let isDryRun = try call.flag(Self.dryRun)
        let body = try await call.fields(query: [Self.dryRun])
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

    /// The version that the caller expects the voyage to have; nil if the request has no `If-Match`.
    private func expectedVersion(of call: Call) async throws(Problem) -> Int64? {
        _ = try call.preferred(of: .json)
        return try await call.optionalVersion { () async throws(Problem) in
            try await kit.storedVersion(ofVoyageIn: call)
        }
    }
}

extension FieldPlaces {
    /// The voyage number comes from the path, all other fields from the body.
    fileprivate static let voyage = FieldPlaces(parameters: ["voyageNumber"])
}
