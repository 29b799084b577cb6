import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The pages of subscriptions, for clerks or for a customer.
struct SubscriptionPages: Sendable {
    let kit: CargoKit
    let policy: EndpointPolicy
    let authenticator: PageAuthenticator

    var root: String { authenticator.area.root + "/subscriptions" }

    var routes: [HTTPRoute] {
        [
            HTTPRoute(.get, PathTemplate(stringLiteral: root), .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (person) async throws(Problem) in
                    try await page(person, FormFields(query: call.target.query)["done"])
                }
            },
            HTTPRoute(.post, PathTemplate(stringLiteral: root), .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (person) async throws(Problem) in try await add(call, person) }
            },
            change("pause") { (desk, id) in await desk.pause(id, reason: .byOwner) },
            change("resume") { (desk, id) in await desk.resume(id) },
            change("remove") { (desk, id) in await desk.remove(id).map { _ in nil } },
            HTTPRoute(
                .post,
                PathTemplate(stringLiteral: root + "/{subscriptionId}/rotate"),
                .everybody,
                nil
            ) { call async throws(Problem) in
                try await authenticator.admit(call) { (person) async throws(Problem) in
                    try await rotate(call, person)
                }
            },
        ] + detailRoutes
    }

    /// The content of the page.
    struct Content: Sendable {
        let root: String
        let rows: [Row]
        let isEmpty: Bool
        let form: FormView
        /// A sentence that confirms the last action.
        let done: String?
        /// The secret that is new, and shown only now.
        let secret: String?

        /// A subscription.
        struct Row: Sendable {
            let id: String
            let endpoint: String
            let filter: String
            let owner: String
            let state: String
            let tone: String
            let reason: String?
            let last: String
            let isActive: Bool
        }
    }

    private static let done: [String: Phrase] = [
        "pause": "Paused. Events are kept until you resume it.", "resume": "Resumed.", "remove": "Removed.",
    ]

    private var patterns: [FormView.Pattern] { SubscriptionForm.patterns(namesCustomers: authenticator.area == .clerk) }

    func desk(_ person: PageAuthenticator.Clerk) throws(Problem) -> ManageSubscriptions {
        let customer = person.session.caller.customer
        return try reading(FieldPlaces()) { () throws(DomainError) in
            try ManageSubscriptions(kit, owner: customer)
        }
    }

    private func page(
        _ person: PageAuthenticator.Clerk,
        _ done: String? = nil,
        secret: String? = nil,
        form: FormView? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws(Problem) -> Response {
        let desk = try self.desk(person)
        var rows: [Content.Row] = []
        let all = try await authenticator.keeper.turns.run(person.session.caller) { () async throws(Problem) in
            try await desk.list().orProblem()
        }
        for subscription in all {
            rows.append(
                Self.row(subscription, try await desk.progress(of: subscription.id).orProblem())
            )
        }
        let content = Content(
            root: root,
            rows: rows,
            isEmpty: rows.isEmpty,
            form: form ?? FormView("subscribe", patterns),
            done: done.flatMap { Self.done[$0] }.map { localized($0) },
            secret: secret
        )
        return .page(
            .subscriptions,
            HTMLPage(page: authenticator.frame(localized("Subscriptions"), person), content: content),
            status: status
        )
    }

    static func row(_ subscription: Subscription, _ progress: SubscriptionProgress?) -> Content.Row {
        let filter = subscription.filter
        let parts = [
            filter.trackingId.map { localized("Cargo \($0)") }, filter.customerId.map { localized("Customer \($0)") },
            filter.reference.map { localized("Reference \($0)") },
            filter.eventTypes.isEmpty ? nil : filter.eventTypes.sorted().joined(separator: ", "),
            subscription.dcsaFilter.map { $0.values.isEmpty ? localized("All DCSA events") : "DCSA: \($0)" },
        ]
        let words = parts.compactMap(\.self).joined(separator: "; ")
        let last = progress?.deliveries.last
        let isActive = subscription.state == .active
        let failingSince = progress?.failingSince
        return Content.Row(
            id: subscription.id.text,
            endpoint: subscription.endpoint.text,
            filter: words.isEmpty ? localized("All events") : words,
            owner: subscription.owner?.text ?? "–",
            state: isActive ? failingSince == nil ? localized("Active") : localized("Failing") : localized("Paused"),
            tone: isActive ? failingSince == nil ? "good" : "bad" : "warn",
            reason: subscription.state.reason?.text(in: .current) { PageTime($0).text }
                ?? (failingSince == nil ? nil : last?.failure?.text(in: .current)),
            last: last.map { PageTime($0.at).text } ?? "–",
            isActive: isActive
        )
    }

    private func add(_ call: Call, _ person: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let form = try await FormFields.read(call)
        try authenticator.check(form, of: person, call)
        let wanted: SubscriptionForm
        switch try await read(form, person, owner: person.session.caller.customer) {
        case .success(let read): wanted = read
        case .failure(let faults): return try await refused(person, form, faults)
        }
        try authenticator.keeper.countSubscription(of: person.session.caller)
        let name = person.session.caller.name
        let added = try await authenticator.keeper.turns.run(person.session.caller) { () async throws(Problem) in
            try await desk(person).add(endpoint: wanted.endpoint, filter: wanted.filter, createdBy: name).orProblem()
        }
        guard let added else {
            var faults = FormFaults()
            faults.add(localized("The limit on subscriptions is reached. Remove one first."))
            return try await refused(person, form, faults)
        }
        call.trail.note(ids: [added.id.text])
        return try await page(person, secret: added.revealedSecret)
    }

    /// Reads a form; a customer may name only a cargo of their own.
    /// - Parameters:
    ///   - owner: the customer whom the subscription belongs to; nil for the operator.
    ///   - customer: the customer of the filter if the form can't name one.
    func read(
        _ form: FormFields,
        _ person: PageAuthenticator.Clerk,
        owner: CustomerId?,
        otherwise customer: CustomerId? = nil
    ) async throws(Problem) -> Result<SubscriptionForm, FormFaults> {
        let read: SubscriptionForm
        do throws(FormFaults) {
            read = try SubscriptionForm(form, policy, owner: owner, namesCustomers: authenticator.area == .clerk, otherwise: customer)
        } catch {
            return .failure(error)
        }
        guard authenticator.area == .customer, let cargo = read.filter.trackingId else { return .success(read) }
        switch await FindCargo(kit.seen(by: person.session.caller)).execute(.init(trackingId: cargo)) {
        case .success: return .success(read)
        case .failure(let error):
            guard error.code == .cargoNotFound else { throw Problem(error) }
            var faults = FormFaults()
            faults.add(localized("You have no cargo with this tracking id."), at: "trackingId")
            return .failure(faults)
        }
    }

    private func refused(_ person: PageAuthenticator.Clerk, _ form: FormFields, _ faults: FormFaults) async throws(Problem) -> Response {
        let view = FormView("subscribe", patterns, filled: form, faults: faults)
        return try await page(person, form: view, status: .unprocessableContent)
    }

    private func rotate(_ call: Call, _ person: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        try authenticator.check(try await FormFields.read(call), of: person, call)
        try authenticator.keeper.countSubscription(of: person.session.caller)
        guard let changed = try await desk(person).rotateSecret(try id(call)).orProblem() else {
            throw Problem(.subscriptionNotFound)
        }
        return try await page(person, secret: changed.revealedSecret)
    }

    /// A form with one button, which changes a subscription.
    private func change(
        _ name: String,
        _ step: @escaping @Sendable (ManageSubscriptions, SubscriptionId) async -> Result<Subscription?, DomainError>
    ) -> HTTPRoute {
        HTTPRoute(.post, PathTemplate(stringLiteral: "\(root)/{subscriptionId}/\(name)"), .everybody, nil) { call async throws(Problem) in
            try await authenticator.admit(call) { (person) async throws(Problem) in
                try authenticator.check(try await FormFields.read(call), of: person, call)
                try authenticator.keeper.countSubscription(of: person.session.caller)
                let desk = try self.desk(person)
                let id = try self.id(call)
                guard try await desk.find(id).orProblem() != nil else {
                    throw Problem(.subscriptionNotFound)
                }
                _ = try await step(desk, id).orProblem()
                return .seeOther("\(root)?done=\(name)")
            }
        }
    }

    func id(_ call: Call) throws(Problem) -> SubscriptionId {
        do throws(DomainError) { return try SubscriptionId(call["subscriptionId"]) } catch {
            throw Problem(.subscriptionNotFound)
        }
    }
}
