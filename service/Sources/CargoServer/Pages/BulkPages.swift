import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// What clerks do with many cargos at once: those that are checked in the list, or all that match its filter.
struct BulkPages: Sendable {
    let kit: CargoKit
    let authenticator: PageAuthenticator
    let overdueAfter: Duration

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
        /// What the clerk has to correct, or what went wrong; nil if nothing.
        let fault: String?
        let failures: [Failure]
        let hasFailures: Bool
        /// What the clerk can send next: the confirmed form, or the same for the next cargos.
        let proceed: Proceed?

        /// A cargo that stays as it is.
        struct Failure: Sendable {
            let id: String
            let address: String
            let reason: String
        }

        /// A button, and the form that it sends.
        struct Proceed: Sendable {
            let button: String
            let fields: [ClerkPages.List.Field]
        }
    }

    /// The filter of the list: the list's form repeats its fields.
    static let filter: KeyValuePairs<String, FormFields.Spelling> = [
        "attention": .code, "at": .code, "cargo": .text, "customerId": .text, "hold": .code, "routingStatus": .code,
        "transportStatus": .code,
        "voyage": .text,
    ]

    private func change(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let form = try await FormFields.read(call)
        try authenticator.check(form, of: clerk, call)
        let change: CargoChange
        let chosen: (ids: [TrackingId], next: ReadWorklist.Position?)
        do throws(DomainError) {
            guard let read = try Self.change(form) else { throw .validationFailed([.init(path: "action", code: .shapeInvalid)]) }
            change = read
            chosen = try await cargos(form)
        } catch {
            guard FormFaults.areTheForms(error) else { throw Problem(error) }
            return page(clerk, form, fault: FormFaults(error, in: []).list.first?.text ?? FormFaults.text(error))
        }
        guard !chosen.ids.isEmpty else { return page(clerk, form, fault: localized("Check at least one cargo.")) }
        if case .cancel = change, form["all"] == "yes", form["confirmed"] != "yes" { return confirmation(clerk, form, chosen.ids.count) }
        var outcomes: [(id: TrackingId, outcome: CargoChange.Outcome)] = []
        var stopped: DomainError?
        for id in chosen.ids where stopped == nil {
            let outcome = await change.apply(to: id, kit)
            // The store fails for the others, too. What is done stays done.
            if case .failed(let error) = outcome, error.tier == .technical { stopped = error } else { outcomes.append((id, outcome)) }
        }
        call.trail.note(ids: outcomes.filter { $0.outcome == .changed }.map(\.id.text))
        return page(clerk, form, outcomes, next: chosen.next, stopped: stopped)
    }

    // MARK: Reading the form

    private static func change(_ form: FormFields) throws(DomainError) -> CargoChange? {
        switch form["action"] {
        case "route": return .assignBestRoute
        case "deadline": return .deadline(try Instant(form.text("deadline", .time) ?? ""))
        case "pick-up": return .pickUp(try Instant(form.text("pickUpBy", .time) ?? ""))
        case "hold": return .hold(try HoldType(form.text("holdType", .code) ?? ""), try Reason(form.text("holdReason") ?? ""))
        case "release": return .release(try HoldType(form.text("release", .code) ?? ""))
        case "cancel": return .cancel(try Reason(form.text("cancelReason") ?? ""))
        case "reference":
            let type = try ReferenceType(form.text("referenceType", .code) ?? "")
            let value = form.text("reference") ?? ""
            return .addReference(try CargoReference(type, type == .container ? value.compactContainerNumber : value))
        default: return nil
        }
    }

    /// The cargos that are checked, or the first 1,000 that match.
    private func cargos(_ form: FormFields) async throws(DomainError) -> (ids: [TrackingId], next: ReadWorklist.Position?) {
        guard form["all"] == "yes" else {
            let prefix = Self.box("")
            let ids = form.names.filter { $0.hasPrefix(prefix) }.compactMap { name in
                ifValid { () throws(DomainError) in try TrackingId(String(name.dropFirst(prefix.count))) }
            }
            return (ids.sorted(), nil)
        }
        let members = form.input(Self.filter) + form.input(["start": .text])
        let size = Input.Member(name: "limit", value: .integer(Int64(Self.maximumCargos)))
        let wanted = Input(members: members.filter { $0.name != "cargo" } + [size])
        let request = try ReadWorklist.Request(wanted, overdueAfter: overdueAfter)
        let found =
            if let typed = form.text("cargo") { try await kit.worklist(named: typed, request) } else {
                try await ReadWorklist(kit).execute(request).get()
            }
        return (found.cargos.map(\.trackingId), found.next)
    }

    /// The name of a cargo's check box.
    static func box(_ id: String) -> String { "cargo-" + id }

    // MARK: The result

    private func page(
        _ clerk: PageAuthenticator.Clerk,
        _ form: FormFields,
        _ outcomes: [(id: TrackingId, outcome: CargoChange.Outcome)] = [],
        next: ReadWorklist.Position? = nil,
        stopped: DomainError? = nil,
        fault: String? = nil
    ) -> Response {
        let failures = outcomes.compactMap { id, outcome in
            Self.reason(outcome).map { reason in
                Content.Failure(id: id.text, address: "/clerk/cargos/" + PercentEncoding.encode(id.text), reason: reason)
            }
        }
        let content = Content(
            back: Self.list(form),
            done: fault == nil ? Self.summary(outcomes.map(\.outcome)) : nil,
            fault: fault ?? stopped.map { localized("Stopped: \(FormFaults.text($0)) What is done stays as it is.") },
            failures: failures,
            hasFailures: !failures.isEmpty,
            proceed: stopped == nil
                ? next.map { .init(button: localized("Go on with the next ones"), fields: Self.fields(form, "start", $0.text)) } : nil
        )
        let status: HTTPResponse.Status = fault != nil ? .unprocessableContent : stopped != nil ? .serviceUnavailable : .ok
        return .page(.bulk, HTMLPage(page: authenticator.frame(Self.title(form), clerk), content: content), status: status)
    }

    private func confirmation(_ clerk: PageAuthenticator.Clerk, _ form: FormFields, _ count: Int) -> Response {
        let content = Content(
            back: Self.list(form),
            done: localized(count, one: "\(count) booking would be cancelled.", other: "\(count) bookings would be cancelled."),
            fault: nil,
            failures: [],
            hasFailures: false,
            proceed: .init(button: localized("Cancel bookings"), fields: Self.fields(form, "confirmed", "yes"))
        )
        return .page(.bulk, HTMLPage(page: authenticator.frame(Self.title(form), clerk), content: content))
    }

    /// The form's fields, with another one.
    private static func fields(_ form: FormFields, _ name: String, _ value: String) -> [ClerkPages.List.Field] {
        var form = form
        // safe: a dictionary
        form[name] = value
        return form.names.sorted().filter { $0 != "csrf" }.map { .init(name: $0, value: form[$0] ?? "") }
    }

    private static func list(_ form: FormFields) -> String {
        let query = filter.compactMap { name, _ in form.text(name).map { PercentEncoding.encode(name) + "=" + PercentEncoding.encode($0) } }
        return query.isEmpty ? "/clerk" : "/clerk?" + query.joined(separator: "&")
    }

    /// What the clerk chose to do.
    private static func title(_ form: FormFields) -> String {
        switch form["action"] {
        case "route": localized("Assign the best routes")
        case "deadline": localized("Change the deadline")
        case "pick-up": localized("Set a pick-up deadline")
        case "hold": localized("Place a hold")
        case "release": localized("Release a hold")
        case "cancel": localized("Cancel bookings")
        case "reference": localized("Add a reference")
        default: localized("Several cargos")
        }
    }

    private static func reason(_ outcome: CargoChange.Outcome) -> String? {
        switch outcome {
        case .changed, .unchanged: nil
        case .withoutRoute: localized("No route arrives in time.")
        case .failed(let error): FormFaults.text(error)
        }
    }

    private static func summary(_ outcomes: [CargoChange.Outcome]) -> String {
        let changed = outcomes.count { $0 == .changed }, unchanged = outcomes.count { $0 == .unchanged }
        var sentences = [localized(changed, one: "\(changed) cargo changed.", other: "\(changed) cargos changed.")]
        if unchanged > 0 {
            sentences.append(localized(unchanged, one: "\(unchanged) was so already.", other: "\(unchanged) were so already."))
        }
        return sentences.joined(separator: " ")
    }
}
