import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The clerks' pages for carriers' events that couldn't be applied when they came.
struct CarrierEventPages: Sendable {
    let desk: CarrierEventDesk
    let authenticator: PageAuthenticator

    private static let root = "/clerk/carrier-events"
    private static let pageSize = 50

    var routes: [HTTPRoute] {
        [
            HTTPRoute(.get, "/clerk/carrier-events", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await list(call, clerk) }
            },
            HTTPRoute(.get, "/clerk/carrier-events/{carrierEventId}", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await show(call, clerk) }
            },
            HTTPRoute(.post, "/clerk/carrier-events/{carrierEventId}/retry", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await retry(call, clerk) }
            },
            HTTPRoute(.post, "/clerk/carrier-events/{carrierEventId}/dismiss", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await dismiss(call, clerk) }
            },
        ]
    }

    /// An event as a page shows it.
    struct Row: Sendable {
        let id: String
        let path: String
        let carrier: String
        let state: String
        let tone: String
        /// Why it waits, or why it was dismissed and by whom.
        let reason: String?
        /// The cargo that it was applied to.
        let cargo: String?
        /// The voyage that it was applied to.
        let appliedVoyage: String?
        let what: String
        let equipment: String
        let voyage: String
        let place: String
        let time: PageTime?
        let received: PageTime
        let settled: PageTime?
    }

    // MARK: The list

    /// The content of the list.
    struct List: Sendable {
        let filter: FormView
        let isFiltered: Bool
        let rows: [Row]
        let isEmpty: Bool
        let first: String?
        let following: String?
    }

    private static var filter: [FormView.Pattern] {
        [
            .init(
                name: "state",
                label: localized("State"),
                isRequired: false,
                choices: CarrierEventState.allCases.map { ($0.rawValue, $0.text) }
            ), .init(name: "carrier", label: localized("Carrier"), isRequired: false),
        ]
    }

    private func list(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let fields = FormFields(query: call.target.query)
        let members = fields.input(["carrier": .text, "state": .text])
        let start = fields["start"].map { [Input.Member(name: "after", value: .text($0))] } ?? []
        var faults = FormFaults()
        var found = Page<CarrierEvent, CarrierEventId>(items: [], next: nil)
        do throws(DomainError) {
            let size = Input.Member(name: "limit", value: .integer(Int64(Self.pageSize)))
            let query = try CarrierEventQuery(Input(members: members + start + [size]))
            found = try await page(query)
        } catch {
            guard FormFaults.areTheForms(error) else { throw Problem(error) }
            faults = FormFaults(error, in: members)
        }
        func link(_ start: String?) -> String {
            let kept =
                members.compactMap { member in member.value.asText.map { (member.name, $0) } } + (start.map { [("start", $0)] } ?? [])
            return Self.root + "?" + EncodedFields.text(of: kept)
        }
        let content = List(
            filter: FormView("filter", Self.filter, filled: fields, faults: faults),
            isFiltered: !members.isEmpty,
            rows: found.items.map(row),
            isEmpty: found.items.isEmpty,
            first: start.isEmpty ? nil : link(nil),
            following: found.next.map { link($0.text) }
        )
        let page = HTMLPage(page: authenticator.frame(localized("Events of carriers"), clerk), content: content)
        return .page(.carrierEvents, page, status: faults.isEmpty ? .ok : .unprocessableContent)
    }

    private func page(_ query: CarrierEventQuery) async throws(DomainError) -> Page<CarrierEvent, CarrierEventId> {
        try await desk.list(query.status, of: query.carrier, because: query.reason, after: query.after, limit: query.limit)
    }

    private func row(_ event: CarrierEvent) -> Row { Row(CarrierEventView(event, desk.message(of: event)) { $0.text(in: .current) }) }

    // MARK: One event

    /// The content of an event's page.
    struct Details: Sendable {
        let row: Row
        /// What was received.
        let document: String
        let isOpen: Bool
        let form: FormView
        /// A sentence that confirms the last action.
        let done: String?
    }

    private static var dismissal: [FormView.Pattern] {
        [.init(name: "reason", label: localized("Reason"), hint: localized("Why the event isn't to be applied."))]
    }

    private func found(_ call: Call) async throws(Problem) -> CarrierEvent {
        let id = try call.carrierEventId
        guard let event = try await asking({ () async throws(DomainError) in try await desk.find(id) }) else {
            throw Problem(.carrierEventNotFound)
        }
        return event
    }

    private func show(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let event = try await found(call)
        let done: String? =
            switch (FormFields(query: call.target.query)["done"], event.state.status) {
            case ("retry", .open): localized("Tried again: the event still can't be applied.")
            case ("retry", .applied): localized("The event is applied.")
            case ("dismiss", .dismissed): localized("The event is dismissed.")
            default: nil
            }
        return page(event, clerk, done: done)
    }

    private func page(
        _ event: CarrierEvent,
        _ clerk: PageAuthenticator.Clerk,
        done: String? = nil,
        form: FormView? = nil,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let view = CarrierEventView(event, desk.message(of: event)) { $0.text(in: .current) }
        let content = Details(
            row: Row(view),
            document: view.lines,
            isOpen: view.state == .open,
            form: form ?? FormView("dismiss", Self.dismissal),
            done: done
        )
        return .page(
            .carrierEvent,
            HTMLPage(page: authenticator.frame(localized("Event of a carrier"), clerk), content: content),
            status: status
        )
    }

    private func retry(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        try authenticator.check(try await FormFields.read(call), of: clerk, call)
        let id = try call.carrierEventId
        guard try await asking({ () async throws(DomainError) in try await desk.retry(id) }) != nil else {
            throw Problem(.carrierEventNotFound)
        }
        call.trail.note(ids: [id.text])
        return .seeOther("\(Self.root)/\(id)?done=retry")
    }

    private func dismiss(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let form = try await FormFields.read(call)
        try authenticator.check(form, of: clerk, call)
        let event = try await found(call)
        let members = form.input(["reason": .text])
        let dismissal: CarrierEventDismissal
        do throws(DomainError) {
            dismissal = try CarrierEventDismissal(Input(members: members))
        } catch {
            let view = FormView("dismiss", Self.dismissal, filled: form, faults: FormFaults(error, in: members))
            return page(event, clerk, form: view, status: .unprocessableContent)
        }
        let name = clerk.session.caller.name
        _ = try await asking { () async throws(DomainError) in try await desk.dismiss(event.id, by: name, because: dismissal.reason) }
        call.trail.note(ids: [event.id.text])
        return .seeOther("\(Self.root)/\(event.id)?done=dismiss")
    }
}

extension CarrierEventPages.Row {
    fileprivate init(_ view: CarrierEventView) {
        let dismissed = view.dismissalReason.map { reason in view.settledBy.map { localized("\($0): \(reason.text)") } ?? reason.text }
        let place = view.message.place
        self.init(
            id: view.event.id.text,
            path: "/clerk/carrier-events/" + PercentEncoding.encode(view.event.id.text),
            carrier: view.event.carrier,
            state: view.state.text,
            tone: view.state == .open ? "warn" : "good",
            reason: view.reason?.text ?? dismissed,
            cargo: view.target?.trackingId?.text,
            appliedVoyage: view.target?.voyageNumber?.text,
            what: view.message.meaning.text ?? "–",
            equipment: view.equipment ?? "–",
            voyage: view.voyage ?? "–",
            place: view.place ?? "–",
            time: view.time.map { PageTime($0, at: place) },
            received: PageTime(view.event.receivedAt),
            settled: view.event.settledAt.map { PageTime($0) }
        )
    }
}

extension CarrierEventState {
    /// The state for people.
    var text: String {
        switch self {
        case .open: localized("Waiting")
        case .applied: localized("Applied")
        case .dismissed: localized("Dismissed")
        }
    }
}
