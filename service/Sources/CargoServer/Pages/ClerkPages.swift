import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The clerks' pages that aren't about a single cargo: sign-in, sign-out, the list of cargos and booking.
struct ClerkPages: Sendable {
    let kit: CargoKit
    let updates: LiveUpdates
    let authenticator: PageAuthenticator
    let index: SuggestionIndex
    let carrierEvents: CarrierEventDesk
    let tally: WorklistTally
    let overdueAfter: Duration

    var routes: [HTTPRoute] {
        [
            HTTPRoute(.get, "/clerk/sign-in", .everybody, nil, signInForm),
            HTTPRoute(.post, "/clerk/sign-in", .everybody, nil, signIn),
            HTTPRoute(.post, "/clerk/sign-out", .everybody, nil, signOut),
            HTTPRoute(.get, "/clerk", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await list(call, clerk) }
            },
            HTTPRoute(.get, "/clerk/live", .everybody, nil) { call async throws(Problem) in
                guard let clerk = authenticator.clerk(of: call) else { throw Problem(.tokenRequired) }
                return try await updates.stream(authenticator.sessions.watch(clerk.sessionName), call)
            },
            HTTPRoute(.get, "/clerk/book", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await bookingForm(clerk) }
            },
            HTTPRoute(.post, "/clerk/book", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await book(call, clerk) }
            },
        ]
    }

    // MARK: Signing in and out

    /// The content of the sign-in page.
    struct SignIn: Sendable {
        /// The path to continue to after sign-in.
        let to: String
        /// The path that the pages begin with.
        var root = PageArea.clerk.root
        /// Where to sign in at the identity provider; nil if that isn't possible.
        var provider: String?
        /// Whether a token of the settings serves, too.
        var canUseToken = true
        var fault: String?
    }

    /// The maximum size of the sign-in and sign-out forms, in bytes.
    private static let signInBytes = 8 << 10

    private func signInForm(_ call: Call) async throws(Problem) -> Response {
        let to = authenticator.local(FormFields(query: call.target.query)["to"])
        if authenticator.clerk(of: call) != nil { return .seeOther(to) }
        return page(authenticator.signInContent(to: to))
    }

    private func signIn(_ call: Call) async throws(Problem) -> Response {
        try authenticator.checkOrigin(of: call)
        let form = try await FormFields.read(call, limit: Self.signInBytes)
        let to = authenticator.local(form["to"])
        guard let token = try await authenticator.token(in: form, call) else {
            let fault = localized("The service doesn't know this token.")
            return page(authenticator.signInContent(to: to, fault: fault), status: .unprocessableContent)
        }
        let caller = Caller.holder(of: token)
        guard caller.may(.read) else {
            let role = caller.role?.rawValue ?? localized("unknown")
            let fault =
                caller.customer != nil
                ? localized("This token is a customer's. Customers sign in at /customer.")
                : localized("This token doesn't open the clerks' pages: its role is \(role).")
            return page(authenticator.signInContent(to: to, fault: fault), status: .unprocessableContent)
        }
        call.trail.note(caller: caller)
        var response = Response.seeOther(to)
        response.headers[.setCookie] = try await authenticator.signIn(caller, with: token, call)
        return response
    }

    private func signOut(_ call: Call) async throws(Problem) -> Response {
        let form = try await FormFields.read(call, limit: Self.signInBytes)
        return await authenticator.signedOut(try await authenticator.signOut(form, call), call)
    }

    private func page(_ content: SignIn, status: HTTPResponse.Status = .ok) -> Response {
        .page(.signIn, HTMLPage(page: PageFrame(title: localized("Sign in")), content: content), status: status)
    }

    // MARK: The list

    /// The content of the list of cargos.
    struct List: Sendable {
        let filter: FormView
        let isFiltered: Bool
        let rows: [Row]
        let isEmpty: Bool
        let summary: String
        let first: String?
        let following: String?
        /// The file with the cargos of all pages.
        let report: String
        /// How many carriers' events wait; nil if the store keeps none.
        let waiting: String?
        /// What needs attention, by cause; empty on a list that is filtered.
        let groups: [Group]
        let hasGroups: Bool
        let actions: Actions

        /// Cargos with the same cause.
        struct Group: Sendable {
            let text: String
            /// The list of its cargos.
            let address: String
            /// The conditions that the cargos meet.
            let conditions: [Field]
            /// What resolves it for all; nil if there is no such action.
            let action: String?
            let button: String?
            /// The type of the hold to release; empty for other actions.
            let hold: String
        }

        /// A hidden field.
        struct Field: Sendable {
            let name: String
            let value: String
        }

        /// The forms for the cargos that are checked, or for all.
        struct Actions: Sendable {
            let conditions: [Field]
            let deadline: FormView
            let pickUp: FormView
            let hold: FormView
            let release: FormView
            let cancel: FormView
            let reference: FormView
        }

        /// A row of the list.
        struct Row: Sendable {
            let id: String
            let box: String
            let condition: String
            let tone: String
            /// Says that the cargo is on hold, if its condition says something else.
            let held: String?
            let customer: String
            let origin: String
            let destination: String
            let transport: String
            let deadline: PageTime
            let arrival: PageTime?
        }
    }

    private static let pageSize = 50

    private func list(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let fields = FormFields(query: call.target.query)
        let chosen = try await fields.choosing(["at": .locations, "voyage": .voyages], from: index)
        let members = chosen.input(BulkPages.filter)
        let start = fields["start"].map { [Input.Member(name: "start", value: .text($0))] } ?? []
        var faults = FormFaults()
        var found: ReadWorklist.Response?
        let position = try await updates.position()
        do throws(DomainError) {
            let size = Input.Member(name: "limit", value: .integer(Int64(Self.pageSize)))
            let wanted = Input(members: members.filter { $0.name != "cargo" } + start + [size])
            let request = try ReadWorklist.Request(wanted, overdueAfter: overdueAfter)
            if let typed = members.first(where: { $0.name == "cargo" })?.value.asText {
                found = try await kit.worklist(named: typed, request)
                if start.isEmpty, found?.next == nil, found?.cargos.count == 1, let only = found?.cargos.first {
                    return .seeOther("/clerk/cargos/" + PercentEncoding.encode(only.trackingId.text))
                }
            } else {
                found = try await ReadWorklist(kit).execute(request).get()
            }
        } catch {
            guard FormFaults.areTheForms(error) else { throw Problem(error) }
            faults = FormFaults(error, in: members)
        }
        let cargos = await kit.markingOverdue(found?.cargos ?? [], by: overdueAfter)
        let ports = Set(cargos.flatMap { [$0.origin, $0.destination] }).sorted()
        let names = try await kit.store.locations.findAll(ports).orProblem()
        let rows = cargos.map { List.Row($0) { names[$0]?.nameAndCode ?? $0.text } }
        let groups = members.isEmpty && start.isEmpty ? try await groups() : []
        let conditions = members.compactMap { member in member.value.asText.map { List.Field(name: member.name, value: $0) } }
        func link(_ start: String?) -> String {
            let kept =
                members.compactMap { member in member.value.asText.map { (member.name, $0) } } + (start.map { [("start", $0)] } ?? [])
            return "/clerk?" + EncodedFields.text(of: kept)
        }
        let content = List(
            filter: FormView("filter", Self.filter, filled: fields, faults: faults),
            isFiltered: !members.isEmpty,
            rows: rows,
            isEmpty: rows.isEmpty,
            summary: Self.summary(found, isPart: !start.isEmpty || found?.next != nil),
            first: start.isEmpty || found == nil ? nil : link(nil),
            following: found?.next.map { link($0.text) },
            report: ReportPages.path + link(nil).dropFirst("/clerk".count),
            waiting: try await waiting(),
            groups: groups,
            hasGroups: !groups.isEmpty,
            actions: Self.actions(conditions)
        )
        var frame = authenticator.frame(localized("Cargos"), clerk)
        frame.live = "/clerk/live?after=\(position)"
        frame.address = link(fields["start"])
        return .page(.cargos, HTMLPage(page: frame, content: content), status: faults.isEmpty ? .ok : .unprocessableContent)
    }

    /// How many carriers' events wait, counted up to a limit, because the page is loaded often; nil if the store keeps none.
    private func waiting() async throws(Problem) -> String? {
        guard kit.store.carrierEvents != nil else { return nil }
        let most = 1000
        let count = try await asking { () async throws(DomainError) in try await carrierEvents.openCount(upTo: most) }
        return switch count {
        case 0: localized("No events of carriers wait")
        case most...: localized("\(count) or more events of carriers wait")
        default: localized(count, one: "\(count) event of carriers waits", other: "\(count) events of carriers wait")
        }
    }

    private static func summary(_ found: ReadWorklist.Response?, isPart: Bool) -> String {
        guard let found else { return localized("No results") }
        let needy = AttentionReason.allCases.compactMap { need in
            let count = found.cargos.count { $0.needs.first == need }
            return count > 0 ? need.words(count) : nil
        }
        let count = found.cargos.count
        let cargos =
            isPart
            ? localized(count, one: "\(count) cargo on this page", other: "\(count) cargos on this page")
            : localized(count, one: "\(count) cargo", other: "\(count) cargos")
        return ([cargos] + needy).joined(separator: ", ")
    }

    private static var filter: [FormView.Pattern] {
        [
            .init(name: "cargo", label: localized("Tracking id or reference"), isRequired: false),
            .init(name: "customerId", label: localized("Customer"), isRequired: false),
            .init(name: "at", label: localized("In port"), isRequired: false, suggest: .locations),
            .init(name: "voyage", label: localized("Voyage"), isRequired: false, suggest: .voyages),
            .init(
                name: "attention",
                label: localized("Attention"),
                isRequired: false,
                choices: [
                    ("", localized("All")), ("DISRUPTED", localized("Disrupted")), ("MISDIRECTED", localized("Misdirected")),
                    ("LATE", localized("Late")), ("OVERDUE", localized("Overdue")), ("UNROUTED", localized("Unrouted")),
                    ("HELD", localized("Held")), ("UNCOLLECTED", localized("Not collected")),
                ]
            ),
            .init(name: "hold", label: localized("Hold"), isRequired: false, choices: [("", localized("All"))] + holds),
            .init(
                name: "transportStatus",
                label: localized("Transport"),
                isRequired: false,
                choices: [("", localized("All"))] + TransportStatus.allCases.map { ($0.rawValue, $0.words) }
            ),
            .init(
                name: "routingStatus",
                label: localized("Routing"),
                isRequired: false,
                choices: [("", localized("All"))] + RoutingStatus.allCases.map { ($0.rawValue, $0.words) }
            ),
        ]
    }

    // MARK: Booking

    /// The content of the booking page.
    struct Booking: Sendable {
        let form: FormView
        /// The idempotency key, so that sending the form twice books only once.
        let key: String
        let suggestions: [Suggestion]
        /// Where the form is sent.
        var action = "/clerk/book"
    }

    private static var booking: [FormView.Pattern] {
        [
            .init(name: "customerId", label: localized("Customer"), hint: localized("The customer's id, such as ACME.")),
            .init(name: "origin", label: localized("From"), hint: Suggestion.hint, list: "locations", suggest: .locations),
            .init(name: "destination", label: localized("To"), hint: Suggestion.hint, list: "locations", suggest: .locations),
            .init(
                name: "arrivalDeadline",
                label: localized("Arrival deadline (UTC)"),
                hint: localized("The cargo must arrive before this time."),
                isTime: true
            ),
            .init(name: "trackingId", label: localized("Tracking id"), hint: localized("Leave empty to generate one."), isRequired: false),
        ]
    }

    private func bookingForm(_ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        guard clerk.session.caller.may(.operate) else { throw Problem(.roleInsufficient) }
        return try await bookingPage(clerk, FormView("book", Self.booking), key: Hexadecimal.random(bytes: 16), status: .ok)
    }

    private func bookingPage(_ clerk: PageAuthenticator.Clerk, _ form: FormView, key: String, status: HTTPResponse.Status)
        async throws(Problem)
        -> Response
    {
        let content = Booking(form: form, key: key, suggestions: try await Suggestion.locations(kit))
        return .page(.book, HTMLPage(page: authenticator.frame(localized("Book a cargo"), clerk), content: content), status: status)
    }

    private func book(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let form = try await FormFields.read(call)
        try authenticator.check(form, of: clerk, call)
        let members = try await form.choosing(["destination": .locations, "origin": .locations], from: index).input([
            "arrivalDeadline": .time, "customerId": .text, "destination": .code, "origin": .code, "trackingId": .code,
        ])
        do throws(DomainError) {
            let key = try IdempotencyKey(form["key"] ?? "")
            let booked = try await BookCargo(kit).execute(try .init(Input(members: members), idempotencyKey: key)).get()
            call.trail.note(ids: [booked.trackingId.text])
            return .seeOther("/clerk/cargos/\(PercentEncoding.encode(booked.trackingId.text))?done=booked")
        } catch {
            guard FormFaults.areTheForms(error) else { throw Problem(error) }
            let faults = FormFaults(error, in: members)
            // A key that is invalid or already used for other data gets replaced, so that the next attempt is a new booking.
            let key = error.code == .idempotencyKeyReused || error.code == .idempotencyKeyInvalid ? nil : form["key"]
            let view = FormView("book", Self.booking, filled: form, faults: faults)
            return try await bookingPage(clerk, view, key: key ?? Hexadecimal.random(bytes: 16), status: .unprocessableContent)
        }
    }
}

