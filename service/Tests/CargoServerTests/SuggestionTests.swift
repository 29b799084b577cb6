import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Synchronization
import Testing

@testable import CargoServer

/// A clock that a test moves.
private final class ManualClock: Sendable {
    private let time = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { time.withLock { $0 } }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

@Suite("Suggestions of ports and voyages")
struct SuggestionTests {
    private func index(_ names: [String: String] = [:], voyages: [Voyage] = [], clock: ManualClock = ManualClock()) async throws
        -> (SuggestionIndex, InMemoryStore)
    {
        let store = InMemoryStore(clock: FixedClock())
        let ports =
            names.isEmpty
            ? [
                "SEGOT": "Göteborg", "DEHAM": "Hamburg", "DEHBU": "Hamburg-Harburg", "USLGB": "Long Beach", "DKAAR": "Århus",
                "PLGDN": "Gdańsk",
                "NODRM": "Drøbak", "PLLOD": "Łódź", "HKHKG": "Hong Kong", "SESTO": "Stockholm",
            ] : names
        try await store.locations.save(ports.map { .stub($0.key, name: $0.value) }).get()
        for voyage in voyages { try await store.voyages.save(voyage).get() }
        return (SuggestionIndex(CargoKit(store: store, clock: store.clock), now: { clock.now }), store)
    }

    @Test(arguments: [
        ("ham", ["Hamburg (DEHAM)", "Hamburg-Harburg (DEHBU)"]), ("HAMBURG", ["Hamburg (DEHAM)", "Hamburg-Harburg (DEHBU)"]),
        ("har", ["Hamburg-Harburg (DEHBU)"]), ("beach", ["Long Beach (USLGB)"]), ("lo be", ["Long Beach (USLGB)"]),
        ("beach long", ["Long Beach (USLGB)"]),
        ("goteb", ["Göteborg (SEGOT)"]), ("GÖT", ["Göteborg (SEGOT)"]), ("Go\u{308}t", ["Göteborg (SEGOT)"]), ("arhus", ["Århus (DKAAR)"]),
        ("gdansk", ["Gdańsk (PLGDN)"]), ("drobak", ["Drøbak (NODRM)"]), ("lodz", ["Łódź (PLLOD)"]), ("sesto", ["Stockholm (SESTO)"]),
        ("deh", ["Hamburg (DEHAM)", "Hamburg-Harburg (DEHBU)"]), ("burg", []), ("", []), (" - ", []), ("ham xyz", []),
    ])
    func `ports are found by the beginnings of their words, without case and diacritics`(typed: String, found: [String]) async throws {
        #expect(try await index().0.find(typed, .locations).map(\.text) == found)
    }

    @Test(arguments: [
        ("Hamburg (DEHAM)", "DEHAM"), ("anything (DEHAM)", "DEHAM"), ("stockholm", "SESTO"), ("GOTEBORG", "SEGOT"), ("long beach", "USLGB"),
        ("DEHAM", "DEHAM"), ("hamb", "hamb"), ("nowhere", "nowhere"), ("Hamburg (Elbe)", "Hamburg (Elbe)"), ("", ""),
    ])
    func `a field's text means the code in parentheses, or the only port with this name`(typed: String, code: String) async throws {
        #expect(try await index().0.code(of: typed, .locations) == code)
    }

    @Test func `a name that two ports have means neither`() async throws {
        let (index, _) = try await index(["USPOR": "Portland", "USPWM": "Portland", "DEHAM": "Hamburg"])
        #expect(try await index.code(of: "Portland", .locations) == "Portland")
        #expect(try await index.find("portland", .locations).count == 2)
    }

