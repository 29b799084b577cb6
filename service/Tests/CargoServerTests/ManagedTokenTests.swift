import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Foundation
import Hummingbird
import Synchronization
import Testing

@testable import CargoInfrastructure
@testable import CargoServer

/// Tokens of the store, and signing out, in one process and in several.
struct ManagedTokenTests {
    /// Two services over one store, as two processes are.
    private static func pair(
        _ settings: ServerSettings = TestService.settings,
        _ body: @escaping @Sendable (TestService, TestService) async throws -> Void
    ) async throws {
        let store = InMemoryStore()
        let kit = CargoKit(store: store, clock: store.clock)
        try await TestService.run(settings, over: { _ in kit }) { first in
            try await TestService.run(settings, over: { _ in kit }) { second in try await body(first, second) }
        }
    }

    /// Creates a token, and returns its secret.
    private static func create(_ service: TestService, _ body: String, as token: String = TestService.admin) async throws -> String {
        let answer = try await service.send("POST", "/v1/tokens", body, as: token)
        try #require(answer.status == 201, "\(answer.text)")
        return try #require(try answer.json["secret"]?.asText)
    }

    /// Asks until a service no longer accepts a token, which takes it at most a second, and more on a busy machine.
    private static func refuses(_ service: TestService, _ secret: String) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(30)
        while .now < end {
            if try await service.send("GET", "/v1/voyages", as: secret).status == 401 { return true }
        }
        return false
    }

    @Test func `a token counts at once in every process, until it is revoked in one`() async throws {
        try await Self.pair { first, second in
            let secret = try await Self.create(first, #"{"name":"desk-2","role":"clerk"}"#)
            #expect(secret.hasPrefix("cargo_") && secret.utf8.count == 70)
            for service in [second, first] { #expect(try await service.send("GET", "/v1/voyages", as: secret).status == 200) }
            let stream = try await second.openStream(as: secret)
            let browser = try await Browser.signedIn(second, as: secret)
            #expect(try await browser.get("/clerk").status == 200)
            #expect(try await first.send("DELETE", "/v1/tokens/desk-2", as: TestService.admin).status == 204)
            #expect(try await first.send("GET", "/v1/voyages", as: secret).status == 401)
            #expect(try await Self.refuses(second, secret))
            #expect(try await browser.get("/clerk").status == 303)
            #expect(try await stream.isEnded())
            #expect(try await first.send("DELETE", "/v1/tokens/desk-2", as: TestService.admin).code == "token_not_found")
        }
    }

    @Test func `tokens are listed by name, without secrets and digests, page by page`() async throws {
        try await TestService.run { service in
            var secrets: [String] = []
            for name in ["b", "a", "C"] {
                secrets.append(
                    try await Self.create(service, #"{"name":"\#(name)","role":"viewer","expiresAt":"2099-01-01T00:00:00.000Z"}"#)
                )
            }
            _ = try await Self.create(service, #"{"name":"acme","role":"customer","customerId":"ACME"}"#)
            _ = try await service.send("DELETE", "/v1/tokens/b", as: TestService.admin)
            let answer = try await service.send("GET", "/v1/tokens?limit=3", as: TestService.admin)
            let tokens = try #require(try answer.json["tokens"]?.asList)
            #expect(tokens.compactMap { $0["name"]?.asText } == ["C", "a", "acme"])
            #expect(tokens.compactMap { $0["role"]?.asText } == ["viewer", "viewer", "customer"])
            #expect(tokens.compactMap { $0["createdBy"]?.asText } == ["admin", "admin", "admin"])
            #expect(try answer.json["next"]?.asText == "acme")
            for secret in secrets { #expect(!answer.text.contains(secret) && !answer.text.contains("digest")) }
            let rest = try await service.send("GET", "/v1/tokens?after=acme", as: TestService.admin)
            #expect(try rest.json["tokens"]?.asList?.compactMap { $0["state"]?.asText } == ["REVOKED"])
        }
    }

    @Test func `a customer's token opens what is the customer's, and the name of a revoked token can be used again`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            let secret = try await Self.create(service, #"{"name":"partner","role":"customer","customerId":"ACME"}"#)
            let other = try await Self.create(service, #"{"name":"other","role":"customer","customerId":"OTHER"}"#)
            #expect(try await service.send("GET", "/v1/cargos/ABC123", as: secret).status == 200)
            #expect(try await service.send("GET", "/v1/cargos/ABC123", as: other).status == 404)
            #expect(try await service.send("GET", "/v1/tokens", as: secret).status == 404)
            #expect(try await service.send("POST", "/v1/sign-outs", #"{"token":"admin"}"#, as: secret).status == 404)
            #expect(try await service.send("DELETE", "/v1/tokens/partner", as: TestService.admin).status == 204)
            let again = try await Self.create(service, #"{"name":"partner","role":"customer","customerId":"OTHER"}"#)
            #expect(try await service.send("GET", "/v1/cargos/ABC123", as: again).status == 404)
            #expect(try await service.send("GET", "/v1/cargos/ABC123", as: secret).status == 401)
        }
    }

    @Test(arguments: [
        (#"{"name":"a","role":"service"}"#, TestService.admin, 403, "role_insufficient"),
        (#"{"name":"a","role":"clerk"}"#, TestService.clerk, 403, "role_insufficient"),
        (#"{"name":"a","role":"clerk"}"#, TestService.viewer, 403, "role_insufficient"),
        (#"{"name":"clerk","role":"clerk"}"#, TestService.admin, 409, "token_exists"),
        (#"{"name":"a b","role":"clerk"}"#, TestService.admin, 422, "validation_failed"),
        (#"{"name":"a","role":"king"}"#, TestService.admin, 422, "validation_failed"),
        (#"{"name":"a","role":"customer"}"#, TestService.admin, 422, "validation_failed"),
        (#"{"name":"a","role":"clerk","customerId":"ACME"}"#, TestService.admin, 422, "validation_failed"),
        (#"{"name":"a","role":"clerk","expiresAt":"2026-01-10T12:00:00.000Z"}"#, TestService.admin, 422, "validation_failed"),
        (#"{"name":"a","role":"clerk","digest":"AAAA"}"#, TestService.admin, 422, "validation_failed"),
    ])
    func `nobody gives a permission that they don't have, or a token that can't be`(
        body: String,
        caller: String,
        status: Int,
        code: String
    ) async throws {
        try await TestService.run { service in
            let answer = try await service.send("POST", "/v1/tokens", body, as: caller)
            #expect(answer.status == status && answer.code == code, "\(answer.text)")
            #expect(try await service.store.access?.findAll().get() == [])
        }
    }

    @Test func `with the setting, a service without other tokens needs one of the store`() async throws {
        var settings = ServerSettings()
        settings.port = 0
        #expect(settings.access.isOpen)
        settings.access.requiresTokens = true
        try await TestService.run(settings) { service in
            #expect(try await service.send("GET", "/v1/voyages", as: nil).status == 401)
            let desk = try #require(service.store.access.map { ManageAccess($0, service.store.clock) })
            guard case .created(_, let secret) = try await desk.create(TokenName("root"), role: .admin, createdBy: "test").get() else {
                Issue.record("no token")
                return
            }
            #expect(try await service.send("GET", "/v1/voyages", as: secret).status == 200)
        }
    }

    @Test func `signing out ends a session in every process, and signing out everywhere all of them`() async throws {
        var settings = TestService.settings
        settings.access.sessionKeys = [try SessionKey(setting: "dGhpcyBpcyBhIHRlc3QsIGFuZCAzMiBieXRlcyBvZiA=")]
        try await Self.pair(settings) { first, second in
            var browsers: [Browser] = []
            for _ in 0..<3 { browsers.append(try await Browser.signedIn(first, as: TestService.clerk)) }
            let other = try await Browser.signedIn(first, as: TestService.admin)
            func status(_ browser: Browser, _ service: TestService) async throws -> Int {
                var there = Browser(service: service)
                there.cookie = browser.cookie
                return try await there.get("/clerk").status
            }
            func signsOut(_ browser: Browser, _ service: TestService) async throws -> Bool {
                let end = ContinuousClock.now + .seconds(30)
                while .now < end { if try await status(browser, service) == 303 { return true } }
                return false
            }
            func csrf(_ browser: Browser) async throws -> String {
                try #require(try await browser.get("/clerk").text.value(of: "csrf"))
            }
            _ = try await browsers[0].post("/clerk/sign-out", "csrf=\(try await csrf(browsers[0]))")
            #expect(try await status(browsers[0], first) == 303)
            #expect(try await signsOut(browsers[0], second))
            #expect(try await status(browsers[1], second) == 200)
            let forged = try await browsers[1].post("/clerk/sign-out", "csrf=0&everywhere=1")
            #expect(forged.status == 403)
            #expect(try await status(browsers[2], second) == 200)
            _ = try await browsers[1].post("/clerk/sign-out", "csrf=\(try await csrf(browsers[1]))&everywhere=1")
            #expect(try await status(browsers[2], first) == 303)
            #expect(try await signsOut(browsers[2], second))
            #expect(try await status(other, second) == 200)
            #expect(try await second.send("POST", "/v1/sign-outs", #"{"token":"admin"}"#, as: TestService.admin).status == 204)
            #expect(try await status(other, second) == 303)
            #expect(try await signsOut(other, first))
        }
    }

    @Test(arguments: ["{}", #"{"token":"a","subject":"b"}"#, #"{"token":"a b"}"#, #"{"subject":7}"#])
    func `a sign-out names one holder`(body: String) async throws {
        try await TestService.run { service in
            let answer = try await service.send("POST", "/v1/sign-outs", body, as: TestService.admin)
            #expect(answer.code == "validation_failed", "\(answer.text)")
            #expect(try await service.send("POST", "/v1/sign-outs", body, as: TestService.clerk).status == 403)
        }
    }

    // MARK: The directory

    private static func secret(_ store: InMemoryStore, _ name: String, for duration: Duration? = nil, clock: WallClock) async throws
        -> String
    {
        let desk = ManageAccess(try #require(store.access), clock)
        let end = try duration.map { try clock.now().advanced(by: $0) }
        let creation = try await desk.create(TokenName(name), role: .clerk, expiresAt: end, createdBy: "test").get()
        guard case .created(_, let secret) = creation else { throw TestService.NotListening() }
        return secret
    }

    @Test func `a token counts until it expires`() async throws {
        let (store, clock) = (InMemoryStore(), WallClock())
        let directory = AccessDirectory(.init(), store.access, clock: clock)
        let secret = try await Self.secret(store, "a", for: .seconds(60), clock: clock)
        #expect(directory.counting(secret) == nil && directory.mayBeNew(secret))
        await directory.refresh()
        let token = try #require(directory.counting(secret))
        #expect(!directory.mayBeNew(secret) && directory.token(withDigest: token.digest) == token)
        for wrong in [
            "", "cargo_", secret + "0", String(secret.dropLast()), secret.uppercased(), "cargo_" + String(repeating: "0", count: 600),
        ] {
            #expect(directory.counting(wrong) == nil)
        }
        clock.advance(seconds: 59)
        #expect(directory.counting(secret) == token)
        clock.advance(seconds: 1)
        #expect(directory.counting(secret) == nil && directory.token(withDigest: token.digest) == nil)
    }

    @Test func `before the store could be read, no session counts, and what was read goes on counting`() async throws {
        let (store, clock) = (InMemoryStore(), WallClock())
        let access = FailingAccess(try #require(store.access))
        let directory = AccessDirectory(TestService.settings.access, access, clock: clock)
        let sessions = PageSessions(.clerk, directory)
        let clerk = try #require(directory.counting(TestService.clerk))
        let name = sessions.begin(as: .holder(of: clerk), with: clerk).name
        access.isFailing = true
        await directory.refresh()
        #expect(sessions.find(name) == nil && directory.counting(TestService.clerk) == clerk)
        access.isFailing = false
        let secret = try await Self.secret(store, "a", clock: clock)
        await directory.refresh()
        access.isFailing = true
        await directory.refresh()
        #expect(sessions.find(name) != nil && directory.counting(secret) != nil)
        // A sign-out counts here even if it can't be stored.
        await #expect(throws: Problem.self) { try await sessions.end(name) }
        await #expect(throws: Problem.self) { try await directory.endEverything(of: .token("clerk")) }
        #expect(sessions.find(name) == nil)
    }

    @Test func `a late note of a token's use doesn't bring it back`() async throws {
        let (store, clock) = (InMemoryStore(), WallClock())
        let access = try #require(store.access)
        let secret = try await Self.secret(store, "a", clock: clock)
        var seen = try #require(try await access.find(.token(TokenName("a"))).get()?.token)
        let desk = ManageAccess(access, clock)
        #expect(try await desk.revoke(TokenName("a")).get())
        #expect(try await !desk.revoke(TokenName("a")).get())
        let again = try await Self.secret(store, "a", clock: clock)
        seen.use(at: clock.now())
        #expect(try await !access.save(.token(seen)).get())
        let directory = AccessDirectory(.init(), access, clock: clock)
        await directory.refresh()
        #expect(directory.counting(secret) == nil && directory.counting(again) != nil)
    }

    @Test func `the use of a token isn't noted for the next one of its name`() async throws {
        let (store, clock) = (InMemoryStore(), WallClock())
        let access = try #require(store.access)
        let secret = try await Self.secret(store, "a", clock: clock)
        let directory = AccessDirectory(.init(), access, clock: clock)
        await directory.refresh()
        #expect(directory.counting(secret) != nil)
        _ = try await ManageAccess(access, clock).revoke(TokenName("a")).get()
        _ = try await Self.secret(store, "a", clock: clock)
        await directory.noteUses()
        let stored = try #require(try await access.find(.token(TokenName("a"))).get()?.token)
        #expect(stored.revokedAt == nil && stored.lastUsedAt == nil)
    }

    @Test func `a token that has ended isn't a guess, and one that can't be judged yet is nobody's`() async throws {
        let (store, clock) = (InMemoryStore(), WallClock())
        let access = FailingAccess(try #require(store.access))
        let directory = AccessDirectory(TestService.settings.access, access, clock: clock)
        let keeper = Gatekeeper(directory)
        let secret = try await Self.secret(store, "a", for: .seconds(60), clock: clock)
        func status() -> Int? {
            do { return try keeper.token(for: secret, from: .none) == nil ? 401 : nil } catch { return error.status }
        }
        for _ in 0..<20 { #expect(status() == 503) }
        await directory.refresh()
        #expect(status() == nil)
        clock.advance(seconds: 60)
        for _ in 0..<20 { #expect(status() == 401) }
        #expect(try keeper.token(for: TestService.clerk, from: .none) != nil)
        // The name of an expired token can be used again.
        let again = try await Self.secret(store, "a", clock: clock)
        await directory.refresh()
        #expect(directory.counting(again) != nil && directory.counting(secret) == nil)
        clock.advance(seconds: 31 * 86_400)
        #expect(try await access.findAll().get().map { $0.isOver(at: clock.now()) } == [false])
    }

    @Test func `what left the store while it couldn't be read counts no longer`() async throws {
        let (store, clock) = (InMemoryStore(), WallClock())
        let access = FailingAccess(try #require(store.access))
        let directory = AccessDirectory(.init(), access, clock: clock)
        let secret = try await Self.secret(store, "a", clock: clock)
        await directory.refresh()
        await directory.startOver()
        access.isFailing = true
        await directory.refresh()
        #expect(directory.counting(secret) != nil)
        access.isFailing = false
        #expect(try await access.remove(#require(try await access.findAll().get().first)).get())
        await directory.refresh()
        #expect(directory.counting(secret) == nil)
    }

    @Test func `erasing a customer removes their tokens, also one that is just being used`() async throws {
        let (store, clock) = (InMemoryStore(), WallClock())
        let desk = ManageAccess(BusyAccess(real: try #require(store.access)), clock)
        for name in ["a", "b"] {
            _ = try await desk.create(TokenName(name), role: .customer, customer: .stub("ACME"), createdBy: "test").get()
        }
        _ = try await desk.create(TokenName("c"), role: .customer, customer: .stub("OTHER"), createdBy: "test").get()
        #expect(try await desk.removeTokens(of: .stub("ACME")) == 2)
        #expect(try await desk.list().get().map(\.name.text) == ["c"])
    }

    @Test func `signing out everywhere refuses what the identity provider issued before`() async throws {
        let (store, clock) = (InMemoryStore(), WallClock())
        let access = try #require(store.access)
        let directory = AccessDirectory(.init(), access, clock: clock)
        await directory.refresh()
        let begun = clock.now()
        #expect(!directory.hasEnded([.subject("a")], begunAt: begun) && !directory.hasEnded([.subject("a")], begunAt: nil))
        clock.advance(seconds: 1)
        try await directory.endEverything(of: .subject("a"))
        #expect(directory.hasEnded([.subject("a")], begunAt: begun) && directory.hasEnded([.subject("a")], begunAt: nil))
        #expect(!directory.hasEnded([.subject("b")], begunAt: begun) && !directory.hasEnded([.token("a")], begunAt: begun))
        clock.advance(seconds: 1)
        #expect(!directory.hasEnded([.subject("a")], begunAt: clock.now()))
        let entries = try await access.findAll().get()
        clock.advance(seconds: 401 * 86_400 - 2)
        #expect(entries.map { $0.isOver(at: clock.now()) } == [false])
        clock.advance(seconds: 1)
        #expect(entries.map { $0.isOver(at: clock.now()) } == [true])
    }

    @Test func `one who signs out of very many sessions is signed out of all`() async throws {
        let (store, clock) = (InMemoryStore(), WallClock())
        let access = try #require(store.access)
        let desk = ManageAccess(access, clock)
        let end = try clock.now().advanced(by: .seconds(60))
        for number in 0..<SignOut.maximumSessions {
            try await desk.signOut(.token("a"), of: .init(id: "\(number)", until: end)).get()
        }
        let other = AccessDirectory(.init(), access, clock: clock)
        await other.refresh()
        let begun = try clock.now().advanced(by: .seconds(-1))
        #expect(
            other.hasEnded([.token("a")], session: "63", begunAt: begun) && !other.hasEnded([.token("a")], session: "64", begunAt: begun)
        )
        try await desk.signOut(.token("a"), of: .init(id: "64", until: end)).get()
        await other.refresh()
        #expect(
            other.hasEnded([.token("a")], session: "64", begunAt: begun) && other.hasEnded([.token("a")], session: "99", begunAt: begun)
        )
        #expect(try await access.findAll().get().count == 1)
    }

    @Test func `a token of an identity provider is refused once its holder was signed out`() async throws {
        let issuer = try Issuer()
        let (store, provider) = (InMemoryStore(), issuer.provider())
        let directory = AccessDirectory(.init(), store.access, clock: issuer.clock)
        await directory.refresh()
        let keeper = Gatekeeper(directory, provider: provider)
        let seconds = Double(issuer.clock.now().epochMilliseconds / 1000)
        let token = try issuer.token(claims: ["iat": seconds])
        func status() async -> Int? {
            var request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/v1/cargos")
            request.headerFields[.authorization] = "Bearer \(token)"
            if let token = keeper.tokenToPrepare(in: request) { await keeper.prepare(for: token) }
            var fields = HTTPFields()
            do { _ = try keeper.caller(of: request, from: .none, &fields) } catch { return error.status }
            return nil
        }
        #expect(await status() == nil)
        try await directory.endEverything(of: .subject("0002"))
        #expect(await status() == nil)
        try await directory.endEverything(of: .subject("0001"))
        #expect(await status() == 401)
    }

    @Test func `uses are noted, and what is over is forgotten`() async throws {
        let store = InMemoryStore()
        let access = try #require(store.access)
        let kit = CargoKit(store: store, clock: store.clock)
        let old = try ManagedToken(
            name: TokenName("old"),
            role: .clerk,
            customer: nil,
            digest: SHA256.hash([1]),
            createdAt: .earliest,
            createdBy: "test",
            expiresAt: nil,
            revokedAt: .earliest
        )
        _ = try await access.save(.token(old)).get()
        try await TestService.run(over: { _ in kit }) { service in
            let secret = try await Self.create(service, #"{"name":"desk-2","role":"clerk"}"#)
            let end = ContinuousClock.now + .seconds(30)
            var tokens: [ManagedToken] = []
            repeat {
                #expect(try await service.send("GET", "/v1/voyages", as: secret).status == 200)
                tokens = try await access.findAll().get().compactMap(\.token)
            } while (tokens.count != 1 || tokens.first?.lastUsedAt == nil) && .now < end
            #expect(tokens.map(\.name.text) == ["desk-2"] && tokens.first?.lastUsedAt != nil)
        }
    }
}

/// Entries of access that can't be read or stored for a while.
private final class FailingAccess: AccessRepository {
    private let real: any AccessRepository
    private let failing = Mutex(false)

    init(_ real: any AccessRepository) { self.real = real }

    var isFailing: Bool {
        get { failing.withLock { $0 } }
        set { failing.withLock { $0 = newValue } }
    }

    private static let failure = DomainError.technical(.storeUnavailable, cause: "test")

    func find(_ id: AccessEntry.Id) async -> Result<AccessEntry?, DomainError> { isFailing ? .failure(Self.failure) : await real.find(id) }
    func findAll(knowing known: [AccessEntry]) async -> Result<[AccessEntry], DomainError> {
        isFailing ? .failure(Self.failure) : await real.findAll(knowing: known)
    }
    func save(_ entry: AccessEntry) async -> Result<Bool, DomainError> { isFailing ? .failure(Self.failure) : await real.save(entry) }
    func remove(_ entry: AccessEntry) async -> Result<Bool, DomainError> { isFailing ? .failure(Self.failure) : await real.remove(entry) }
}

/// Entries of access of which each is changed once by somebody else before it can be removed.
private struct BusyAccess: AccessRepository {
    let real: any AccessRepository

    func find(_ id: AccessEntry.Id) async -> Result<AccessEntry?, DomainError> { await real.find(id) }
    func findAll(knowing known: [AccessEntry]) async -> Result<[AccessEntry], DomainError> { await real.findAll(knowing: known) }
    func save(_ entry: AccessEntry) async -> Result<Bool, DomainError> { await real.save(entry) }
    func remove(_ entry: AccessEntry) async -> Result<Bool, DomainError> {
        if entry.version == 1 { _ = await real.save(entry) }
        return await real.remove(entry)
    }
}

/// An event stream, whose client one thread at a time uses.
private struct OpenStream: @unchecked Sendable {
    let client: SocketClient

    /// Waits until the stream ends; false if its connection breaks off.
    func isEnded() async throws -> Bool {
        try await blocking {
            while let line = try client.line(until: "\r\n") { if line == "0" { return true } }
            return false
        }
    }
}

extension AccessDirectory {
    /// The token with a secret, if it counts.
    fileprivate func counting(_ secret: String) -> AccessToken? { if case .counts(let token) = judge(secret) { token } else { nil } }
}

extension TestService {
    /// Opens an event stream, and reads its head.
    fileprivate func openStream(as secret: String) async throws -> OpenStream {
        let port = port
        let text = Self.text("GET", "/v1/events", as: secret, headers: ["Accept": "text/event-stream"])
        return try await blocking {
            let client = try SocketClient(port: port)
            try client.send(text)
            try #require(try client.line(until: "\r\n\r\n")?.contains(" 200 ") == true)
            return OpenStream(client: client)
        }
    }
}
