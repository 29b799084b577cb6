import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire
import Hummingbird

/// The routes that book, read and track cargos.
struct CargoRoutes: Sendable {
    let kit: CargoKit
    let keeper: Gatekeeper
    private let views: TrackingViewCache

    init(kit: CargoKit, keeper: Gatekeeper) {
        self.kit = kit
        self.keeper = keeper
        views = TrackingViewCache(kit)
    }

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .post,
                "/v1/cargos",
                .requiresOrOwns(.operate),
                Operation(
                    .cargos,
                    "bookCargo",
                    "Book cargos",
                    description: """
                        Accepts one booking as JSON or, unless the token is a customer's, a batch as CSV or JSON Lines. \
                        \(RowBatch.description(doing: "books"))

                        A row of a batch may have an idempotency key and references, each with its type, separated by semicolons in CSV. A \
                        row without a key is known again by its content; of equal rows without a key and a tracking id, each is a cargo.
                        """,
                    parameters: [IdempotencyKeyField.parameter, .dryRun],
                    body: [
                        (.json, BookCargo.Request.bookingSchema), (.csv, .text(example: .text(Self.csvExample))),
                        (.jsonLines, .any.showing(.text(Self.linesExample))),
                    ],
                    .reply(
                        200,
                        "The batch was taken: one result per row.",
                        [(.jsonLines, .text(example: .text(Self.resultExample)))]
                    ),
                    .reply(201, "The cargo is booked, now or earlier with this key.", BookCargo.Response.schema, .location, .eTag),
                    mentioning: [RowResult.schema],
                    problems: .usual(and: [404, 409])
                ),
                book
            ),
            HTTPRoute(
                .get,
                "/v1/cargos",
                .requiresOrOwns(.read),
                Operation(
                    .cargos,
                    "listCargos",
                    "List cargos by tracking id",
                    parameters: [
                        .query("customer", CustomerId.schema, "Only cargos of this customer; all cargos if absent."),
                        .query(
                            "reference",
                            .text(length: 1...200),
                            """
                            Only cargos with this reference, of any type or of one that is named: `MSKU1234565`, `BOOKING:ABC709951`. \
                            Spaces, hyphens and lower case are ignored in container numbers. Not together with `customer`.
                            """,
                            example: "CSQU3054383"
                        ),
                        .query(
                            Self.whole,
                            .boolean,
                            "Whether to return whole cargos, as `GET /v1/cargos/{trackingId}` does, instead of summaries (`WholeCargoList`); false if absent.",
                            example: true
                        ),
                    ] + CargoFilter.conditions.map(Operation.Parameter.query) + [.after(TrackingId.schema, "id"), .limit],
                    .reply(200, "One page of the list.", .oneOf([CargoList.schema, WholeCargoList.schema]), .link)
                )
            ) { call async throws(Problem) in
                try await keeper.turns.run(call.caller) { () async throws(Problem) in try await list(call) }
            },
            HTTPRoute(
                .get,
                "/v1/cargos/{trackingId}",
                .requiresOrOwns(.read),
                Operation(
                    .cargos,
                    "findCargo",
                    "Get a cargo",
                    parameters: [.ifNoneMatch],
                    .reply(200, "The cargo.", Cargo.schema, .eTag),
                    .notModified(),
                    problems: .usual(and: [404])
                ),
                show
            ),
            HTTPRoute(
                .get,
                "/v1/cargos/{trackingId}/tracking",
                .requiresOrOwns(.track),
                Operation(
                    .cargos,
                    "trackCargo",
                    "Track a cargo",
                    parameters: [.ifNoneMatch],
                    .reply(
                        200,
                        "The tracking view; for callers who may only track, without the customer and any reasons, and with the box as its only reference.",
                        CargoTrackingView.schema,
                        .viewETag
                    ),
                    .notModified(.viewETag),
                    problems: .usual(and: [404])
                ),
                promptly: kept,
                track
            ),
            HTTPRoute(
                .get,
                "/v1/cargos/{trackingId}/handling-events",
                .requiresOrOwns(.read),
                Operation(
                    .handling,
                    "listHandlingEvents",
                    "List a cargo's handling events",
                    .reply(200, "The events, ordered as in HND-4.", HandlingEventList.schema),
                    problems: .usual(and: [404])
                ),
                handlingEvents
            ),
            HTTPRoute(
                .get,
                "/v1/cargos/{trackingId}/handling-events/{event}",
                .requiresOrOwns(.read),
                Operation(
                    .handling,
                    "getHandlingEvent",
                    "Get a handling event",
                    .reply(200, "The event.", HandlingEvent.schema),
                    problems: .usual(and: [404])
                ),
                handlingEvent
            ),
        ]
    }

    private static let whole = "whole"
    private static let csvExample = """
        origin,destination,arrival_deadline,customer_id,references
        HKHKG,SESTO,2100-01-01T00:00:00Z,ACME,container:CSQU3054383;booking:ABC709951

        """
    private static let linesExample = """
        {"arrivalDeadline": "2100-01-01T00:00:00.000Z", "customerId": "ACME", "destination": "SESTO", "idempotencyKey": "order-1", \
        "origin": "HKHKG", "references": [{"type": "CONTAINER", "value": "CSQU3054383"}]}

        """
    private static let resultExample = #"{"line":2,"result":"added","trackingId":"7K3M9QX2R5TB"}"# + "\n"

    private func book(_ call: Call) async throws(Problem) -> Response {
        // A customer may book so many cargos a day, one by one.
        let kind = try call.caller.customer == nil ? call.content(of: .json, .csv, .jsonLines) : call.content(of: .json)
        switch kind {
        case .csv, .jsonLines:
            guard call.values(.idempotencyKey).isEmpty else {
                throw Problem(.headerInvalid, detail: "A batch has its idempotency keys in its rows.")
            }
            let rows = ImportBookings(kit, isDryRun: try call.flag(Call.dryRun))
            return try await RowBatch(rows, .bookings, namesCargos: true).answer(call, kind)
        case .json, .eventStream, .problem, .text, .html, .form:
            return try await bookOne(call)
        }
    }

    private func bookOne(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let fields = try call.owned(try await call.fields(query: [Call.dryRun]))
        let input = try reading(FieldPlaces()) { () throws(DomainError) in try fields.asBooking }
        let isDryRun = try call.flag(Call.dryRun)
        let kit = try call.kit(kit.seen(by: call.caller))
        let key = try idempotencyKey(of: call)
        let request = try reading(FieldPlaces()) { () throws(DomainError) in try BookCargo.Request(booking: input, idempotencyKey: key) }
        if !isDryRun { try keeper.countBooking(of: call.caller) }
        let booked = try await BookCargo(kit).execute(request).orProblem()
        call.trail.note(ids: isDryRun ? [] : [booked.trackingId.text])
        var response = Response.json(booked, status: .created)
        response.headers[.location] = "/v1/cargos/" + booked.trackingId.text
        let isFirst = key == nil && request.references.isEmpty
        if let version = await version(of: booked.trackingId, kit, isFirst: isFirst) { response.headers[.eTag] = EntityTag.of(version) }
        return try call.checked(response)
    }

    /// The version of the cargo that was just booked.
    ///
    /// With an idempotency key, it may have been booked earlier and changed since; each reference is a change.
    ///
    /// A failure here doesn't undo the booking, so the response then has no entity tag.
    private func version(of trackingId: TrackingId, _ kit: CargoKit, isFirst: Bool) async -> Int64? {
        guard !isFirst else { return 1 }
        guard case .success(let cargo) = await FindCargo(kit).execute(.init(trackingId: trackingId)) else { return nil }
        return cargo.version
    }

    private func idempotencyKey(of call: Call) throws(Problem) -> IdempotencyKey? {
        let fields = call.values(.idempotencyKey)
        guard let field = fields.first else { return nil }
        guard fields.count == 1 else { throw Problem(.headerInvalid, detail: "Idempotency-Key appears more than once.") }
        guard let text = IdempotencyKeyField.key(field) else {
            throw Problem(.headerInvalid, detail: "Idempotency-Key must be a string, such as \"order-1\", with or without the quotes.")
        }
        return try reading(FieldPlaces()) { () throws(DomainError) in try IdempotencyKey(text) }
    }

    private func list(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let kit = kit.seen(by: call.caller)
        // The use case's own name for the parameter is longer.
        let input = try call.parameters(integers: ["limit"], renaming: ["customer": "customerId"], besides: [Self.whole])
        let isWhole = try call.flag(Self.whole)
        let places = FieldPlaces(hasNoBody: true, names: ["customerId": "customer"])
        guard case .object(let members) = input else { throw Problem(.notFound) }
        let filter = try CargoFilter.read(Input(members: members.filter { CargoFilter.names.contains($0.name) }), places)
        // A customer's own code changes nothing.
        let isEveryone = input["customerId"] == nil || input["customerId"]?.asText == call.caller.customer?.text
        let page = Input(
            members: members.filter {
                !CargoFilter.names.contains($0.name) && $0.name != "reference" && !(isEveryone && $0.name == "customerId")
            }
        )
        let list: CargoList
        if let reference = input["reference"]?.asText {
            let lookup = TypedLookup(reference).withoutTrackingId
            guard !lookup.isEmpty else {
                throw Problem(.validationFailed([.init(path: "reference", code: .referenceInvalid)]), reading: .query)
            }
            let request = try ListCargos.Request.read(page, places)
            list = try await kit.lookUp(lookup, filter: filter, after: request.after, limit: request.limit)
                .orProblem(places)
        } else if isEveryone {
            let request = try ListCargos.Request.read(page, places)
            list = try await ListCargos(kit).execute(.init(filter: filter, after: request.after, limit: request.limit)).orProblem(places)
        } else {
            let request = try ListCargosForCustomer.Request.read(page, places)
            list = try await ListCargosForCustomer(kit)
                .execute(.init(customerId: request.customerId, filter: filter, after: request.after, limit: request.limit))
                .orProblem(places)
        }
        var response = isWhole ? Response.json(WholeCargoList(list, at: kit.clock.now())) : .json(list)
        if let next = list.next { response.headers[.link] = call.nextLink(after: next.text) }
        return response
    }

    private func show(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request: FindCargo.Request = try .read(try call.parameters(path: ["trackingId"]), .query)
        let cargo = try await FindCargo(kit.seen(by: call.caller)).execute(request).orProblem(.query)
        return call.cached(.json(cargo, version: cargo.version))
    }

    private func track(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let showsCustomer = call.caller.may(.read) || call.caller.customer != nil
        let input = try call.parameters(path: ["trackingId"])
        do throws(Problem) {
            let request = try CargoRequest.read(input, .query)
            var views = views
            if call.caller.customer != nil {
                // Kept views are everyone's. Who doesn't find the cargo in the store may find it in an archive.
                let own = kit.seen(by: call.caller)
                if case .failure = await FindCargo(own).execute(request) { views = TrackingViewCache(own) }
            }
            let view = try await views.view(of: request, showsCustomer: showsCustomer).orProblem(.query)
            var response = Response(media: .json, buffer: view.bytes)
            // The view also contains locations and voyages, which change without a new version of the cargo.
            response.headers[.eTag] = view.tag
            return call.cached(response)
        } catch {
            // A caller who may only track must not learn whether the id is malformed, unknown or hidden.
            let isAboutId = error.status == 404 || error.errors.contains { $0.place == .parameter("trackingId") }
            throw !showsCustomer && isAboutId ? Problem(.rule(.cargoNotFound)) : error
        }
    }

    /// Responds with the view that is kept, if it is still current.
    private func kept(_ call: Call) -> Reply? {
        guard call.caller.customer == nil, Media.preferred(of: [.json], accept: call.values(.accept)) != nil, call.target.query.isEmpty
        else { return nil }
        guard case .success(let trackingId) = Result(catching: { () throws(DomainError) in try TrackingId(call["trackingId"]) }),
            let view = views.keptView(of: trackingId, showsCustomer: call.caller.may(.read))
        else { return nil }
        return call.cached(view.bytes, .json, tag: view.tag)
    }

    private func handlingEvent(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request: ListHandlingEvents.Request = try .read(try call.parameters(path: ["trackingId"]), .query)
        guard let name = HandlingEventName(call["event"]) else { throw Problem(.notFound) }
        let events = try await ListHandlingEvents(kit.seen(by: call.caller)).execute(request).orProblem(.query)
        guard let event = events.first(where: { HandlingEventName($0) == name }) else { throw Problem(.notFound) }
        return .json(event)
    }

    private func handlingEvents(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request: ListHandlingEvents.Request = try .read(try call.parameters(path: ["trackingId"]), .query)
        let events = try await ListHandlingEvents(kit.seen(by: call.caller)).execute(request).orProblem(.query)
        return .json(HandlingEventList(handlingEvents: events))
    }
}

extension Call {
    /// The fields of a booking; a customer books for themselves, under an id that the store draws: whether an id is free says whether others
    /// have it.
    fileprivate func owned(_ input: Input) throws(Problem) -> Input {
        guard let customer = caller.customer, case .object(let members) = input else { return input }
        var failures: [DomainError.FieldError] = []
        if let given = input["customerId"], given.asText.map({ !$0.hasSameScalars(as: customer.text) }) ?? true {
            failures.append(.init(path: "customerId", code: .customerIdInvalid))
        }
        for name in ["references", "trackingId"] where input[name] != nil { failures.append(.init(path: name, code: .shapeInvalid)) }
        guard failures.isEmpty else { throw Problem(.validationFailed(failures), reading: FieldPlaces()) }
        return Input(members: members.filter { $0.name != "customerId" } + [.init(name: "customerId", value: .text(customer.text))])
    }
}