    @Test func `voyages are found by number and by the ports that they call at`() async throws {
        let movements: [CarrierMovement] = [.stub(from: "HKHKG", at: .stub(day: 1), to: "USLGB", at: .stub(day: 9))]
        let voyages = try ["V100", "V200"].map { try Voyage.register(number: VoyageNumber($0), schedule: .stub(movements)) }
        let (index, _) = try await index(voyages: voyages)
        #expect(try await index.find("v1", .voyages).map(\.text) == ["V100"])
        #expect(try await index.find("hong", .voyages).map(\.text) == ["V100", "V200"])
        #expect(try await index.find("uslgb", .voyages).count == 2)
        #expect(try await index.find("hong v2", .voyages).map(\.text) == ["V200"])
        #expect(try await index.find("v1", .voyages).first?.voyage?.to == "Long Beach")
        #expect(try await index.code(of: "v100", .voyages) == "V100")
        #expect(try await index.code(of: "hong", .voyages) == "hong")
    }

    @Test func `the store is read again after a minute, and not at each letter`() async throws {
        let clock = ManualClock()
        let (index, store) = try await index(clock: clock)
        #expect(try await index.find("osl", .locations).isEmpty)
        try await store.locations.save([.stub("NOOSL", name: "Oslo")]).get()
        #expect(try await index.find("osl", .locations).isEmpty)
        clock.advance(by: SuggestionIndex.age)
        #expect(try await index.find("osl", .locations).map(\.text) == ["Oslo (NOOSL)"])
    }

    @Test func `a search in a large list looks at few words and returns at most ten entries`() async throws {
        var names: [String: String] = [:]
        for number in 0..<5000 {
            let digits = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")
            let code = "US" + String([digits[number / 576 % 24], digits[number / 24 % 24], digits[number % 24]])
            names[code] = "Port \(number)"
        }
        let (index, _) = try await index(names)
        #expect(try await index.find("port", .locations).count == 10)
        #expect(try await index.find("port 4999", .locations).map { String($0.text.prefix(9)) } == ["Port 4999"])
    }

    @Test func `suggestions need a session, count against the clerk, and are forgotten by no proxy`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            let foreign = try await service.send("GET", "/clerk/suggestions/locations?q=hong", as: nil)
            #expect(foreign.status == 401)
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let answer = try await browser.get("/clerk/suggestions/locations?q=hong")
            #expect(answer.text == #"[{"text":"Hong Kong (HKHKG)"}]"#)
            #expect(answer["cache-control"] == "no-store")
            let voyages = try await browser.get("/clerk/suggestions/voyages?q=stock")
            #expect(voyages.text == #"[{"note":"Hong Kong – Stockholm, departs 20 Jan 2026, 00:00","text":"V100"}]"#)
            #expect(try await browser.get("/clerk/suggestions/customers?q=a").status == 404)
            #expect(try await browser.get("/clerk/suggestions/locations").text == "[]")
        }
    }

    @Test func `typing doesn't use up the requests of an address, but strangers do`() async throws {
        var settings = TestService.settings
        settings.access.publicRequestsPerMinute = 5
        try await TestService.run(settings) { service in
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            for _ in 0..<10 { #expect(try await browser.get("/clerk/suggestions/locations?q=h").status == 200) }
            var statuses: [Int] = []
            for _ in 0..<6 { statuses.append(try await service.send("GET", "/clerk/suggestions/locations?q=h", as: nil).status) }
            #expect(statuses.contains(429) && statuses.first == 401)
        }
    }

    @Test func `a form takes the name of a port`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let page = try await browser.get("/clerk/book").text
            #expect(page.contains(#"data-suggest="locations""#))
            let csrf = try #require(page.value(of: "csrf"))
            let key = try #require(page.value(of: "key"))
            let form =
                "csrf=\(csrf)&key=\(key)&customerId=ACME&origin=hong+kong&destination=Stockholm+%28SESTO%29&arrivalDeadline=2026-03-01T00%3A00&trackingId=NAMED1"
            #expect(try await browser.post("/clerk/book", form).status == 303)
            #expect(try await service.send("GET", "/v1/cargos/NAMED1").text.contains(#""origin":"HKHKG""#))
        }
    }
}
