import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The route that erases a customer.
struct CustomerRoutes: Sendable {
    let kit: CargoKit

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .post,
                "/v1/customers/{customerId}/erasure",
                .requires(.maintain),
                Operation(
                    .operations,
                    "eraseCustomer",
                    "Replace everything that says something of a customer",
                    description: """
                        A pseudonym takes the place of the customer's id in their cargos and in domain events. References, reasons, idempotency keys and the \
                        customer's subscriptions go. Each cargo raises `CustomerErased`. Archives, backups and what was sent can't be erased here.
                        """,
                    body: [(.json, CustomerErasure.schema)],
                    .reply(200, "What was erased; empty lists and zeros if nothing was held.", ErasureReport.schema),
                    problems: .usual(and: [501])
                ),
                erase
            )
        ]
    }

    private func erase(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        try call.refuseQuery()
        let request = try CustomerErasure.read(try await call.fields(), FieldPlaces())
        let customer = try reading(FieldPlaces()) { () throws(DomainError) in try CustomerId(call["customerId"]) }
        let pseudonym = try reading(FieldPlaces()) { () throws(DomainError) in try EraseCustomer.pseudonym() }
        let erased = try await EraseCustomer(kit).execute(customer, as: pseudonym).orProblem(.query)
        call.trail.note(ids: erased.isEmpty ? [] : erased.cargos.map(\.text) + [pseudonym.text])
        call.trail.note(reason: request.reason.text)
        return .json(ErasureReport(erased, archivedCargos: 0, pseudonym: pseudonym))
    }
}
