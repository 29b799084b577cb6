import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The route that finds routes.
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
            )
        ]
    }

    private func candidates(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try call.parameters(integers: ["limit", "maxLegs", "minimumConnection"], path: ["trackingId"])
        return .json(try await FindRoutes(kit).execute(try .read(input, .query)).orProblem(.query))
    }
}
