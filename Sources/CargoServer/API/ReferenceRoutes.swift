#if Server
import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The routes for voyages and locations.
struct ReferenceRoutes: Sendable {
    let kit: CargoKit

    var routes: [Route] {
        [
            Route(.get, "/v1/voyages", .requires(.read), listVoyages),
            Route(.get, "/v1/voyages/{voyageNumber}", .requires(.read), showVoyage),
            Route(.put, "/v1/voyages/{voyageNumber}", .requires(.maintain), putVoyage),
            Route(.get, "/v1/locations", .requires(.read), listLocations),
            Route(.get, "/v1/locations/{unLocode}", .requires(.read), showLocation),
            Route(.put, "/v1/locations/{unLocode}", .requires(.maintain), putLocation),
        ]
    }

    // MARK: Voyages

    private func listVoyages(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try call.parameters(integers: ["limit"])
        let page = try await ListVoyages(kit).execute(try .read(input, .query)).orProblem(.query)
        return list("voyages", page.items, next: page.next?.text, call)
    }

    private func showVoyage(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try call.parameters(path: "voyageNumber")
        let voyage = try await FindVoyage(kit).execute(try .read(input, .query)).orProblem(.query)
        return call.cached(.json(voyage, version: voyage.version))
    }

    /// Registers a new voyage, or replaces the schedule of an existing one.
    private func putVoyage(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let places = FieldPlaces(parameters: ["voyageNumber"])
        let fields = call.values(.ifMatch)
        let mayExist = EntityTagList(call.values(.ifNoneMatch)) != .any
        let wanted: RegisterVoyage.Request = try .read(try await call.fields(path: "voyageNumber"), places)
        if try await !exists(wanted.voyageNumber) {
            if !fields.isEmpty {
                _ = try EntityTag.expectedVersions(ifMatch: fields)
                throw Problem(.voyageNotFound(wanted.voyageNumber))
            }
            switch await RegisterVoyage(kit).execute(wanted) {
            case .success(let registered):
                var response = Response.json(registered, status: .created, version: registered.version)
                response.headers[.location] = "/v1/voyages/" + PercentEncoding.encode(registered.voyageNumber.text)
                return response
            case .failure(let error):
                // Another request may have registered the voyage in the meantime.
                guard error.code == .voyageAlreadyExists else { throw Problem(error, reading: places) }
            }
        }
        guard mayExist else { throw Problem(.preconditionFailed, detail: "The voyage is already registered.") }
        let expected: Int64? =
            fields.isEmpty
            ? nil
            : try await EntityTag.expectedVersion(ifMatch: fields) { () async throws(Problem) in
                try await FindVoyage(kit).execute(.init(voyageNumber: wanted.voyageNumber)).orProblem(places).version
            }
        let request = RescheduleVoyage.Request(voyageNumber: wanted.voyageNumber, schedule: wanted.schedule, expectedVersion: expected)
        let outcome = await RescheduleVoyage(kit).execute(request)
        let rescheduled = fields.isEmpty ? try outcome.orProblem(places) : try outcome.orStale(places)
        return .json(rescheduled, version: rescheduled.version)
    }

    private func exists(_ number: VoyageNumber) async throws(Problem) -> Bool {
        switch await FindVoyage(kit).execute(.init(voyageNumber: number)) {
        case .success: return true
        case .failure(let error):
            guard error.code == .voyageNotFound else { throw Problem(error) }
            return false
        }
    }

    // MARK: Locations

    private func listLocations(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try call.parameters(integers: ["limit"])
        let page = try await ListLocations(kit).execute(try .read(input, .query)).orProblem(.query)
        return list("locations", page.items, next: page.next?.text, call)
    }

    private func showLocation(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try call.parameters(path: "unLocode")
        return .json(try await FindLocation(kit).execute(try .read(input, .query)).orProblem(.query))
    }

    private func putLocation(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let places = FieldPlaces(parameters: ["unLocode"])
        let request: RegisterLocation.Request = try .read(try await call.fields(path: "unLocode"), places)
        let known = await FindLocation(kit).execute(.init(unLocode: request.unLocode))
        if case .failure(let error) = known, error.code != .locationNotFound { throw Problem(error) }
        let location = try await RegisterLocation(kit).execute(request).orProblem(places)
        guard case .failure = known else { return .json(location) }
        var response = Response.json(location, status: .created)
        response.headers[.location] = "/v1/locations/" + location.unLocode.text
        return response
    }

    // MARK: Lists

    private func list(_ name: String, _ items: [some CanonicallyEncodable], next: String?, _ call: Call) -> Response {
        let isNextFirst = "next" < name
        var response = Response.json { writer in
            writer.raw("{")
            if let next, isNextFirst {
                writer.raw(#""next":"#)
                writer.plain(next)
                writer.raw(",")
            }
            writer.plain(name)
            writer.raw(":")
            items.write(to: &writer)
            if let next, !isNextFirst {
                writer.raw(#","next":"#)
                writer.plain(next)
            }
            writer.raw("}")
        }
        if let next { response.headers[.link] = call.nextLink(after: next) }
        return response
    }
}
#endif
