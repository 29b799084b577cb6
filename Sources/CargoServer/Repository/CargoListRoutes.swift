#if Server
import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The repository API for lists of cargos by customer, voyage, port, need or reference, in their stored form.
struct CargoListRoutes: Sendable {
    let kit: CargoKit

    var routes: [Route] {
        [
            Route(
                .get,
                "/v1/repository/customers/{customerId}/cargos",
                .requires(.read),
                Operation(
                    .repository,
                    "findCargoRecordsOfCustomer",
                    "List a customer's stored cargos",
                    parameters: [.after(TrackingId.schema, "id"), .limit],
                    .reply(200, "One page of cargos, ordered by tracking id.", RecordList<Cargo>.schema("CargoRecords"), .link)
                ),
                cargosOfCustomer
            ),
            Route(
                .get,
                "/v1/repository/voyages/{voyageNumber}/cargos",
                .requires(.read),
                Operation(
                    .repository,
                    "findCargoRecordsOnVoyage",
                    "List the stored cargos whose itinerary has a leg on a voyage",
                    parameters: [.after(TrackingId.schema, "id"), .limit],
                    .reply(200, "One page of cargos, ordered by tracking id.", RecordList<Cargo>.schema("CargoRecords"), .link)
                ),
                cargosOnVoyage
            ),
            Route(
                .get,
                "/v1/repository/locations/{unLocode}/cargos",
                .requires(.read),
                Operation(
                    .repository,
                    "findCargoRecordsAt",
                    "List the stored cargos that lie in a port",
                    parameters: [.after(TrackingId.schema, "id"), .limit],
                    .reply(200, "One page of cargos, ordered by tracking id.", RecordList<Cargo>.schema("CargoRecords"), .link)
                ),
                cargosAt
            ),
            Route(
                .get,
                "/v1/repository/needs/{need}/cargos",
                .requires(.read),
                Operation(
                    .repository,
                    "findCargoRecordsNeeding",
                    "List the stored cargos that need a kind of attention",
                    parameters: [.after(TrackingId.schema, "id"), .limit],
                    .reply(200, "One page of cargos, ordered by tracking id.", RecordList<Cargo>.schema("CargoRecords"), .link)
                ),
                cargosNeeding
            ),
            Route(
                .get,
                "/v1/repository/cargos-by-reference",
                .requires(.read),
                Operation(
                    .repository,
                    "findCargoRecordsByReference",
                    "List the stored cargos that have a reference",
                    parameters: [
                        .query("type", ReferenceType.schema, "The type of the reference.").required,
                        .query("value", .text(length: 1...100), "Its value.", example: "CSQU3054383").required,
                        .after(TrackingId.schema, "id"), .limit,
                    ],
                    .reply(200, "One page of cargos, ordered by tracking id.", RecordList<Cargo>.schema("CargoRecords"), .link)
                ),
                cargosByReference
            ),
        ]
    }

    private func cargosOfCustomer(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let id = try call.place("customerId") { text throws(DomainError) in try CustomerId(text) }
        let request = try ListCargos.Request.read(try call.parameters(integers: ["limit"]), .query)
        let page = try await kit.store.cargos.findForCustomer(id, after: request.after, limit: request.limit).orProblem(.query)
        return .records(page, call) { $0.text }
    }

    private func cargosOnVoyage(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let number = try call.place("voyageNumber") { text throws(DomainError) in try VoyageNumber(text) }
        let request = try ListCargos.Request.read(try call.parameters(integers: ["limit"]), .query)
        let page = try await kit.store.cargos.findOnVoyage(number, after: request.after, limit: request.limit).orProblem(.query)
        return .records(page, call) { $0.text }
    }

    private func cargosAt(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let location = try call.place("unLocode") { text throws(DomainError) in try UnLocode(text) }
        let request = try ListCargos.Request.read(try call.parameters(integers: ["limit"]), .query)
        let page = try await kit.store.cargos.findAt(location, after: request.after, limit: request.limit).orProblem(.query)
        return .records(page, call) { $0.text }
    }

    private func cargosNeeding(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let need = try call.place("need") { text throws(DomainError) in
            guard let need = AttentionReason(rawValue: text) else { throw .rule(.shapeInvalid) }
            return need
        }
        let request = try ListCargos.Request.read(try call.parameters(integers: ["limit"]), .query)
        let page = try await kit.store.cargos.findNeeding(need, after: request.after, limit: request.limit).orProblem(.query)
        return .records(page, call) { $0.text }
    }

    private func cargosByReference(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request = try FindByReference.Request.read(try call.parameters(integers: ["limit"]), .query)
        let page = try await kit.store.cargos.findByReference(request.reference, after: request.after, limit: request.limit).orProblem(
            .query
        )
        return .records(page, call) { $0.text }
    }
}
#endif
