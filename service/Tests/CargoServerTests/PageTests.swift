import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Logging
import Testing

@testable import CargoServer

/// The parts of the pages.
///
/// `./tool pages` tests the pages themselves in a browser.
struct PageTests {
    private let evil = "<b>&'\"\u{301} onfocus=x"

    @Test func `text is escaped scalar by scalar, even before combining characters`() {
        let escaper = ScalarHTML()
        #expect(escaper.escapeText("a<b>&\"'") == "a&lt;b&gt;&amp;&quot;&#39;")
        for mark in ["\"", "<", "'", "&", ">"] {
            let escaped = escaper.escapeText(mark + "\u{301}")
            #expect(!escaped.unicodeScalars.contains(Unicode.Scalar(mark)!) || mark == "&", "\(escaped)")
            #expect(escaped.unicodeScalars.last == "\u{301}")
        }
    }

    @Test func `every template escapes its values`() {
        let field = FormView(
            "f",
            [
                .init(name: evil, label: evil, hint: evil, choices: [(evil, evil)], value: evil), .init(name: evil, label: evil),
                .init(name: evil, label: evil, hint: evil, boxes: [evil], checked: [evil]),
            ]
        )
        var frame = PageFrame(title: evil)
        frame.live = evil
        frame.address = evil
        frame.csrf = evil
        frame.isForClerks = true
        frame.canSignOut = true
        let hidden = ClerkPages.List.Field(name: evil, value: evil)
        let listed = ClerkPages.List.Row(
            id: evil,
            box: evil,
            condition: evil,
            tone: evil,
            held: evil,
            customer: evil,
            origin: evil,
            destination: evil,
            transport: evil,
            deadline: PageTime(.stub()),
            arrival: PageTime(.stub())
        )
        let list = ClerkPages.List(
            filter: field,
            isFiltered: true,
            rows: [listed],
            isEmpty: false,
            summary: evil,
            first: evil,
            following: evil,
            report: evil,
            waiting: evil,
            groups: [.init(text: evil, address: evil, conditions: [hidden], action: evil, button: evil, hold: evil)],
            hasGroups: true,
            actions: .init(
                conditions: [hidden],
                deadline: field,
                pickUp: field,
                hold: field,
                release: field,
                cancel: field,
                reference: field
            )
        )
        let bulk = BulkPages.Content(
            back: evil,
            done: evil,
            fault: evil,
            failures: [.init(id: evil, address: evil, reason: evil)],
            hasFailures: true,
            proceed: .init(button: evil, fields: [hidden])
        )
        let imported = ImportPages.Content(
            done: evil,
            fault: evil,
            failures: [.init(line: 1, reason: evil, text: evil)],
            hasFailures: true,
            cargos: [.init(id: evil, address: evil)],
            hasCargos: true,
            forms: [.init(name: evil, heading: evil, example: evil, text: evil)]
        )
        let suggestions = [Suggestion(code: evil, name: evil)]
        let cargos = CustomerPages.List(
            text: evil,
            isSearch: true,
            rows: [],
            isEmpty: true,
            summary: evil,
            done: evil,
            first: evil,
            following: evil
        )
        let row = SubscriptionPages.Content.Row(
            id: evil,
            endpoint: evil,
            filter: evil,
            owner: evil,
            state: evil,
            tone: evil,
            reason: evil,
            last: evil,
            isActive: true
        )
        let subscriptions = SubscriptionPages.Content(root: evil, rows: [row], isEmpty: false, form: field, done: evil, secret: evil)
        let delivery = SubscriptionPages.Details.Attempt(
            sequence: evil,
            type: evil,
            eventId: evil,
            time: PageTime(.stub()),
            result: evil,
            tone: evil,
            reason: evil,
            canResend: true,
            isRequested: true
        )
        let subscription = SubscriptionPages.Details(
            root: evil,
            path: evil,
            row: row,
            created: evil,
            deliveries: [delivery],
            isEmpty: false,
            held: [evil],
            hasHeld: true,
            form: field,
            isChangeable: true,
            done: evil
        )
        let voyage = VoyagePages.Content(
            path: evil,
            facts: [.init(label: evil, value: evil)],
            hasFacts: true,
            version: 1,
            calls: [.init(place: evil, arrival: nil, departure: nil)],
            details: field,
            report: field,
            rollOver: field
        )
        let time = PageTime(.stub())
        let voyages = VoyagePages.List(
            find: field,
            rows: [.init(number: evil, address: evil, calls: [.init(place: evil, time: time, isFirst: false)])],
            isEmpty: false,
            first: evil,
            following: evil
        )
        let event = CarrierEventPages.Row(
            id: evil,
            path: evil,
            carrier: evil,
            state: evil,
            tone: evil,
            reason: evil,
            cargo: evil,
            appliedVoyage: evil,
            what: evil,
            equipment: evil,
            voyage: evil,
            place: evil,
            time: time,
            received: time,
            settled: time
        )
        let events = CarrierEventPages.List(filter: field, isFiltered: true, rows: [event], isEmpty: false, first: evil, following: evil)
        let details = CarrierEventPages.Details(row: event, document: evil, isOpen: true, form: field, done: evil)
        let pages = [
            PageTemplates.render(.carrierEvents, HTMLPage(page: frame, content: events)),
            PageTemplates.render(.carrierEvent, HTMLPage(page: frame, content: details)),
            PageTemplates.render(.voyage, HTMLPage(page: frame, content: voyage)),
            PageTemplates.render(.voyages, HTMLPage(page: frame, content: voyages)),
            PageTemplates.render(.home, HTMLPage(page: frame, content: PublicPages.Home(text: evil, fault: evil))),
            PageTemplates.render(.signIn, HTMLPage(page: frame, content: ClerkPages.SignIn(to: evil, fault: evil))),
            PageTemplates.render(.cargos, HTMLPage(page: frame, content: list)),
            PageTemplates.render(.bulk, HTMLPage(page: frame, content: bulk)),
            PageTemplates.render(.import, HTMLPage(page: frame, content: imported)),
            PageTemplates.render(.customer, HTMLPage(page: frame, content: cargos)),
            PageTemplates.render(.subscriptions, HTMLPage(page: frame, content: subscriptions)),
            PageTemplates.render(.subscription, HTMLPage(page: frame, content: subscription)),
            PageTemplates.render(
                .book,
                HTMLPage(page: frame, content: ClerkPages.Booking(form: field, key: evil, suggestions: suggestions))
            ),
            PageTemplates.render(
                .problem,
                HTMLPage(page: frame, content: ProblemPage.Content(text: evil, detail: evil, requestId: evil, canSignIn: true))
            ),
        ]
        for page in pages {
            #expect(page.hasPrefix("<!doctype html>"))
            #expect(page.contains("&lt;b&gt;&amp;&#39;&quot;\u{301} onfocus=x"))
            #expect(!page.contains("<b>") && !page.unicodeScalars.containsQuoteBeforeAccent)
        }
    }

