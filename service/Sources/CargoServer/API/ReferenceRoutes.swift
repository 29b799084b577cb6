import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The routes for voyages and locations.
struct ReferenceRoutes: Sendable {
    let kit: CargoKit

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .get,
                "/v1/voyages",
                .requires(.read),
                Operation(
                    .reference,
                    "listVoyages",
                    "List voyages by number",
                    parameters: [.after(VoyageNumber.schema, "number"), .limit],
                    .reply(200, "One page of the list.", VoyageList.schema, .link)
                ),
                listVoyages
            ),
            HTTPRoute(
                .get,
                "/v1/voyages/{voyageNumber}",
                .requires(.read),
                Operation(
                    .reference,
                    "findVoyage",
                    "Get a voyage",
                    parameters: [.ifNoneMatch],
                    .reply(200, "The voyage.", VoyageView.schema, .eTag),
                    .notModified(),
                    problems: .usual(and: [404])
                ),
                showVoyage
            ),
            HTTPRoute(
                .put,
                "/v1/voyages/{voyageNumber}",
                .requires(.maintain),
                Operation(
                    .reference,
                    "putVoyage",
                    "Register or reschedule a voyage",
                    parameters: [
                        .optionalIfMatch,
                        .header(
                            "If-None-Match",
                            .text(),
                            "`*` registers a new voyage and never reschedules an existing one; other values have no effect.",
                            example: "*"
                        ),
                        .dryRun,
                    ],
                    body: [(.json, RegisterVoyage.Request.schema.without("voyageNumber", named: "Schedule"))],
                    .reply(
                        200,
                        "The voyage has the new schedule. The response lists the affected cargos.",
                        RescheduleVoyage.Response.schema,
                        .eTag
                    ),
                    .reply(201, "Newly registered.", RegisterVoyage.Response.schema, .eTag, .location),
                    problems: .usual(and: [404, 409, 412])
                ),
                putVoyage
            ),
            HTTPRoute(
                .get,
                "/v1/locations",
                .requires(.read),
                Operation(
                    .reference,
                    "listLocations",
                    "List locations by code",
                    parameters: [
                        .query(
                            "containing",
                            .text(),
                            "Text that the code or the name contains, ignoring case; all locations if absent.",
                            example: "hong"
                        ),
                        .after(UnLocode.schema, "code"), .limit,
                    ],
                    .reply(200, "One page of the list.", LocationList.schema, .link)
                ),
                listLocations
            ),
            HTTPRoute(
                .get,
                "/v1/locations/{unLocode}",
                .requires(.read),
                Operation(
                    .reference,
                    "findLocation",
                    "Get a location",
                    .reply(200, "The location.", Location.schema),
                    problems: .usual(and: [404])
                ),
                showLocation
            ),
            HTTPRoute(
                .put,
                "/v1/locations/{unLocode}",
                .requires(.maintain),
                Operation(
                    .reference,
                    "putLocation",
                    "Register or rename a location",
                    parameters: [.dryRun],
                    body: [(.json, RegisterLocation.Request.schema.without("unLocode", named: "LocationName"))],
                    .reply(200, "The location has the new name.", Location.schema),
                    .reply(201, "Newly registered.", Location.schema, .location)
                ),
                putLocation
            ),
        ]
    }

    // MARK: Voyages

    private func listVoyages(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try call.parameters(integers: ["limit"])
        let page = try await ListVoyages(kit).execute(try .read(input, .query)).orProblem(.query)
        return list(VoyageList(voyages: page.items, next: page.next), next: page.next?.text, call)
    }

    private func showVoyage(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try call.parameters(path: ["voyageNumber"])
        let voyage = try await FindVoyage(kit).execute(try .read(input, .query)).orProblem(.query)
        return call.cached(.json(voyage, version: voyage.version))
    }

    /// Registers a new voyage, or replaces the schedule of an existing one.
    private func putVoyage(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let places = FieldPlaces(parameters: ["voyageNumber"])
        let fields = call.values(.ifMatch)
        let kit = try call.kit(kit)
        let mayExist = EntityTagList(call.values(.ifNoneMatch)) != .any
        let wanted: RegisterVoyage.Request = try .read(try await call.fields(query: [Call.dryRun], path: ["voyageNumber"]), places)
        if try call.flag(Call.dryRun) { call.trail.note(ids: []) }
        if try await !exists(wanted.voyageNumber) {
            if !fields.isEmpty {
                _ = try EntityTag.expectedVersions(ifMatch: fields)
                throw Problem(.voyageNotFound(wanted.voyageNumber))
            }
            switch await RegisterVoyage(kit).execute(wanted) {
            case .success(let registered):
                var response = Response.json(registered, status: .created, version: registered.version)
                response.headers[.location] = "/v1/voyages/" + PercentEncoding.encode(registered.voyageNumber.text)
                return try call.checked(response)
            case .failure(let error):
                // Another request may have registered the voyage in the meantime.
                guard error.code == .voyageAlreadyExists else { throw Problem(error, reading: places) }
            }
        }
        guard mayExist else { return try await unchanged(wanted, kit, places) }
        let expected: Int64? =
            fields.isEmpty
            ? nil
            : try await EntityTag.expectedVersion(ifMatch: fields) { () async throws(Problem) in
                try await FindVoyage(kit).execute(.init(voyageNumber: wanted.voyageNumber)).orProblem(places).version
            }
        let request = RescheduleVoyage.Request(voyageNumber: wanted.voyageNumber, schedule: wanted.schedule, expectedVersion: expected)
        let outcome = await RescheduleVoyage(kit).execute(request)
        let rescheduled = fields.isEmpty ? try outcome.orProblem(places) : try outcome.orStale(places)
        return try call.checked(.json(rescheduled, version: rescheduled.version))
    }

    /// Leaves a registered voyage as it is: one that is as the request asks was registered by it, or by an equal one.
    private func unchanged(_ wanted: RegisterVoyage.Request, _ kit: CargoKit, _ places: FieldPlaces) async throws(Problem) -> Response {
        do throws(Problem) {
            let registered = try await RegisterVoyage(kit).execute(wanted).orProblem(places)
            let version = registered.version
            return .json(
                RescheduleVoyage.Response(affectedCargos: [], version: version, voyageNumber: wanted.voyageNumber),
                version: version
            )
        } catch {
            var problem = error
            if error.code == DomainError.Code.voyageAlreadyExists.rawValue { problem.status = TransportFault.preconditionFailed.status }
            throw problem
        }
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
        return list(LocationList(locations: page.items, next: page.next), next: page.next?.text, call)
    }

    private func showLocation(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try call.parameters(path: ["unLocode"])
        return .json(try await FindLocation(kit).execute(try .read(input, .query)).orProblem(.query))
    }

    private func putLocation(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let places = FieldPlaces(parameters: ["unLocode"])
        let kit = try call.kit(kit)
        let request: RegisterLocation.Request = try .read(try await call.fields(query: [Call.dryRun], path: ["unLocode"]), places)
        if try call.flag(Call.dryRun) { call.trail.note(ids: []) }
        let known = await FindLocation(kit).execute(.init(unLocode: request.unLocode))
        if case .failure(let error) = known, error.code != .locationNotFound { throw Problem(error) }
        let location = try await RegisterLocation(kit).execute(request).orProblem(places)
        guard case .failure = known else { return .json(location) }
        var response = Response.json(location, status: .created)
        response.headers[.location] = "/v1/locations/" + location.unLocode.text
        return try call.checked(response)
    }

    // MARK: Lists

    private func list(_ page: some WireObject, next: String?, _ call: Call) -> Response {
        var response = Response.json(page)
        if let next { response.headers[.link] = call.nextLink(after: next) }
        return response
    }
}
