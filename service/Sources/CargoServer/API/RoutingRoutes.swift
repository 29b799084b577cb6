import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The routes that change a cargo's destination, deadline, itinerary and voyages, and cancel or reinstate its booking.
///
/// A change must name the version of the cargo that the caller saw, in `If-Match`.
struct RoutingRoutes: Sendable {
    let kit: CargoKit

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .get,
                "/v1/cargos/{trackingId}/route-candidates",
                .requires(.read),
                Operation(
                    .routing,
                    "requestRoutes",
                    "Find routes for a cargo",
                    parameters: [
                        .query("limit", .integer(in: RouteSearch.limitRange), "The maximum number of routes; 10 if absent.", example: 10),
                        .query(
                            "maxLegs",
                            .integer(in: RouteSearch.maxLegsRange),
                            "The maximum number of legs per route; 8 if absent.",
                            example: 8
                        ),
                        .query(
                            "minimumConnection",
                            .natural(),
                            "The minimum time between two legs, in milliseconds; 0 if absent.",
                            example: 21_600_000
                        ),
                    ],
                    .reply(200, "The routes, best first; empty if there is none.", FindRoutes.Response.schema),
                    problems: .usual(and: [404])
                ),
                candidates
            ),
            HTTPRoute(
                .put,
                "/v1/cargos/{trackingId}/itinerary",
                .requires(.operate),
                Operation(
                    .routing,
                    "assignRoute",
                    "Assign a route to a cargo",
                    parameters: [.ifMatch],
                    body: [(.json, Itinerary.schema)],
                    .reply(200, "The cargo is changed; the ETag is its new version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409, 412, 428])
                ),
                assign
            ),
            HTTPRoute(
                .post,
                "/v1/cargos/{trackingId}/voyage-substitutions",
                .requires(.operate),
                Operation(
                    .routing,
                    "substituteVoyage",
                    "Put a leg of a cargo's route on another voyage",
                    description: "The leg keeps its ports and its planned times (CRG-13).",
                    parameters: [.ifMatch],
                    body: [(.json, SubstituteVoyage.Request.schema.without("trackingId", named: "Substitution"))],
                    .reply(200, "The leg is on this voyage; the ETag is the cargo's version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409, 412, 428])
                ),
                substitute
            ),
            HTTPRoute(
                .put,
                "/v1/cargos/{trackingId}/route-specification",
                .requires(.operate),
                Operation(
                    .routing,
                    "specifyRoute",
                    "Replace a cargo's route specification",
                    parameters: [.ifMatch],
                    body: [(.json, RouteSpecification.schema)],
                    .reply(200, "The cargo is changed; the ETag is its new version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409, 412, 428])
                ),
                specify
            ),
            HTTPRoute(
                .put,
                "/v1/cargos/{trackingId}/destination",
                .requires(.operate),
                Operation(
                    .routing,
                    "changeDestination",
                    "Change a cargo's destination",
                    parameters: [.ifMatch],
                    body: [(.json, ChangeDestination.Request.schema.without("trackingId", named: "Destination"))],
                    .reply(200, "The cargo is changed; the ETag is its new version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409, 412, 428])
                ),
                changeDestination
            ),
            HTTPRoute(
                .put,
                "/v1/cargos/{trackingId}/deadline",
                .requires(.operate),
                Operation(
                    .routing,
                    "changeDeadline",
                    "Change a cargo's arrival deadline",
                    parameters: [.ifMatch],
                    body: [(.json, ChangeDeadline.Request.schema.without("trackingId", named: "Deadline"))],
                    .reply(200, "The cargo is changed; the ETag is its new version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409, 412, 428])
                ),
                changeDeadline
            ),
            HTTPRoute(
                .put,
                "/v1/cargos/{trackingId}/cancellation",
                .requires(.operate),
                Operation(
                    .cargos,
                    "cancelBooking",
                    "Cancel a cargo's booking",
                    parameters: [.ifMatch],
                    body: [(.json, CancelBooking.Request.schema.without("trackingId", named: "CancellationReason"))],
                    .reply(200, "The booking is cancelled; the ETag is the cargo's version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409, 412, 428])
                ),
                cancel
            ),
            HTTPRoute(
                .delete,
                "/v1/cargos/{trackingId}/cancellation",
                .requires(.operate),
                Operation(
                    .cargos,
                    "reinstateBooking",
                    "Reinstate a cancelled booking",
                    parameters: [.ifMatch],
                    .reply(200, "The booking stands; the ETag is the cargo's version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409, 412, 428])
                ),
                reinstate
            ),
        ]
    }

    private func candidates(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try call.parameters(integers: ["limit", "maxLegs", "minimumConnection"], path: "trackingId")
        return .json(try await FindRoutes(kit).execute(try .read(input, .query)).orProblem(.query))
    }

    private func assign(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        let input = try await call.fields(body: "itinerary", path: "trackingId")
        let places = FieldPlaces(parameters: ["trackingId"], body: "itinerary")
        let request = try reading(places) { () throws(DomainError) in try AssignRoute.Request(input, expectedVersion: version) }
        return changed(try await AssignRoute(kit).execute(request).orStale(places))
    }

    private func substitute(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        let input = try await call.fields(path: "trackingId")
        let request = try reading(.cargo) { () throws(DomainError) in try SubstituteVoyage.Request(input, expectedVersion: version) }
        return changed(try await SubstituteVoyage(kit).execute(request).orStale(.cargo))
    }

    private func specify(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        let input = try await call.fields(path: "trackingId")
        let request = try reading(.cargo) { () throws(DomainError) in try SpecifyRoute.Request(input, expectedVersion: version) }
        return changed(try await SpecifyRoute(kit).execute(request).orStale(.cargo))
    }

    private func changeDestination(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        let input = try await call.fields(path: "trackingId")
        let request = try reading(.cargo) { () throws(DomainError) in try ChangeDestination.Request(input, expectedVersion: version) }
        return changed(try await ChangeDestination(kit).execute(request).orStale(.cargo))
    }

    private func changeDeadline(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        let input = try await call.fields(path: "trackingId")
        let request = try reading(.cargo) { () throws(DomainError) in try ChangeDeadline.Request(input, expectedVersion: version) }
        return changed(try await ChangeDeadline(kit).execute(request).orStale(.cargo))
    }

    private func cancel(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        let input = try await call.fields(path: "trackingId")
        let request = try reading(.cargo) { () throws(DomainError) in try CancelBooking.Request(input, expectedVersion: version) }
        return changed(try await CancelBooking(kit).execute(request).orStale(.cargo))
    }

    private func reinstate(_ call: Call) async throws(Problem) -> Response {
        let version = try await expectedVersion(of: call)
        try call.refuseQuery()
        let input = Input(members: [.init(name: "trackingId", value: .text(call["trackingId"]))])
        let request = try reading(.query) { () throws(DomainError) in try ReinstateBooking.Request(input, expectedVersion: version) }
        return changed(try await ReinstateBooking(kit).execute(request).orStale(.query))
    }

    private func expectedVersion(of call: Call) async throws(Problem) -> Int64? {
        _ = try call.preferred(of: .json)
        return try await EntityTag.expectedVersion(ifMatch: call.values(.ifMatch)) { () async throws(Problem) in
            try await kit.storedVersion(ofCargoIn: call)
        }
    }

    private func changed(_ response: CargoRevision) -> Response { .json(response, version: response.version) }
}