extension ClerkPages.List.Row {
    fileprivate init(_ entry: CargoList.Entry, name: (UnLocode) -> String) {
        let condition = CargoCondition(entry)
        self.init(
            id: entry.trackingId.text,
            box: BulkPages.box(entry.trackingId.text),
            condition: condition.words,
            tone: condition.tone,
            held: condition.holdWord(beside: entry),
            customer: entry.customerId.text,
            origin: name(entry.origin),
            destination: name(entry.destination),
            transport: entry.transportStatus.words,
            deadline: PageTime(entry.arrivalDeadline, at: entry.destination),
            arrival: entry.estimatedArrival.map { PageTime($0, at: entry.destination) }
        )
    }
}

extension PageAuthenticator {
    /// The content of the sign-in page.
    func signInContent(to: String, fault: String? = nil) -> ClerkPages.SignIn {
        ClerkPages.SignIn(
            to: to,
            root: area.root,
            provider: providerAddress(to: to),
            canUseToken: !settings.tokens.isEmpty || keeper.directory.hasManagedTokens || fault != nil,
            fault: fault
        )
    }

    /// Calls `answer` for a clerk, and redirects everyone else to the sign-in page.
    func admit(_ call: Call, _ answer: (Clerk) async throws(Problem) -> Response) async throws(Problem) -> Response {
        guard let clerk = clerk(of: call) else {
            // The form had no effect.
            call.trail.note(ids: [])
            let to = call.request.method == .post ? area.root : call.request.path ?? area.root
            return .seeOther("\(area.root)/sign-in?to=" + PercentEncoding.encode(to))
        }
        if call.request.method == .post {
            guard area == .customer || clerk.session.caller.may(.operate) else { throw Problem(.roleInsufficient) }
            call.trail.note(caller: clerk.session.caller)
        }
        var response = try await clerk.session.caller.acting { () async throws(Problem) in try await answer(clerk) }
        if clerk.isNew { response.headers[.setCookie] = cookie(clerk.sessionName, call) }
        return response
    }