    @Test(
        "a sign-in redirects to the clerks' pages only",
        arguments: [
            ("/clerk", "/clerk"), ("/clerk/cargos/ABC?done=booked", "/clerk/cargos/ABC?done=booked"), ("//evil.example", "/clerk"),
            ("https://evil.example/clerk", "/clerk"), ("/clerk@evil.example", "/clerk"), ("/clerk/\\evil", "/clerk"),
            ("/clerk/\r\nX: y", "/clerk"),
            ("", "/clerk"),
        ]
    )
    func local(path: String, leads: String) { #expect(PageAuthenticator(Gatekeeper(AccessDirectory(.init()))).local(path) == leads) }

    @Test("the position of the last event is found", arguments: [0, 1, 2, 3, 7, 8, 9, 100])
    func outboxEnd(count: Int) async throws {
        let store = InMemoryStore()
        for number in 0..<count { try await store.cargos.save(.stub("ABC\(number)")).get() }
        let end = OutboxEnd(CargoKit(store: store, clock: store.clock))
        #expect(try await end.position() == Int64(count))
        try await store.cargos.save(.stub("XYZ")).get()
        #expect(try await end.position() == Int64(count) + 1)
    }

    @Test func `public streams use at most half of the stream limit`() throws {
        var limits = ServerSettings.Limits()
        limits.eventStreams = 4
        let counter = StreamCounter(limits)
        var places: [StreamCounter.Place] = []
        func opens(_ isPublic: Bool) -> Bool {
            do {
                places.append(try counter.open(from: .none, for: .local, isPublic: isPublic))
                return true
            } catch {
                return false
            }
        }
        #expect([true, true, true, false, false, false].map(opens) == [true, true, false, true, true, false])
        places.removeFirst()
        #expect(opens(true))
    }

    @Test(
        "time spans are readable",
        arguments: [
            (0, "0 minutes"), (60_000, "1 minute"), (3_600_000, "1 hour"), (90_000_000, "1 day 1 hour"), (172_800_000, "2 days"),
            (-5, "0 minutes"),
        ] as [(Int64, String)]
    )
    func spans(milliseconds: Int64, text: String) { #expect(PageTime.span(milliseconds: milliseconds) == text) }

    @Test func `a time is written in a readable and a machine-readable form`() throws {
        let time = PageTime(try Instant("2026-03-09T08:05:59.999Z"))
        #expect(time.text == "9 Mar 2026, 08:05")
        #expect(time.machine == "2026-03-09T08:05Z")
    }

    @Test func `without a session, a page redirects to the sign-in, or starts a session if the service has no tokens`() async throws {
        try await TestService.run { service in
            let answer = try await service.send("GET", "/clerk", as: nil)
            #expect(answer.status == 303)
            #expect(answer["location"] == "/clerk/sign-in?to=%2Fclerk")
        }
        var settings = TestService.settings
        settings.access.tokens = []
        try await TestService.run(settings) { service in
            let answer = try await service.send("GET", "/clerk", as: nil)
            #expect(answer.status == 200)
            #expect(answer["set-cookie"]?.contains("; Path=/clerk; Max-Age=43200; HttpOnly; SameSite=Strict") == true)
            let form = "origin=HKHKG"
            let forged = try await service.send(
                "POST",
                "/clerk/book",
                form,
                as: nil,
                headers: ["Content-Type": "application/x-www-form-urlencoded", "Origin": "http://localhost"]
            )
            #expect(forged.status == 403)
            #expect(forged.code == "form_foreign")
        }
    }
}

extension String.UnicodeScalarView {
    /// Whether the text has a quotation mark before a combining accent, which hides it from code that works on grapheme clusters.
    fileprivate var containsQuoteBeforeAccent: Bool { zip(self, dropFirst()).contains { $0 == "\"" && $1 == "\u{301}" } }
}
