import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The pages of customers: sign-in, their cargos, booking one again.
///
/// They show only what belongs to the customer whose token was used to sign in.
struct CustomerPages: Sendable {
    let kit: CargoKit
    let authenticator: PageAuthenticator
    let index: SuggestionIndex
    let overdueAfter: Duration

    var routes: [HTTPRoute] {
        [
            HTTPRoute(.get, "/customer/sign-in", .everybody, nil, signInForm),
            HTTPRoute(.post, "/customer/sign-in", .everybody, nil, signIn),
            HTTPRoute(.post, "/customer/sign-out", .everybody, nil, signOut),
            HTTPRoute(.get, "/customer", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (customer) async throws(Problem) in
                    try await list(call, customer)
                }
            },
            HTTPRoute(.get, "/customer/cargos/{trackingId}", .everybody, nil) {
                call async throws(Problem) in
                try await authenticator.admit(call) { (customer) async throws(Problem) in
                    try await show(call, customer)
                }
            },
            HTTPRoute(.get, "/customer/book", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (customer) async throws(Problem) in
                    try await bookingForm(call, customer)
                }
            },
            HTTPRoute(.post, "/customer/book", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (customer) async throws(Problem) in
                    try await book(call, customer)
                }
            },
        ]
    }

    // MARK: Signing in and out

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
        let token = try await authenticator.token(in: form, call)
        guard let caller = token.map(Caller.holder), caller.customer != nil else {
            let fault =
                token == nil ? localized("The service doesn't know this token.") : localized("This token isn't a customer's.")
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

    private func page(_ content: ClerkPages.SignIn, status: HTTPResponse.Status = .ok) -> Response {
        .page(
            .signIn,
            HTMLPage(page: PageFrame(title: localized("Sign in as a customer")), content: content),
            status: status
        )
    }

    // MARK: The cargos

    /// The content of the list of a customer's cargos.
    struct List: Sendable {
        /// What was searched for.
        let text: String
        let isSearch: Bool
        let rows: [Row]
        let isEmpty: Bool
        let summary: String
        let done: String?
        let first: String?
        let following: String?

        /// A row of the list.
        struct Row: Sendable {
            let id: String
            let address: String
            let again: String
            let condition: String
            let tone: String
            /// Says that the cargo is on hold, if its condition says something else.
            let held: String?
            let origin: String
            let destination: String
            let transport: String
            let deadline: PageTime
            let arrival: PageTime?
        }
    }

    private static let pageSize = 50

    private func list(_ call: Call, _ customer: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let kit = kit.seen(by: customer.session.caller)
        let query = FormFields(query: call.target.query)
        let start = query["start"].map { [Input.Member(name: "start", value: .text($0))] } ?? []
        let size = Input.Member(name: "limit", value: .integer(Int64(Self.pageSize)))
        let request: ReadWorklist.Request = try .read(Input(members: start + [size]), .query)
        let text = FormFields.trimmed(query["cargo"] ?? "")
        let found: ReadWorklist.Response
        if text.isEmpty {
            found = try await authenticator.keeper.turns.run(customer.session.caller) { () async throws(Problem) in
                try await ReadWorklist(kit).execute(request).orProblem(.query)
            }
        } else {
            do throws(DomainError) { found = try await kit.worklist(named: text, request) } catch { throw Problem(error) }
            if start.isEmpty, found.next == nil, found.cargos.count == 1, let only = found.cargos.first {
                return .seeOther("/customer/cargos/" + PercentEncoding.encode(only.trackingId.text))
            }
        }
        let count = found.cargos.count
        let isPart = !start.isEmpty || found.next != nil
        let search = text.isEmpty ? "" : "cargo=\(PercentEncoding.encode(text))&"
        let content = List(
            text: text,
            isSearch: !text.isEmpty,
            rows: await kit.markingOverdue(found.cargos, by: overdueAfter).map(Self.row),
            isEmpty: found.cargos.isEmpty,
            summary: Self.summary(count, isPart: isPart),
            done: query["done"].flatMap { id in
                id == "booked" ? localized("Cargo booked. We choose a route next.") : nil
            },
            first: start.isEmpty ? nil : "/customer?\(search)",
            following: found.next.map { "/customer?\(search)start=" + PercentEncoding.encode($0.text) }
        )
        return .page(.customer, HTMLPage(page: authenticator.frame(localized("Your cargos"), customer), content: content))
    }

    private static func summary(_ count: Int, isPart: Bool) -> String {
        isPart
            ? localized(count, one: "\(count) cargo on this page", other: "\(count) cargos on this page")
            : localized(count, one: "\(count) cargo", other: "\(count) cargos")
    }

    private static func row(_ entry: CargoList.Entry) -> List.Row {
        let condition = CargoCondition(entry)
        let id = PercentEncoding.encode(entry.trackingId.text)
        return List.Row(
            id: entry.trackingId.text,
            address: "/customer/cargos/\(id)",
            again: "/customer/book?like=\(id)",
            condition: condition.words,
            tone: condition.tone,
            held: condition.holdWord(beside: entry),
            origin: entry.origin.text,
            destination: entry.destination.text,
            transport: entry.transportStatus.words,
            deadline: PageTime(entry.arrivalDeadline, at: entry.destination),
            arrival: entry.estimatedArrival.map { PageTime($0, at: entry.destination) }
        )
    }

    private func show(_ call: Call, _ customer: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let kit = kit.seen(by: customer.session.caller)
        let view = try await TrackCargo(kit).execute(.init(trackingId: try Self.trackingId(call["trackingId"]))).orProblem()
        let content = TrackingContent(view, showsCustomer: true, now: kit.clock.now(), overdueAfter: overdueAfter)
        return .page(.track, HTMLPage(page: authenticator.frame(localized("Cargo \(view.trackingId.text)"), customer), content: content))
    }

    private static func trackingId(_ text: String) throws(Problem) -> TrackingId {
        do throws(DomainError) { return try TrackingId(text) } catch {
            throw Problem(.rule(.cargoNotFound))
        }
    }

    // MARK: Booking

    private static func booking(from origin: String = "", to destination: String = "") -> [FormView.Pattern] {
        [
            .init(name: "origin", label: localized("From"), hint: Suggestion.hint, list: "locations", value: origin),
            .init(name: "destination", label: localized("To"), hint: Suggestion.hint, list: "locations", value: destination),
            .init(
                name: "arrivalDeadline",
                label: localized("Arrival deadline (UTC)"),
                hint: localized("The cargo must arrive before this time."),
                isTime: true
            ),
        ]
    }

    /// The form, filled with the route of the cargo to book again.
    private func bookingForm(_ call: Call, _ customer: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        var patterns = Self.booking()
        if let like = FormFields(query: call.target.query)["like"] {
            let kit = kit.seen(by: customer.session.caller)
            let cargo = try await FindCargo(kit).execute(.init(trackingId: try Self.trackingId(like))).orProblem().cargo
            patterns = Self.booking(from: cargo.routeSpecification.origin.text, to: cargo.routeSpecification.destination.text)
        }
        return try await bookingPage(customer, FormView("book", patterns), key: Hexadecimal.random(bytes: 16), status: .ok)
    }

    private func bookingPage(
        _ customer: PageAuthenticator.Clerk,
        _ form: FormView,
        key: String,
        status: HTTPResponse.Status
    ) async throws(Problem) -> Response {
        let content = ClerkPages.Booking(
            form: form,
            key: key,
            suggestions: try await Suggestion.locations(kit),
            action: "/customer/book"
        )
        return .page(
            .book,
            HTMLPage(page: authenticator.frame(localized("Book a cargo"), customer), content: content),
            status: status
        )
    }

    private func book(_ call: Call, _ customer: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let form = try await FormFields.read(call)
        try authenticator.check(form, of: customer, call)
        guard let code = customer.session.caller.customer else { throw Problem(.roleInsufficient) }
        let own = Input.Member(name: "customerId", value: .text(code.text))
        let chosen = try await form.choosing(["destination": .locations, "origin": .locations], from: index)
        let members = chosen.input(["arrivalDeadline": .time, "destination": .code, "origin": .code]) + [own]
        try authenticator.keeper.countBooking(of: customer.session.caller)
        do throws(DomainError) {
            let key = try IdempotencyKey(form["key"] ?? "")
            let kit = kit.seen(by: customer.session.caller)
            let booked = try await BookCargo(kit).execute(try .init(Input(members: members), idempotencyKey: key)).get()
            call.trail.note(ids: [booked.trackingId.text])
            return .seeOther("/customer?done=booked")
        } catch {
            guard FormFaults.areTheForms(error) else { throw Problem(error) }
            let isSpent = error.code == .idempotencyKeyReused || error.code == .idempotencyKeyInvalid
            let view = FormView("book", Self.booking(), filled: form, faults: FormFaults(error, in: members))
            return try await bookingPage(
                customer,
                view,
                key: isSpent ? Hexadecimal.random(bytes: 16) : form["key"] ?? Hexadecimal.random(bytes: 16),
                status: .unprocessableContent
            )
        }
    }
}
