import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The route that groups what needs attention by cause.
struct WorklistRoutes: Sendable {
    let kit: CargoKit
    let tally: WorklistTally
    let desk: CarrierEventDesk

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .get,
                "/v1/worklist",
                .requires(.read),
                Operation(
                    .cargos,
                    "summarizeWorklist",
                    "Group what needs attention by cause",
                    description: """
                        `GET /v1/cargos` lists the cargos of a group by the cause (`disrupted` for CONNECTION_MISSED and VOYAGE_DOES_NOT_CALL, \
                        `misdirected`, `late`, `unrouted`, `held` or `uncollected`) and the group's `hold`, `routingStatus`, `voyage`, and `location` as `at`.
                        """,
                    parameters: SummarizeWorklist.Request.parameters.map(Operation.Parameter.query),
                    .reply(200, "The groups, the largest first.", WorklistSummary.schema)
                ),
                summarize
            )
        ]
    }

    private func summarize(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request: SummarizeWorklist.Request = try .read(try call.parameters(), .query)
        return .json(
            try await asking { () async throws(DomainError) in
                if let customer = request.customerId { return WorklistSummary(try await kit.worklistSummary(of: customer), []) }
                return WorklistSummary(try await tally.summary(), try await desk.waiting())
            }
        )
    }
}
