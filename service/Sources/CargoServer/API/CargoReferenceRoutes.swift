import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The routes that add and remove the references of a cargo.
struct CargoReferenceRoutes: Sendable {
    let kit: CargoKit

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .post,
                "/v1/cargos/{trackingId}/references",
                .requires(.operate),
                Operation(
                    .cargos,
                    "addReference",
                    "Add a reference to a cargo",
                    body: [(.json, AddReference.Request.schema.without("trackingId", named: "NewReference"))],
                    .reply(200, "The cargo has the reference; the ETag is the cargo's version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409])
                ),
                add
            ),
            HTTPRoute(
                .delete,
                "/v1/cargos/{trackingId}/references",
                .requires(.operate),
                Operation(
                    .cargos,
                    "removeReference",
                    "Remove a reference from a cargo",
                    parameters: [
                        .query("type", ReferenceType.schema, "The type of the reference.").required,
                        .query("value", .text(length: 1...100), "Its value, exactly.", example: "CSQU3054383").required,
                    ],
                    .reply(200, "The cargo doesn't have the reference; the ETag is the cargo's version.", CargoRevision.schema, .eTag),
                    problems: .usual(and: [404, 409])
                ),
                remove
            ),
        ]
    }

    private func add(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try await call.fields(path: "trackingId")
        let request = try reading(.cargo) { () throws(DomainError) in try AddReference.Request(input) }
        return changed(try await AddReference(kit).execute(request).orProblem(.cargo))
    }

    private func remove(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request: RemoveReference.Request = try .read(try call.parameters(path: "trackingId"), .query)
        return changed(try await RemoveReference(kit).execute(request).orProblem(.query))
    }

    private func changed(_ response: CargoRevision) -> Response { .json(response, version: response.version) }
}
