#if Server
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// What clerks do with many cargos at once: those that are checked in the list, or all that match its filter.
struct BulkPages: Sendable {
    let kit: CargoKit
    let authenticator: PageAuthenticator

    var routes: [HTTPRoute] {
        [
            HTTPRoute(.post, "/clerk/cargos", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await change(call, clerk) }
            }
        ]
    }

    /// How many cargos one request changes at most.
    private static let maximumCargos = 1000

    /// The content of the page with what became of the cargos.
    struct Content: Sendable {
        /// The list that the clerk came from.
        let back: String
        /// What happened; nil if nothing did.
        let done: String?
        /// What the clerk has to correct; nil if nothing.
        let fault: String?
        let failures: [Failure]
        let hasFailures: Bool

        /// A cargo that stays as it is.
        struct Failure: Sendable {
            let id: String
            let address: String
            let reason: String
        }
    }

    /// The names of the filter's fields, which the list's form repeats.
    static let conditions = ["attention", "at", "customerId", "routingStatus", "transportStatus", "voyage"]

    private func change(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let form = try await FormFields.read(call)
        try authenticator.check(form, of: clerk, call)
        let change: CargoChange
        let chosen: (ids: [TrackingId], hasMore: Bool)
        do throws(DomainError) {
            guard let read = try Self.change(form) else { throw .validationFailed([.init(path: "action", code: .shapeInvalid)]) }
            change = read
            chosen = try await cargos(form)
        } catch {
            guard FormFaults.areTheForms(error) else { throw Problem(error) }
            let text = FormFaults(error, in: []).list.first?.text ?? FormFaults.text(error)
            return page(clerk, form, fault: text)
        }
        guard !chosen.ids.isEmpty else { return page(clerk, form, fault: localized("Check at least one cargo.")) }
        let (kit, ids) = (kit, chosen.ids)
        let outcomes = try await authenticator.keeper.turns.run(clerk.session.caller) { () async throws(Problem) in
            var outcomes: [(id: TrackingId, outcome: CargoChange.Outcome)] = []
            for id in ids {
                let outcome = await change.apply(to: id, kit)
                // The store fails for the others, too. What is done stays done, and the clerk tries again.
                if case .failed(let error) = outcome, !error.concernsOneItem { throw Problem(error) }
                outcomes.append((id, outcome))
            }
            return outcomes
        }
        call.trail.note(ids: outcomes.filter { $0.outcome == .changed }.map(\.id.text))
        return page(clerk, form, outcomes, hasMore: chosen.hasMore)
    }

    // MARK: Reading the form

    private static func change(_ form: FormFields) throws(DomainError) -> CargoChange? {
        switch form["action"] {
        case "route": return .assignBestRoute
        case "deadline": return .deadline(try Instant(form.text("deadline", .time) ?? ""))
        case "pick-up": return .pickUp(try Instant(form.text("pickUpBy", .time) ?? ""))
        case "hold": return .hold(try HoldType(form.text("hold", .code) ?? ""), try Reason(form.text("holdReason") ?? ""))
        case "release": return .release(try HoldType(form.text("release", .code) ?? ""))
        case "cancel": return .cancel(try Reason(form.text("cancelReason") ?? ""))
        case "reference":
            let type = try ReferenceType(form.text("referenceType", .code) ?? "")
            let value = form.text("reference") ?? ""
            return .addReference(try CargoReference(type, type == .container ? value.compactContainerNumber : value))
        default: return nil
        }
    }

    /// The cargos that are checked, or all that match, up to `maximumCargos`.
    private func cargos(_ form: FormFields) async throws(DomainError) -> (ids: [TrackingId], hasMore: Bool) {
        guard form["all"] != nil else {
            let ids = form.names.compactMap { name in
                name.hasPrefix(Self.box("")) ? ifValid { () throws(DomainError) in try TrackingId(String(name.dropFirst(6))) } : nil
            }
            return (Array(ids.sorted().prefix(Self.maximumCargos)), ids.count > Self.maximumCargos)
        }
        let members = form.input([
            "attention": .code, "at": .code, "customerId": .text, "routingStatus": .code, "transportStatus": .code, "voyage": .text,
        ])
        let size = Input.Member(name: "limit", value: .integer(Int64(Self.maximumCargos)))
        let found = try await ReadWorklist(kit).execute(try ReadWorklist.Request(Input(members: members + [size]))).get()
        return (found.cargos.map(\.trackingId), found.next != nil)
    }

    /// The name of a cargo's check box.
    static func box(_ id: String) -> String { "cargo-" + id }

    // MARK: The result

    private func page(
        _ clerk: PageAuthenticator.Clerk,
        _ form: FormFields,
        _ outcomes: [(id: TrackingId, outcome: CargoChange.Outcome)] = [],
        hasMore: Bool = false,
        fault: String? = nil
    ) -> Response {
        let conditions = Self.conditions.compactMap { name in form.text(name).map { (name, $0) } }
        let query = conditions.map { PercentEncoding.encode($0.0) + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
        let failures = outcomes.compactMap { id, outcome in
            Self.reason(outcome).map { reason in
                Content.Failure(id: id.text, address: "/clerk/cargos/" + PercentEncoding.encode(id.text), reason: reason)
            }
        }
        let content = Content(
            back: query.isEmpty ? "/clerk" : "/clerk?" + query,
            done: fault == nil ? Self.summary(outcomes.map(\.outcome), hasMore: hasMore) : nil,
            fault: fault,
            failures: failures,
            hasFailures: !failures.isEmpty
        )
        let frame = authenticator.frame(localized("Several cargos"), clerk)
        return .page(.bulk, HTMLPage(page: frame, content: content), status: fault == nil ? .ok : .unprocessableContent)
    }

    private static func reason(_ outcome: CargoChange.Outcome) -> String? {
        switch outcome {
        case .changed, .unchanged: nil
        case .withoutRoute: localized("No route arrives in time.")
        case .failed(let error): FormFaults.text(error)
        }
    }

    private static func summary(_ outcomes: [CargoChange.Outcome], hasMore: Bool) -> String {
        let changed = outcomes.count { $0 == .changed }, unchanged = outcomes.count { $0 == .unchanged }
        var sentences = [localized(changed, one: "\(changed) cargo changed.", other: "\(changed) cargos changed.")]
        if unchanged > 0 {
            sentences.append(localized(unchanged, one: "\(unchanged) was so already.", other: "\(unchanged) were so already."))
        }
        if hasMore { sentences.append(localized("These were the first \(outcomes.count). Do it again for the next ones.")) }
        return sentences.joined(separator: " ")
    }
}
#endif
