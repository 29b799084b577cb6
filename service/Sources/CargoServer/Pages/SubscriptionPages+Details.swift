import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The page of a subscription: its newest deliveries, and the form that changes it.
extension SubscriptionPages {
    /// The content of the page.
    struct Details: Sendable {
        /// The path of the list.
        let root: String
        let path: String
        let row: Content.Row
        let created: String
        let deliveries: [Attempt]
        let isEmpty: Bool
        /// The cargos and voyages whose events wait behind one that failed.
        let held: [String]
        let hasHeld: Bool
        let form: FormView
        /// Whether the form is offered; not for a subscription in the format of DCSA.
        let isChangeable: Bool
        /// A sentence that confirms the last action.
        let done: String?

        /// An attempt to deliver an event.
        struct Attempt: Sendable {
            let sequence: String
            let type: String
            let eventId: String
            let time: PageTime
            let result: String
            let tone: String
            let reason: String?
            /// Whether sending the event again is offered: at its newest attempt, unless that is requested already.
            let canResend: Bool
            let isRequested: Bool
        }
    }

    var detailRoutes: [HTTPRoute] {
        [
            HTTPRoute(.get, PathTemplate(stringLiteral: root + "/{subscriptionId}"), .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (person) async throws(Problem) in
                    let found = try await self.subscription(call, person)
                    return try await details(found, person, FormFields(query: call.target.query)["done"])
                }
            },
            HTTPRoute(.post, PathTemplate(stringLiteral: root + "/{subscriptionId}/change"), .everybody, nil) {
                call async throws(Problem) in
                try await authenticator.admit(call) { (person) async throws(Problem) in try await change(call, person) }
            },
            HTTPRoute(.post, PathTemplate(stringLiteral: root + "/{subscriptionId}/resend"), .everybody, nil) {
                call async throws(Problem) in
                try await authenticator.admit(call) { (person) async throws(Problem) in try await resend(call, person) }
            },
        ]
    }

    private static let detailsDone: [String: Phrase] = [
        "change": "Changed.", "resend": "The event will be sent again.",
    ]

    private func subscription(_ call: Call, _ person: PageAuthenticator.Clerk) async throws(Problem) -> Subscription {
        guard let found = try await desk(person).find(try id(call)).orProblem() else { throw Problem(.subscriptionNotFound) }
        return found
    }

    private func details(
        _ subscription: Subscription,
        _ person: PageAuthenticator.Clerk,
        _ done: String? = nil,
        form: FormView? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws(Problem) -> Response {
        let progress = try await desk(person).progress(of: subscription.id).orProblem()
        let deliveries = Self.deliveries(progress?.deliveries ?? [], of: subscription)
        let held = (progress?.partition.held ?? []).map(Self.words)
        let content = Details(
            root: root,
            path: "\(root)/\(subscription.id)",
            row: Self.row(subscription, progress),
            created: localized("\(PageTime(subscription.createdAt).text) by \(subscription.createdBy)"),
            deliveries: deliveries,
            isEmpty: deliveries.isEmpty,
            held: held,
            hasHeld: !held.isEmpty,
            form: form ?? FormView("change", SubscriptionForm.patterns(namesCustomers: authenticator.area == .clerk, of: subscription)),
            isChangeable: subscription.dcsaFilter == nil,
            done: done.flatMap { Self.detailsDone[$0] }.map { localized($0) }
        )
        return .page(
            .subscription,
            HTMLPage(page: authenticator.frame(localized("Subscription"), person), content: content),
            status: status
        )
    }

    /// The attempts, the newest first.
    private static func deliveries(_ attempts: [DeliveryAttempt], of subscription: Subscription) -> [Details.Attempt] {
        var seen: Set<Int64> = []
        return attempts.reversed().map { attempt in
            let isNewest = seen.insert(attempt.sequence).inserted
            let isRequested = isNewest && subscription.resends.contains(attempt.sequence)
            return Details.Attempt(
                sequence: String(attempt.sequence),
                type: attempt.eventType,
                eventId: attempt.eventId,
                time: PageTime(attempt.at),
                result: attempt.failure == nil ? localized("Accepted") : localized("Failed"),
                tone: attempt.failure == nil ? "good" : "bad",
                reason: attempt.failure?.text(in: .current),
                canResend: isNewest && !isRequested,
                isRequested: isRequested
            )
        }
    }

    private static func words(_ held: HeldAggregate) -> String {
        let waiting = held.sequences.map(String.init).joined(separator: ", ")
        let next = held.notBefore.map { localized("Next attempt at \(PageTime($0).text).") } ?? localized("It is not tried again.")
        return localized("\(held.aggregate): events \(waiting) wait (\(DeliveryFailure(held.reason).text(in: .current))). \(next)")
    }

    // MARK: Changes

    private func change(_ call: Call, _ person: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let form = try await FormFields.read(call)
        try authenticator.check(form, of: person, call)
        try authenticator.keeper.countSubscription(of: person.session.caller)
        let found = try await subscription(call, person)
        switch try await read(form, person, owner: found.owner, otherwise: found.filter.customerId) {
        case .failure(let faults):
            let patterns = SubscriptionForm.patterns(namesCustomers: authenticator.area == .clerk)
            let view = FormView("change", patterns, filled: form, faults: faults)
            return try await details(found, person, form: view, status: .unprocessableContent)
        case .success(let wanted):
            let changed = try await desk(person).change(found.id, endpoint: wanted.endpoint, filter: wanted.filter).orProblem()
            guard changed != nil else { throw Problem(.subscriptionNotFound) }
            call.trail.note(ids: [found.id.text])
            return .seeOther("\(root)/\(found.id)?done=change")
        }
    }

    private func resend(_ call: Call, _ person: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let form = try await FormFields.read(call)
        try authenticator.check(form, of: person, call)
        try authenticator.keeper.countSubscription(of: person.session.caller)
        let id = try id(call)
        let sequence = form.text("sequence").flatMap { Int64($0) } ?? 0
        switch try await desk(person).resend(sequence, of: id).orProblem() {
        case .requested:
            call.trail.note(ids: [id.text])
            return .seeOther("\(root)/\(id)?done=resend")
        case .notFound: throw Problem(.subscriptionNotFound)
        case .tooMany: throw Problem(.resendsTooMany)
        }
    }
}
