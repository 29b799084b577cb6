import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The routes that manage subscriptions to domain events.
struct SubscriptionRoutes: Sendable {
    let kit: CargoKit
    let policy: EndpointPolicy
    let log: DCSALog
    let keeper: Gatekeeper

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .post,
                "/v1/subscriptions",
                .requiresOrOwns(.operate),
                Operation(
                    .subscriptions,
                    "addSubscription",
                    "Subscribe to domain events",
                    description: """
                        Events that are stored from now on are sent to the endpoint as CloudEvents 1.0 (structured JSON), signed according to \
                        Standard Webhooks: at least once, and in order for each cargo. A relay (`cargo-server relay subscriptions`) sends them.
                        """,
                    body: [(.json, SubscriptionRequest.schema)],
                    .reply(201, "The subscription is active. Keep its secret: it isn't shown again.", SubscriptionView.schema, .location),
                    problems: .usual(and: [409])
                ),
                add
            ),
            HTTPRoute(
                .get,
                "/v1/subscriptions",
                .requiresOrOwns(.read),
                Operation(
                    .subscriptions,
                    "listSubscriptions",
                    "List subscriptions by id",
                    parameters: [.after(SubscriptionId.schema, "id"), .limit],
                    .reply(200, "One page of the list.", SubscriptionList.schema, .link)
                ),
                list
            ),
            HTTPRoute(
                .get,
                "/v1/subscriptions/{subscriptionId}",
                .requiresOrOwns(.read),
                Operation(
                    .subscriptions,
                    "findSubscription",
                    "Get a subscription",
                    .reply(200, "The subscription, without its secrets.", SubscriptionView.schema),
                    problems: .usual(and: [404])
                ),
                show
            ),
            HTTPRoute(
                .put,
                "/v1/subscriptions/{subscriptionId}",
                .requiresOrOwns(.operate),
                Operation(
                    .subscriptions,
                    "changeSubscription",
                    "Replace a subscription's endpoint and filter",
                    body: [(.json, SubscriptionRequest.schema.without("customerId", named: "SubscriptionChange"))],
                    .reply(200, "The subscription is changed.", SubscriptionView.schema),
                    problems: .usual(and: [404])
                ),
                change
            ),
            HTTPRoute(
                .delete,
                "/v1/subscriptions/{subscriptionId}",
                .requiresOrOwns(.operate),
                Operation(
                    .subscriptions,
                    "removeSubscription",
                    "Remove a subscription",
                    .reply(204, "The subscription is gone."),
                    problems: .usual(and: [404])
                ),
                remove
            ),
            HTTPRoute(
                .put,
                "/v1/subscriptions/{subscriptionId}/state",
                .requiresOrOwns(.operate),
                Operation(
                    .subscriptions,
                    "setSubscriptionState",
                    "Pause or resume a subscription",
                    description: "No event is lost: those of the meantime are sent when the subscription is resumed.",
                    body: [(.json, SubscriptionStateRequest.schema)],
                    .reply(200, "The subscription has the state.", SubscriptionView.schema),
                    problems: .usual(and: [404])
                ),
                setState
            ),
            HTTPRoute(
                .post,
                "/v1/subscriptions/{subscriptionId}/secret",
                .requiresOrOwns(.operate),
                Operation(
                    .subscriptions,
                    "rotateSecret",
                    "Replace a subscription's secret",
                    description: "Until the overlap ends, each request is signed with the new secret and with the old ones.",
                    body: [(.json, SecretRotation.schema)],
                    .reply(200, "The subscription with its new secret, which isn't shown again.", SubscriptionView.schema),
                    problems: .usual(and: [404])
                ),
                rotate
            ),
            HTTPRoute(
                .get,
                "/v1/subscriptions/{subscriptionId}/deliveries",
                .requiresOrOwns(.read),
                Operation(
                    .subscriptions,
                    "listDeliveries",
                    "List a subscription's newest deliveries",
                    .reply(200, "The newest attempts, and the events that wait.", DeliveriesView.schema),
                    problems: .usual(and: [404])
                ),
                deliveries
            ),
            HTTPRoute(
                .post,
                "/v1/subscriptions/{subscriptionId}/deliveries",
                .requiresOrOwns(.operate),
                Operation(
                    .subscriptions,
                    "resendEvent",
                    "Send an event again",
                    body: [(.json, ResendRequest.schema)],
                    .reply(202, "A relay sends the event again; one that has failed is tried again now."),
                    problems: .usual(and: [404, 409])
                ),
                resend
            ),
        ]
    }

    private func desk(_ call: Call) throws(Problem) -> ManageSubscriptions {
        if call.request.method != .get { try keeper.countSubscription(of: call.caller) }
        return try reading(FieldPlaces()) { () throws(DomainError) in try ManageSubscriptions(kit, owner: call.caller.customer) }
    }

    /// Treats an id that is invalid like one that is unknown.
    private func id(_ call: Call) throws(Problem) -> SubscriptionId {
        do throws(DomainError) { return try SubscriptionId(call["subscriptionId"]) } catch { throw Problem(.subscriptionNotFound) }
    }

    private func check(_ endpoint: EndpointURL, owner: CustomerId?) throws(Problem) {
        guard let refusal = policy.refusal(of: endpoint, owner: owner) else { return }
        throw Problem(.endpointRefused, detail: "Refused: \(refusal.rawValue).")
    }

    private func add(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request = try SubscriptionRequest.read(try await call.fields(), FieldPlaces())
        // To a customer, there are no other customers.
        if let own = call.caller.customer, let wanted = request.customerId, wanted != own {
            throw Problem(.validationFailed([.init(path: "customerId", code: .customerIdInvalid)]), reading: FieldPlaces())
        }
        try check(request.endpoint, owner: call.caller.customer ?? request.customerId)
        let desk = try desk(call)
        let added = try await keeper.turns.run(call.caller) { () async throws(Problem) in
            try await desk.add(
                endpoint: request.endpoint,
                filter: request.filter,
                createdBy: call.caller.name,
                for: request.customerId
            ).orProblem()
        }
        guard let added else { throw Problem(.subscriptionsTooMany) }
        call.trail.note(ids: [added.id.text])
        var response = Response.json(SubscriptionView(added, revealsSecret: true), status: .created)
        response.headers[.location] = "/v1/subscriptions/\(added.id)"
        return response
    }

    private func list(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request = try SubscriptionPage.read(try call.parameters(integers: ["limit"]), .query)
        let all = try await keeper.turns.run(call.caller) { () async throws(Problem) in try await desk(call).list().orProblem() }
        let rest = all.drop { subscription in request.after.map { subscription.id <= $0 } ?? false }
        let items = rest.prefix(request.limit)
        let next = items.count < rest.count ? items.last?.id : nil
        var response = Response.json(SubscriptionList(subscriptions: items.map { SubscriptionView($0) }, next: next))
        if let next { response.headers[.link] = call.nextLink(after: next.text) }
        return response
    }

    private func show(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        try call.refuseQuery()
        return .json(try found(try await desk(call).find(try id(call)).orProblem()))
    }

    private func change(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let input = try await call.fields()
        guard input["customerId"] == nil else {
            throw Problem(.validationFailed([.init(path: "customerId", code: .shapeInvalid)]), reading: FieldPlaces())
        }
        let request = try SubscriptionRequest.read(input, FieldPlaces())
        let (desk, id) = (try desk(call), try id(call))
        guard let stored = try await desk.find(id).orProblem() else { throw Problem(.subscriptionNotFound) }
        try check(request.endpoint, owner: stored.owner)
        return .json(try found(try await desk.change(id, endpoint: request.endpoint, filter: request.filter).orProblem()))
    }

    private func remove(_ call: Call) async throws(Problem) -> Response {
        try call.refuseQuery()
        guard try await desk(call).remove(try id(call)).orProblem() else { throw Problem(.subscriptionNotFound) }
        return Response(status: .noContent)
    }

    private func setState(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request = try SubscriptionStateRequest.read(try await call.fields(), FieldPlaces())
        let desk = try desk(call)
        let changed = try await request.isActive ? desk.resume(id(call)) : desk.pause(id(call), reason: request.reason)
        return .json(try found(try changed.orProblem()))
    }

    private func rotate(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let rotation = try SecretRotation.read(try await call.fields(), FieldPlaces())
        let changed = try await desk(call).rotateSecret(try id(call), overlap: .seconds(rotation.overlapSeconds)).orProblem()
        guard let changed else { throw Problem(.subscriptionNotFound) }
        return .json(SubscriptionView(changed, revealsSecret: true))
    }

    private func deliveries(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        try call.refuseQuery()
        guard let progress = try await desk(call).progress(of: try id(call)).orProblem() else { throw Problem(.subscriptionNotFound) }
        return .json(DeliveriesView(progress))
    }

    private func resend(_ call: Call) async throws(Problem) -> Response {
        let request = try ResendRequest.read(try await call.fields(), FieldPlaces())
        let (desk, id) = (try desk(call), try id(call))
        var callbacks: DCSACallbacks?
        if call.caller.customer != nil, try await desk.find(id).orProblem()?.dcsaFilter != nil {
            guard try await log.catchUp().orProblem() else { throw Problem(.indexUnfinished, headers: [.retryAfter: "2"]) }
            callbacks = DCSACallbacks(log)
        }
        switch try await desk.resend(request.sequence, of: id, callbacks: callbacks).orProblem() {
        case .requested: return Response(status: .accepted)
        case .notFound: throw Problem(.subscriptionNotFound)
        case .tooMany: throw Problem(.resendsTooMany)
        }
    }

    private func found(_ subscription: Subscription?) throws(Problem) -> SubscriptionView {
        guard let subscription else { throw Problem(.subscriptionNotFound) }
        return SubscriptionView(subscription)
    }
}

/// A page of subscriptions.
struct SubscriptionList: WireObject {
    static let form = ObjectForm<SubscriptionList>("SubscriptionList", .optional("next", \.next), .member("subscriptions", \.subscriptions))

    let subscriptions: [SubscriptionView]
    let next: SubscriptionId?
}
