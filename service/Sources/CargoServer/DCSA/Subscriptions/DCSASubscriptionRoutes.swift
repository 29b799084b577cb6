import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The subscriptions of DCSA Track and Trace 2.2.
struct DCSASubscriptionRoutes: Sendable {
    let kit: CargoKit
    let policy: EndpointPolicy
    let keeper: Gatekeeper

    private static let root: PathTemplate = "/v2/event-subscriptions"
    private static let one: PathTemplate = "/v2/event-subscriptions/{subscriptionID}"

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .get,
                Self.root,
                .requiresOrOwns(.read),
                Operation(
                    .dcsa,
                    "dcsaSubscriptions",
                    "List subscriptions in the format of DCSA Track and Trace 2.2",
                    description: """
                        Lists paused ones, too, which `/v1/subscriptions/{subscriptionId}/state` resumes. A customer's list has their own.
                        """,
                    parameters: DCSASubscriptionPage.parameters + [DCSARoutes.version],
                    .reply(
                        200,
                        "One page of subscriptions.",
                        .named("DCSASubscriptions", listOf: DCSASubscriptionView.schema),
                        .apiVersion,
                        .currentPage,
                        .nextPage,
                        .prevPage,
                        .lastPage,
                        .firstPage
                    )
                ),
                list
            ),
            HTTPRoute(
                .post,
                Self.root,
                .requiresOrOwns(.operate),
                Operation(
                    .dcsa,
                    "addDCSASubscription",
                    "Subscribe to events in the format of DCSA Track and Trace 2.2",
                    description: """
                        A relay (`cargo-server relay subscriptions`) posts a JSON array of the events that match every filter to callbackUrl: at least \
                        once, in the order of creation, from now on. Subscription-ID names the subscription, API-Version the standard, and \
                        Notification-Signature is `sha256=` and the hexadecimal HMAC-SHA-256 of the body with the bytes of the secret. The deprecated \
                        Signature is left out. A status of 2xx acknowledges a callback; 410 pauses the subscription.
                        """,
                    parameters: [DCSARoutes.version],
                    body: [(.json, DCSASubscriptionRequest.schema)],
                    .reply(201, "The subscription is active.", DCSASubscriptionView.schema, .apiVersion, .location),
                    problems: .usual(and: [409])
                ),
                add
            ),
            HTTPRoute(
                .get,
                Self.one,
                .requiresOrOwns(.read),
                Operation(
                    .dcsa,
                    "dcsaSubscription",
                    "Return a subscription in the format of DCSA Track and Trace 2.2",
                    parameters: [DCSARoutes.version],
                    .reply(200, "The subscription, without its secret.", DCSASubscriptionView.schema, .apiVersion),
                    problems: .usual(and: [404])
                ),
                show
            ),
            HTTPRoute(
                .put,
                Self.one,
                .requiresOrOwns(.operate),
                Operation(
                    .dcsa,
                    "changeDCSASubscription",
                    "Replace the callback and the filters of a subscription",
                    parameters: [DCSARoutes.version],
                    body: [(.json, DCSASubscriptionChange.schema)],
                    .reply(200, "The subscription is changed.", DCSASubscriptionView.schema, .apiVersion),
                    problems: .usual(and: [404])
                ),
                change
            ),
            HTTPRoute(
                .delete,
                Self.one,
                .requiresOrOwns(.operate),
                Operation(
                    .dcsa,
                    "removeDCSASubscription",
                    "Stop a subscription",
                    parameters: [DCSARoutes.version],
                    .reply(204, "The subscription is gone.", nil, .apiVersion),
                    problems: .usual(and: [404])
                ),
                remove
            ),
            HTTPRoute(
                .put,
                "/v2/event-subscriptions/{subscriptionID}/secret",
                .requiresOrOwns(.operate),
                Operation(
                    .dcsa,
                    "replaceDCSASecret",
                    "Replace the secret of a subscription",
                    description: "Callbacks are signed with the new secret at once.",
                    parameters: [DCSARoutes.version],
                    body: [(.json, DCSASecretRequest.schema)],
                    .reply(204, "The secret is replaced.", nil, .apiVersion),
                    problems: .usual(and: [404])
                ),
                replaceSecret
            ),
        ]
    }

    private func desk(_ call: Call) throws(Problem) -> ManageSubscriptions {
        _ = try call.preferred(of: .json)
        try DCSARoutes.checkVersion(of: call)
        if call.request.method != .get { try keeper.countSubscription(of: call.caller) }
        return try reading(FieldPlaces()) { () throws(DomainError) in try ManageSubscriptions(kit, owner: call.caller.customer) }
    }

    /// Treats an id that is invalid like one that is unknown.
    private func id(_ call: Call) throws(Problem) -> SubscriptionId {
        do throws(DomainError) { return try SubscriptionId(call["subscriptionID"]) } catch { throw Problem(.subscriptionNotFound) }
    }

    /// The id of a subscription that exists and has the format of DCSA.
    private func known(_ call: Call, _ desk: ManageSubscriptions) async throws(Problem) -> Subscription {
        guard let found = try await desk.find(try id(call)).orProblem(), found.dcsaFilter != nil else {
            throw Problem(.subscriptionNotFound)
        }
        return found
    }

    private func check(_ endpoint: EndpointURL, owner: CustomerId?) throws(Problem) {
        guard let refusal = policy.refusal(of: endpoint, owner: owner) else { return }
        throw Problem(.endpointRefused, detail: "Refused: \(refusal.rawValue).")
    }

    private func list(_ call: Call) async throws(Problem) -> Response {
        let page = try DCSASubscriptionPage(call.target.query)
        let desk = try desk(call)
        let all = try await keeper.turns.run(call.caller) { () async throws(Problem) in
            try await desk.list().orProblem().filter { $0.dcsaFilter != nil }
        }
        let items = page.page(of: all)
        var response = Response.json(items)
        response.headers[.currentPage] = page.cursor(after: page.offset)
        response.headers[.firstPage] = page.cursor(after: 0)
        response.headers[.lastPage] = page.cursor(after: max(all.count - 1, 0) / page.limit * page.limit)
        let end = page.offset + items.count
        if !items.isEmpty, end < all.count { response.headers[.nextPage] = page.cursor(after: end) }
        if page.offset > 0 { response.headers[.prevPage] = page.cursor(after: max(page.offset - page.limit, 0)) }
        return response
    }

    private func add(_ call: Call) async throws(Problem) -> Response {
        let desk = try desk(call)
        let request = try DCSASubscriptionRequest.read(try await call.fields(), FieldPlaces())
        try check(request.callbackUrl, owner: call.caller.customer)
        let added = try await keeper.turns.run(call.caller) { () async throws(Problem) in
            try await desk.add(
                endpoint: request.callbackUrl,
                dcsaFilter: request.filter,
                secret: request.secret,
                createdBy: call.caller.name
            ).orProblem()
        }
        guard let added else { throw Problem(.subscriptionsTooMany) }
        call.trail.note(ids: [added.id.text])
        var response = Response.json(DCSASubscriptionView(added), status: .created)
        response.headers[.location] = "\(Self.root)/\(added.id)"
        return response
    }

    private func show(_ call: Call) async throws(Problem) -> Response {
        try call.refuseQuery()
        return .json(DCSASubscriptionView(try await known(call, try desk(call))))
    }

    private func change(_ call: Call) async throws(Problem) -> Response {
        let desk = try desk(call)
        let request = try DCSASubscriptionChange.read(try await call.fields(), FieldPlaces())
        let stored = try await known(call, desk)
        let id = stored.id
        if let named = request.id, named != id {
            throw Problem(.validationFailed([.init(path: "subscriptionID", code: .shapeInvalid)]), reading: FieldPlaces())
        }
        try check(request.callbackUrl, owner: stored.owner)
        guard let changed = try await desk.change(id, endpoint: request.callbackUrl, dcsaFilter: request.filter).orProblem() else {
            throw Problem(.subscriptionNotFound)
        }
        return .json(DCSASubscriptionView(changed))
    }

    private func remove(_ call: Call) async throws(Problem) -> Response {
        try call.refuseQuery()
        let desk = try desk(call)
        guard try await desk.remove(try await known(call, desk).id).orProblem() else { throw Problem(.subscriptionNotFound) }
        return Response(status: .noContent)
    }

    private func replaceSecret(_ call: Call) async throws(Problem) -> Response {
        let desk = try desk(call)
        let request = try DCSASecretRequest.read(try await call.fields(), FieldPlaces())
        let id = try await known(call, desk).id
        guard try await desk.rotateSecret(id, to: request.secret, overlap: .zero).orProblem() != nil else {
            throw Problem(.subscriptionNotFound)
        }
        return Response(status: .noContent)
    }
}
