import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The repository API for locations, the outbox and booking reservations, in their stored form.
struct RecordRoutes: Sendable {
    let kit: CargoKit

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .get,
                "/v1/repository/locations",
                .requires(.read),
                Operation(
                    .repository,
                    "pageLocationRecords",
                    "List stored locations, skipping corrupt records",
                    parameters: [.after(UnLocode.schema, "code"), .limit],
                    .reply(200, "One page of the list.", RecordList<Location>.schema("LocationRecords"), .link)
                ),
                locations
            ),
            HTTPRoute(
                .put,
                "/v1/repository/locations",
                .requires(.save),
                Operation(
                    .repository,
                    "saveLocationRecords",
                    "Save locations in one transaction; existing ones are renamed",
                    description: "Saves all locations in the list or none. Other locations stay unchanged.",
                    body: [(.json, RecordList<Location>.schema("LocationRecords"))],
                    .reply(204, "All locations are saved.")
                ),
                saveLocations
            ),
            HTTPRoute(
                .get,
                "/v1/repository/locations/{unLocode}",
                .requires(.read),
                Operation(
                    .repository,
                    "findLocationRecord",
                    "Get a stored location",
                    .reply(200, "The location.", Location.schema),
                    problems: .usual(and: [404])
                ),
                location
            ),
            HTTPRoute(
                .get,
                "/v1/repository/events",
                .requires(.read),
                Operation(
                    .repository,
                    "pageEventRecords",
                    "Read the outbox",
                    parameters: [.afterEvent, .limit],
                    .reply(
                        200,
                        "The events after the given sequence number; empty at the end of the outbox.",
                        RecordList<DomainEvent>.schema("DomainEventRecords", hasPages: false)
                    )
                ),
                events
            ),
            HTTPRoute(
                .get,
                "/v1/repository/booking-reservation",
                .requires(.save),
                Operation(
                    .repository,
                    "findReservation",
                    "Get the reservation of an idempotency key",
                    parameters: [Self.keyParameter],
                    .reply(200, "The reservation, if there is one.", FoundReservation.schema)
                ),
                reservation
            ),
            HTTPRoute(
                .put,
                "/v1/repository/booking-reservation",
                .requires(.save),
                Operation(
                    .repository,
                    "reserveKey",
                    "Reserve an idempotency key",
                    parameters: [Self.keyParameter],
                    body: [(.json, BookingReservation.schema)],
                    .reply(200, "The key's reservation: this one, or an earlier one.", FoundReservation.schema)
                ),
                reserve
            ),
        ]
    }

    private static let keyParameter = Operation.Parameter.query(
        "key",
        .text(pattern: "^[!-~]{1,255}$"),
        "The idempotency key.",
        example: "order-1"
    ).required

    private func locations(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request = try ListLocations.Request.read(try call.parameters(integers: ["limit"]), .query)
        let page = try await kit.store.locations.findPage(after: request.after, limit: request.limit).orProblem(.query)
        return .records(page, call) { $0.text }
    }

    /// Saves all of the given locations or none; other locations stay unchanged.
    private func saveLocations(_ call: Call) async throws(Problem) -> Response {
        try call.refuseQuery()
        let list = try await call.record(isBatch: true, as: RecordList<Location>.self)
        guard list.next == nil, list.position == nil else {
            throw Problem(.shapeInvalid(path: list.next == nil ? "position" : "next"))
        }
        try await kit.store.locations.save(list.items).orProblem()
        call.trail.note(ids: list.items.map(\.unLocode.text))
        return Response(status: .noContent)
    }

    private func location(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        try call.refuseQuery()
        let code = try call.place("unLocode") { text throws(DomainError) in try UnLocode(text) }
        return .json(try await kit.store.locations.findByUnLocode(code).orProblem())
    }

    private func events(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request = try ReadEvents.Request.read(try call.parameters(integers: ["after", "limit"]), .query)
        let events = await kit.store.events.events(after: request.after, limit: request.limit)
        return .json(RecordList(try events.orProblem(.query)))
    }

    private func reservation(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        return .json(FoundReservation(try await kit.store.idempotencyKeys.find(try Self.key(of: call)).orProblem()))
    }

    /// Reserves a key, or returns its existing reservation.
    private func reserve(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let key = try Self.key(of: call)
        let reservation = try await call.record(as: BookingReservation.self)
        return .json(FoundReservation(try await kit.store.idempotencyKeys.reserve(key, for: reservation).orProblem()))
    }

    /// The key from the query.
    ///
    /// It can't be a path segment because it could be `..`.
    private static func key(of call: Call) throws(Problem) -> IdempotencyKey {
        guard case .object(let members) = try call.parameters(), members.allSatisfy({ $0.name == "key" }), let key = members.first else {
            throw Problem(.validationFailed([.init(path: "key", code: .fieldRequired)]), reading: .query)
        }
        return try reading(.query) { () throws(DomainError) in
            do throws(DomainError) {
                return try IdempotencyKey(key.value.asText ?? "")
            } catch {
                throw .validationFailed([.init(path: "key", code: error.code)])
            }
        }
    }
}
