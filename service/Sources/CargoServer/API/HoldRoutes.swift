import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The routes that place and release holds on a cargo, and say until when to collect it.
struct HoldRoutes: Sendable {
    let kit: CargoKit

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .put,
                "/v1/cargos/{trackingId}/holds/{type}",
                .requires(.operate),
                Operation(
                    .cargos,
                    "placeHold",
                    "Place a hold on a cargo",
                    description: "A cargo has at most one hold of each type; one that it has already stays, with its reason (CRG-15).",
                    parameters: [.optionalIfMatch],
                    body: [(.json, .object("HoldReason", .required("reason", Reason.schema, example: "Documents are missing")))],
                    .reply(200, "The cargo has the hold; the ETag is the cargo's version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409, 412])
                ),
                place
            ),
            HTTPRoute(
                .delete,
                "/v1/cargos/{trackingId}/holds/{type}",
                .requires(.operate),
                Operation(
                    .cargos,
                    "releaseHold",
                    "Release a hold on a cargo",
                    parameters: [.optionalIfMatch],
                    .reply(200, "The cargo doesn't have the hold; the ETag is the cargo's version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409, 412])
                ),
                release
            ),
            HTTPRoute(
                .put,
                "/v1/cargos/{trackingId}/pick-up-deadline",
                .requires(.operate),
                Operation(
                    .cargos,
                    "setPickUpDeadline",
                    "Set until when to collect a cargo",
                    parameters: [.optionalIfMatch],
                    body: [(.json, Self.pickUpDeadline)],
                    .reply(200, "The cargo has this deadline; the ETag is the cargo's version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409, 412])
                ),
                setPickUp
            ),
            HTTPRoute(
                .delete,
                "/v1/cargos/{trackingId}/pick-up-deadline",
                .requires(.operate),
                Operation(
                    .cargos,
                    "removePickUpDeadline",
                    "Remove a cargo's pick-up deadline",
                    parameters: [.optionalIfMatch],
                    .reply(200, "The cargo has no pick-up deadline; the ETag is the cargo's version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409, 412])
                ),
                removePickUp
            ),
        ]
    }

    private static let pickUpDeadline = Schema.object(
        "PickUpDeadline",
        .required("pickUpBy", Instant.schema, "The end of free time; it may have passed.")
    )

    private func place(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        let places = FieldPlaces(parameters: ["trackingId", "type"])
        let input = try await call.fields(path: "trackingId", "type")
        let request = try reading(places) { () throws(DomainError) in try PlaceHold.Request(input, expectedVersion: version) }
        return changed(try call.changed(await PlaceHold(kit).execute(request), places), call)
    }

    private func release(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        try call.refuseQuery()
        let input = try call.parameters(path: "trackingId", "type")
        let request = try reading(.query) { () throws(DomainError) in try ReleaseHold.Request(input, expectedVersion: version) }
        return changed(try call.changed(await ReleaseHold(kit).execute(request), .query), call)
    }

    private func setPickUp(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        let input = try await call.fields(path: "trackingId")
        let request = try reading(.cargo) { () throws(DomainError) in try SetPickUpDeadline.Request(input, expectedVersion: version) }
        guard request.pickUpBy != nil else {
            // DELETE removes the deadline.
            throw Problem(.validationFailed([.init(path: "pickUpBy", code: .fieldRequired)]), reading: .cargo)
        }
        return changed(try call.changed(await SetPickUpDeadline(kit).execute(request), .cargo), call)
    }

    private func removePickUp(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        try call.refuseQuery()
        let input = try call.parameters(path: "trackingId")
        let request = try reading(.query) { () throws(DomainError) in try SetPickUpDeadline.Request(input, expectedVersion: version) }
        return changed(try call.changed(await SetPickUpDeadline(kit).execute(request), .query), call)
    }

    /// The version that the caller expects the cargo to have; nil if the request has no `If-Match`.
    private func expectedVersion(of call: Call) async throws(Problem) -> Int64? {
        _ = try call.preferred(of: .json)
        return try await call.optionalVersion { () async throws(Problem) in
            try await kit.storedVersion(ofCargoIn: call)
        }
    }

    private func changed(_ response: CargoRevision, _ call: Call) -> Response {
        call.trail.note(ids: [response.trackingId.text])
        return .json(response, version: response.version)
    }
}
