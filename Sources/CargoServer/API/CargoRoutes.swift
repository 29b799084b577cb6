#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import Hummingbird

/// Booking cargos and looking at them.
struct CargoRoutes: Sendable {
    let environment: CargoApplication.Environment

    var routes: [Route] {
        [
            Route(.post, "/v1/cargos", .role(.clerk), book),
            Route(.get, "/v1/cargos", .role(.clerk), list),
            Route(.get, "/v1/cargos/{trackingId}", .role(.clerk), show),
            Route(.get, "/v1/cargos/{trackingId}/tracking", .role(.tracking), track),
            Route(.get, "/v1/cargos/{trackingId}/handling-events", .role(.clerk), handlingEvents),
        ]
    }

    private func book(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try await call.fields()
        let key = try idempotencyKey(of: call)
        let request = try reading(FieldPlaces()) { () throws(DomainError) in try BookCargo.Request(input, idempotencyKey: key) }
        let booked = try await BookCargo(environment).execute(request).orProblem()
        var response = Response.json(booked, status: .created)
        response.headers[.location] = "/v1/cargos/" + booked.trackingId.text
        return response
    }

    private func idempotencyKey(of call: Call) throws(Problem) -> IdempotencyKey? {
        let fields = call.values(.idempotencyKey)
        guard let field = fields.first else { return nil }
        guard fields.count == 1 else { throw Problem(.headerInvalid, detail: "Idempotency-Key stands there more than once.") }
        return try reading(FieldPlaces()) { () throws(DomainError) in try IdempotencyKey(field) }
    }

    private func list(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        // The use case calls the customer by a longer name.
        let input = try call.parameters(integers: ["limit"], renaming: ["customer": "customerId"])
        let places = FieldPlaces(hasNoBody: true, names: ["customerId": "customer"])
        let list =
            input["customerId"] == nil
            ? try await ListCargos(environment).execute(try .read(input, places)).orProblem(places)
            : try await ListCargosForCustomer(environment).execute(try .read(input, places)).orProblem(places)
        var response = Response.json(list)
        if let next = list.next { response.headers[.link] = call.nextLink(after: next.text) }
        return response
    }

    private func show(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request: FindCargo.Request = try .read(try call.parameters(path: "trackingId"), .query)
        let cargo = try await FindCargo(environment).execute(request).orProblem(.query)
        if EntityTag.isKnown(cargo.version, ifNoneMatch: call.values(.ifNoneMatch)) {
            return Response(status: .notModified, headers: [.eTag: EntityTag.of(cargo.version), .cacheControl: "private, no-cache"])
        }
        var response = Response.json(cargo, version: cargo.version)
        response.headers[.cacheControl] = "private, no-cache"
        return response
    }

    private func track(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let showsCustomer = call.caller.role.map { $0 >= .clerk } ?? false
        let input = try call.parameters(path: "trackingId")
        do throws(Problem) {
            let view = try await TrackCargo(environment).execute(try .read(input, .query)).orProblem(.query)
            return .json { view.write(to: &$0, showsCustomer: showsCustomer) }
        } catch {
            // Whoever may only track learns nothing of an id but that there is nothing to see.
            let isAboutId = error.status == 404 || error.errors.contains { $0.place == .parameter("trackingId") }
            throw !showsCustomer && isAboutId ? Problem(.rule(.cargoNotFound)) : error
        }
    }

    private func handlingEvents(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request: ListHandlingEvents.Request = try .read(try call.parameters(path: "trackingId"), .query)
        let events = try await ListHandlingEvents(environment).execute(request).orProblem(.query)
        return .json { writer in
            writer.raw(#"{"handlingEvents":"#)
            events.write(to: &writer)
            writer.raw("}")
        }
    }
}
#endif