    /// The frame of a clerks' page.
    func frame(_ title: String, _ clerk: Clerk) -> PageFrame {
        PageFrame(
            title: title,
            isForClerks: area == .clerk,
            isForCustomers: area == .customer,
            csrf: clerk.session.csrf,
            canSignOut: !settings.isOpen,
            canChange: area == .customer || clerk.session.caller.may(.operate)
        )
    }

    /// The requested path if it is one of the pages that this authenticator protects, otherwise their first page.
    func local(_ path: String?) -> String {
        let root = area.root
        guard let path, path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            let target = try? Target(path), target.path.first == area.rawValue,
            // A browser resolves dot segments, percent-encoded ones too, and they lead elsewhere.
            !target.path.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.utf8.contains(UInt8(ascii: "/")) })
        else { return root }
        return path
    }
}

extension CargoKit {
    /// Lists the cargo with a tracking id, or those with a reference, as someone typed it.
    func worklist(named text: String, _ request: ReadWorklist.Request) async throws(DomainError)
        -> ReadWorklist.Response
    {
        let list = try await lookUp(TypedLookup(text), filter: request.filter, after: request.start?.after, limit: request.limit)
            .get()
        return .init(cargos: list.cargos, next: list.next.map { .init(need: nil, after: $0) }, asOf: clock.now())
    }
}

extension AttentionReason {
    /// How many cargos have the need, for people.
    fileprivate func words(_ count: Int) -> String {
        switch self {
        case .disrupted: localized("\(count) disrupted")
        case .misdirected: localized("\(count) misdirected")
        case .late: localized("\(count) late")
        case .unrouted: localized("\(count) unrouted")
        case .held: localized("\(count) held")
        case .uncollected: localized("\(count) not collected")
        }
    }
}
