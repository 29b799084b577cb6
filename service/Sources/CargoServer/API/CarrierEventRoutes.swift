import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The routes for carriers' events that couldn't be applied when they came.
struct CarrierEventRoutes: Sendable {
    let desk: CarrierEventDesk
    let keeper: Gatekeeper

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .get,
                "/v1/carrier-events",
                .requires(.read),
                Operation(
                    .handling,
                    "listCarrierEvents",
                    "List carriers' events that are kept, by id",
                    description: """
                        An event that can't be applied when it comes is kept. Registering what it waits for applies it, in the order of the events' times.
                        """,
                    parameters: CarrierEventQuery.conditions.map { .query($0) } + [.after(CarrierEventId.schema, "id"), .limit],
                    .reply(200, "One page of the list.", CarrierEventList.schema, .link)
                ),
                list
            ),
            HTTPRoute(
                .get,
                "/v1/carrier-events/{carrierEventId}",
                .requires(.read),
                Operation(
                    .handling,
                    "findCarrierEvent",
                    "Get a carrier's event that is kept",
                    .reply(200, "The event, with what was received.", CarrierEventView.schema),
                    problems: .usual(and: [404])
                ),
                show
            ),
            HTTPRoute(
                .post,
                "/v1/carrier-events/{carrierEventId}/retry",
                .requires(.operate),
                Operation(
                    .handling,
                    "retryCarrierEvent",
                    "Try to apply a carrier's event again",
                    description: "An event that is settled stays as it is.",
                    .reply(200, "The event as it is now.", CarrierEventView.schema),
                    problems: .usual(and: [404])
                ),
                retry
            ),
            HTTPRoute(
                .post,
                "/v1/carrier-events/{carrierEventId}/dismissal",
                .requires(.operate),
                Operation(
                    .handling,
                    "dismissCarrierEvent",
                    "Dismiss a carrier's event, which is then never applied",
                    description: "An event that is settled stays as it is.",
                    body: [(.json, CarrierEventDismissal.schema)],
                    .reply(200, "The event as it is now.", CarrierEventView.schema),
                    problems: .usual(and: [404])
                ),
                dismiss
            ),
        ]
    }

    private func list(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let query = try CarrierEventQuery.read(try call.parameters(integers: ["limit"]), .query)
        let page = try await keeper.turns.run(call.caller) { () async throws(Problem) in
            try await asking { () async throws(DomainError) in
                try await desk.list(query.status, of: query.carrier, because: query.reason, after: query.after, limit: query.limit)
            }
        }
        var response = Response.json(CarrierEventList(carrierEvents: page.items.map { view($0) }, next: page.next))
        if let next = page.next { response.headers[.link] = call.nextLink(after: next.text) }
        return response
    }

    private func show(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        try call.refuseQuery()
        let id = try call.carrierEventId
        return try answer(try await asking { () async throws(DomainError) in try await desk.find(id) })
    }

    private func retry(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        try call.refuseQuery()
        let id = try call.carrierEventId
        let event = try await asking { () async throws(DomainError) in try await desk.retry(id) }
        if event != nil { call.trail.note(ids: [id.text]) }
        return try answer(event)
    }

    private func dismiss(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request = try CarrierEventDismissal.read(try await call.fields(), FieldPlaces())
        let id = try call.carrierEventId
        let name = call.caller.name
        let event = try await asking { () async throws(DomainError) in try await desk.dismiss(id, by: name, because: request.reason) }
        if event != nil { call.trail.note(ids: [id.text]) }
        return try answer(event)
    }

    private func answer(_ event: CarrierEvent?) throws(Problem) -> Response {
        guard let event else { throw Problem(.carrierEventNotFound) }
        return .json(view(event, isWhole: true))
    }

    private func view(_ event: CarrierEvent, isWhole: Bool = false) -> CarrierEventView {
        CarrierEventView(event, desk.message(of: event), words: { $0.text(in: .english) }, isWhole: isWhole)
    }
}

/// Asks the desk, and converts its error to a problem.
func asking<Value>(_ step: () async throws(DomainError) -> Value) async throws(Problem) -> Value {
    do throws(DomainError) { return try await step() } catch { throw Problem(error) }
}

extension Call {
    /// The id in the path; one that is invalid is treated like one that is unknown.
    var carrierEventId: CarrierEventId {
        get throws(Problem) {
            do throws(DomainError) { return try CarrierEventId(self["carrierEventId"]) } catch { throw Problem(.carrierEventNotFound) }
        }
    }
}

/// A page of carriers' events.
struct CarrierEventList: WireObject {
    static let form = ObjectForm<CarrierEventList>(
        "CarrierEventList",
        .member("carrierEvents", \.carrierEvents),
        .optional("next", \.next)
    )

    let carrierEvents: [CarrierEventView]
    let next: CarrierEventId?
}
