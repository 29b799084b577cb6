import CargoDomain
import CargoTesting
import Testing

@Suite("Who caused a domain event")
struct EventActorTests {
    private static let longest = "a:" + String(repeating: "x", count: 398)

    @Test(arguments: ["a:b", "token:ops", "person:auth0|5 \"x\" \\", "customer:ACME:shop", "x:::", "cli: ", longest])
    func `REP-3: is a kind, a colon and a name of printable ASCII`(text: String) { #expect(EventActor(text)?.text == text) }

    @Test(arguments: [
        "", "a", ":", "a:", ":b", "A:b", "a1:b", "a b:c", "ab", "a:\n", "a:b\r\nX-Evil: 1", "a:\0", "a:é", "é:a", "a:\u{202E}b",
        longest + "x",
    ])
    func `REP-3: is nothing else`(text: String) { #expect(EventActor(text) == nil) }

    @Test func `each kind of caller has its own`() {
        #expect(EventActor.token("ops").text == "token:ops")
        #expect(EventActor.person("248289761001").text == "person:248289761001")
        #expect(EventActor.customer(.stub("ACME"), "shop").text == "customer:ACME:shop")
        #expect(EventActor.carrier("maersk").text == "carrier:maersk")
        #expect(EventActor.commandLine("alice").text == "cli:alice")
        #expect(EventActor.importing("alice").text == "import:alice")
        #expect(EventActor.service("box", for: .commandLine("alice")).text == "service:box:cli:alice")
    }

    @Test func `a name of any text gives an actor`() {
        #expect(EventActor.commandLine("").text == "cli:-")
        #expect(EventActor.commandLine("jörg\n").text == "cli:j%C3%B6rg%0A")
        #expect(EventActor.person("customer:ACME:x").text == "person:customer:ACME:x")
        for name in [String(repeating: "x", count: 500), String(repeating: "\0", count: 500), "\u{1F6A2}\u{7F}\u{202E}"] {
            let actor = EventActor.service("box", for: .person(name))
            #expect(EventActor(actor.text) == actor)
            #expect(actor.text.utf8.count <= 400)
        }
    }

    @Test(arguments: [
        ("customer:ACME:shop", "customer:ACME", true), ("customer:ACME", "customer:ACME", true),
        ("customer:ACMEX:shop", "customer:ACME", false),
        ("customer:ACME:shop", "customer", true), ("customer:ACME", "customer:ACME:shop", false), ("cli:alice", "cli:ali", false),
        ("person:ACME", "customer:ACME", false), ("cli:alice", "", false), ("cli:alice", "cli:", false),
    ])
    func `is meant by its text and by the beginning up to a colon`(text: String, other: String, isMeant: Bool) throws {
        #expect(try #require(EventActor(text)).isMeant(by: other) == isMeant)
    }

    @Test(arguments: [
        ("customer:ACME:Jane Roe", "customer:ERASED-1"), ("customer:ACME", "customer:ERASED-1"),
        ("service:box:customer:ACME:Jane", "service:box:customer:ERASED-1"),
        ("service:a:service:b:customer:ACME:x", "service:a:service:b:customer:ERASED-1"),
        ("customer:ACMEX:Jane", "customer:ACMEX:Jane"), ("customer:acme:Jane", "customer:acme:Jane"), ("token:ACME", "token:ACME"),
        ("person:customer:ACME:x", "person:customer:ACME:x"), ("service:customer:ACME", "service:customer:ACME"),
    ])
    func `REP-11: a customer's actor becomes the pseudonym's, without the name`(text: String, erased: String) throws {
        let event = DomainEvent.stub(.cargoBackOnTrack, by: text)
        #expect(event.erasing(.stub("ACME"), as: .stub("ERASED-1")).actor?.text == erased)
        #expect(event.actor?.belongs(to: .stub("ACME")) == (text != erased))
    }

    @Test func `is carried by the events of a save, until the work ends`() {
        let cargo = Cargo.stub()
        func actors() -> [String?] { DomainEvent.events(raisedBy: cargo, storedAs: 1, at: .stub()).map(\.actor?.text) }
        #expect(Correlation.$actor.withValue(.token("ops")) { actors() } == ["token:ops"])
        #expect(actors() == [nil])
    }

    @Test func `events differ by it, and can be without it`() {
        let event = DomainEvent.stub(by: "token:ops")
        #expect(event != .stub(by: "token:other") && event != .stub() && event == .stub(by: "token:ops"))
        #expect(event.withoutActor == .stub())
    }
}
