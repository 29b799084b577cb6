import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoWire
import Hummingbird

/// The routes that register handling, a single event or a batch, and retract it.
struct HandlingRoutes: Sendable {
    let kit: CargoKit

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .post,
                "/v1/handling-events",
                .requires(.operate),
                Operation(
                    .handling,
                    "registerHandlingEvents",
                    "Register handling events",
                    description: """
                        Accepts one event as JSON, or a batch as CSV or JSON Lines. \(RowBatch.description(doing: "stores"))
                        """,
                    parameters: [.dryRun],
                    body: [
                        (.json, RegisterHandlingEvent.Request.schema), (.csv, .text(example: .text(Self.csvExample))),
                        (.jsonLines, .any.showing(.text(Self.linesExample))),
                    ],
                    .reply(
                        200,
                        "The event was already registered. For a batch: one result per row.",
                        [
                            (.json, RegisterHandlingEvent.Response.schema),
                            (.jsonLines, .text(example: .text(RowResult(line: 2, result: "added").canonicalText + "\n"))),
                        ]
                    ),
                    .reply(201, "The event is new.", RegisterHandlingEvent.Response.schema, .location),
                    mentioning: [RowResult.schema],
                    problems: .usual(and: [404, 409])
                ),
                register
            ),
            HTTPRoute(
                .delete,
                "/v1/cargos/{trackingId}/handling-events/{event}",
                .requires(.operate),
                Operation(
                    .handling,
                    "retractHandlingEvent",
                    "Retract a handling event that was registered by mistake",
                    description: "The event stays stored with the reason, but is no part of the cargo's history any more (HND-7).",
                    parameters: [.dryRun],
                    body: [(.json, .object("RetractionReason", .required("reason", Reason.schema)))],
                    .reply(200, "The event is retracted, now or earlier.", RetractHandlingEvent.Response.schema),
                    problems: .usual(and: [404, 409])
                ),
                retract
            ),
        ]
    }

    private static let csvExample = """
        completion_time,tracking_id,type,un_locode,voyage_number
        2026-01-05T00:00:00Z,7K3M9QX2R5TB,RECEIVE,HKHKG,

        """
    private static let linesExample = """
        {"completionTime": "2026-01-05T00:00:00.000Z", "location": "HKHKG", "trackingId": "7K3M9QX2R5TB", "type": "RECEIVE"}

        """

    private func register(_ call: Call) async throws(Problem) -> Response {
        let kind = try call.content(of: .json, .csv, .jsonLines)
        switch kind {
        case .csv, .jsonLines:
            return try await RowBatch(ImportHandlingEvents(kit, isDryRun: try call.flag(Call.dryRun)), .handlingEvents).answer(call, kind)
        case .json, .eventStream, .problem, .text, .html, .form:
            return try await registerOne(call)
        }
    }

    private func retract(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let body = try await call.fields(query: [Call.dryRun])
        guard let name = HandlingEventName(call["event"]) else { throw Problem(.notFound) }
        guard case .object(let members) = body, members.allSatisfy({ $0.name == "reason" }) else {
            throw Problem(.validationFailed([.init(path: "", code: .shapeInvalid)]), reading: FieldPlaces())
        }
        let cargo = Input.Member(name: "trackingId", value: .text(call["trackingId"]))
        let request: RetractHandlingEvent.Request = try .read(Input(members: members + name.members + [cargo]), .cargo)
        let retracted = try await RetractHandlingEvent(try call.kit(kit)).execute(request).orProblem(.cargo)
        let isDryRun = try call.flag(Call.dryRun)
        call.trail.note(ids: retracted.isNew && !isDryRun ? [retracted.event.trackingId.text] : [])
        return .json(retracted)
    }

    private func registerOne(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request: RegisterHandlingEvent.Request = try .read(try await call.fields(query: [Call.dryRun]), FieldPlaces())
        let registered = try await RegisterHandlingEvent(try call.kit(kit)).execute(request).orProblem()
        let isDryRun = try call.flag(Call.dryRun)
        call.trail.note(ids: registered.isNew && !isDryRun ? [registered.event.trackingId.text] : [])
        var response = Response.json(registered, status: registered.isNew ? .created : .ok)
        if registered.isNew {
            let name = PercentEncoding.encode(HandlingEventName(registered.event).text)
            response.headers[.location] = "/v1/cargos/\(registered.event.trackingId.text)/handling-events/\(name)"
        }
        return try call.checked(response)
    }
}
