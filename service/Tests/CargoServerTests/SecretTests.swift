import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Foundation
import Logging
import Synchronization
import Testing

@testable import CargoServer

/// Secrets of subscriptions in the store: their keys in the settings, encryption, and the change from one key to the next.
struct SecretTests {
    /// The Base64 of the bytes 0 to 31, as the golden documents use it.
    private static let base64 = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    /// A random key.
    private static func key(_ id: String) throws -> SecretKey {
        var generator = SystemRandomNumberGenerator()
        return try SecretKey(setting: id + ":" + Base64.encode((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }))
    }

    private let store = InMemoryStore(clock: FixedClock())
    private var stored: any SubscriptionRepository {
        get throws { try #require(store.subscriptions) }
    }

    /// The faults that were reported, in order.
    private final class Faults: Sendable {
        private let list = Mutex<[SecretFault]>([])

        var all: [SecretFault] { list.withLock { $0 } }

        func add(_ fault: SecretFault) { list.withLock { $0.append(fault) } }
    }

    private func sealing(_ keys: SecretKey..., faults: Faults = Faults()) throws -> SealedSubscriptions {
        SealedSubscriptions(try stored, keys: keys) { faults.add($0) }
    }

    private func seal(_ keys: SecretKey..., toPlainText isPlain: Bool = false, at now: Instant = .stub()) async throws -> SealSecrets.Report
    {
        try await SealSecrets(try stored, keys: keys, clock: FixedClock(now)).execute(toPlainText: isPlain)
    }

    // MARK: Keys

    @Test func `a key of the settings has an id and 32 random bytes, and isn't shown`() throws {
        let key = try SecretKey(setting: "2026-11:\(Self.base64)")
        #expect(key.id == "2026-11" && key.bytes == Array(0..<32))
        #expect("\(key)" == "secret key 2026-11")
        var settings = ServerSettings()
        settings.secretKeys = [key]
        #expect(!"\(settings)".contains("AAEC"))
    }

    @Test(arguments: [
        "", ":", "k", "k:", base64, ":\(base64)", "K:\(base64)", "k k:\(base64)", "../k:\(base64)", "ключ:\(base64)", "k:\(base64):",
        "k: \(base64)", "k:\(base64) ", "k:\(base64.dropLast())", "k:\(base64.dropLast(4))", "k:AAAA\(base64)",
        "\(String(repeating: "k", count: 41)):\(base64)",
        "k:" + Base64.encode([UInt8](repeating: 7, count: 32)), "k:sha256:\(base64)",
    ])
    func `an invalid key is refused without repeating it`(text: String) {
        let error = #expect(throws: ServerSettingsError.self) { try SecretKey(setting: text) }
        #expect(error.map { !$0.description.contains("AAEC") && !$0.description.contains("BwcH") } == true)
    }

    @Test func `keys come from a list or from a file, newest first, each id and each key once`() throws {
        let (old, new) = ("old:\(Self.base64)", "new:" + Base64.encode(Array(1..<33)))
        #expect(try SecretKey.read(list: ["", new, old], file: nil).map(\.id) == ["new", "old"])
        #expect(try SecretKey.read(list: [], file: nil) == [])
        let directory = FileManager.default.temporaryDirectory.appending(path: "cargo-keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "keys").path
        func read(_ text: String, list: [String] = []) throws -> [String] {
            try Data(text.utf8).write(to: URL(filePath: file))
            return try SecretKey.read(list: list, file: file).map(\.id)
        }
        for text in ["\(new)\n\(old)\n", "\(new)\r\n\r\n\(old)"] { #expect(try read(text) == ["new", "old"]) }
        for (text, list, reason) in [
            ("\(new)\n", [old], "either secrets.keys or secrets.keysFile"), ("\n", [], "has no key"), ("", [], "has no key"),
            ("\(new)\nold:\(Self.base64.dropLast())\n", [], "isn't 32 random bytes"), ("\(new)\n\(new)\n", [], "is there twice"),
            ("\(new)\nnew:\(Self.base64)\n", [], "is there twice"), ("\(old)\nother:\(Self.base64)\n", [], "is there twice"),
            (String(repeating: "\n", count: 70_000), [], "more than 64 KiB"),
        ] {
            let error = #expect(throws: ServerSettingsError.self) { try read(text, list: list) }
            #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        }
        for missing in [directory.path, file + "-none"] {
            let error = #expect(throws: ServerSettingsError.self) { try SecretKey.read(list: [], file: missing) }
            #expect(error?.description == "secrets.keysFile: can't read \(missing)")
        }
    }

    // MARK: Encryption

    @Test func `documents that another implementation encrypted are opened`() async throws {
        let golden = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Tests/CargoInfrastructureTests/Golden")
        func documents(_ schema: Int) throws -> [Subscription] {
            let text = try String(contentsOf: golden.appending(path: "schema-\(schema)/subscription.jsonl"), encoding: .utf8)
            return try text.split(separator: "\n").map { try Subscription(input: JSONParser.parse(String($0))) }.filter {
                !$0.secrets.isEmpty
            }
        }
        let (plain, sealed) = (try documents(1), try documents(2))
        #expect(plain.count == 3 && sealed.allSatisfy(\.hasSealedSecrets))
        let faults = Faults()
        let subscriptions = try sealing(try SecretKey(setting: "2026-01:\(Self.base64)"), faults: faults)
        for (old, new) in zip(plain, sealed) {
            #expect(try await stored.save(new).get())
            let found = try #require(try await subscriptions.find(new.id).get())
            #expect(found.id == old.id && found.secrets.map(\.secret) == old.secrets.map(\.secret))
            #expect(found.secrets.map(\.expiresAt) == old.secrets.map(\.expiresAt))
        }
        #expect(faults.all == [])
    }

    @Test func `secrets are stored encrypted, found decrypted, listed as they are stored, and encrypted once`() async throws {
        let subscriptions = try sealing(try Self.key("a"))
        let new = Subscription.stub(owner: .stub("ACME"))
        #expect(try await subscriptions.save(new).get())
        let first = try #require(try await stored.find(new.id).get())
        #expect(first.secrets.map(\.sealed?.keyId) == ["a"] && first.secrets.map(\.secret) == [nil])
        #expect(!first.canonicalText.contains("whsec_"))
        var found = try #require(try await subscriptions.find(new.id).get())
        #expect(found.secrets.map(\.secret) == new.secrets.map(\.secret))
        #expect(try await subscriptions.findPage(after: nil, limit: 9).get().items == [first])
        #expect(try await subscriptions.findPage(ownedBy: .stub("ACME"), after: nil, limit: 9).get().items == [first])
        #expect(try await subscriptions.findPage(ownedBy: nil, after: nil, limit: 9).get().items == [])
        // Another change leaves the ciphertext as it is, and a new secret is encrypted beside it.
        found.pause(reason: .byOwner, at: .stub(day: 1))
        found.rotateSecret(to: .random(), overlap: .seconds(60), at: .stub(day: 1))
        #expect(try await subscriptions.save(found).get())
        let second = try #require(try await stored.find(new.id).get())
        #expect(second.secrets.count == 2 && second.secrets.allSatisfy { $0.sealed != nil && $0.secret == nil })
        #expect(second.secrets.last?.sealed == first.secrets.first?.sealed && second.secrets.last?.expiresAt != nil)
        #expect(try await subscriptions.find(new.id).get()?.validSecrets(at: .stub(day: 1)) == found.validSecrets(at: .stub(day: 1)))
        // The same secret has another ciphertext each time.
        let other = Subscription.stub()
        let box = SecretBox([try Self.key("a")])
        let secret = WebhookSecret.random()
        #expect(box.seal(secret, of: other.id) != box.seal(secret, of: other.id))
    }

    @Test func `without keys, secrets are stored in plain text`() async throws {
        let subscriptions = try sealing()
        let new = Subscription.stub()
        #expect(try await subscriptions.save(new).get())
        #expect(try await stored.find(new.id).get() == new.stored(as: 1))
        #expect(try await subscriptions.find(new.id).get() == new.stored(as: 1))
    }

    @Test func `a secret isn't opened for another subscription, under another key's id, with another key, or changed`() async throws {
        let (a, b) = (try Self.key("a"), try Self.key("b"))
        let (mine, other) = (Subscription.stub(), Subscription.stub())
        let sealed = try #require(SecretBox([a, b]).seal(.random(), of: mine.id))
        let faults = Faults()
        let subscriptions = try sealing(a, b, faults: faults)
        func isOpened(_ sealed: SealedSecret?, in subscription: Subscription) async throws -> Bool {
            let version = try await stored.find(subscription.id).get()?.version ?? 0
            let sealed = try #require(sealed)
            let saved = subscription.stored(as: version).mappingSecrets { _ in .init(sealed) }
            #expect(try await stored.save(saved).get())
            return try await subscriptions.find(subscription.id).get()?.secrets.first?.secret != nil
        }
        #expect(try await isOpened(sealed, in: mine))
        #expect(faults.all == [])
        #expect(try await !isOpened(sealed, in: other))
        #expect(try await !isOpened(SealedSecret(keyId: "b", box: sealed.box), in: mine))
        #expect(try await !isOpened(SealedSecret(keyId: "missing", box: sealed.box), in: mine))
        #expect(
            faults.all == [
                .damaged(other.id, keyId: "a"), .damaged(mine.id, keyId: "b"), .keyMissing(id: "missing"),
            ]
        )
        for place in sealed.box.indices {
            var box = sealed.box
            box[place] ^= 1
            #expect(try await !isOpened(SealedSecret(keyId: "a", box: box), in: mine), "\(place)")
        }
        for length in 52..<sealed.box.count {
            #expect(try await !isOpened(SealedSecret(keyId: "a", box: Array(sealed.box.prefix(length))), in: mine), "\(length)")
        }
        #expect(try await !isOpened(SealedSecret(keyId: "a", box: sealed.box + [0]), in: mine))
        let impostor = SecretBox([try Self.key("a")])
        #expect(impostor.open(sealed, of: mine.id) == .failure(.damaged(mine.id, keyId: "a")))
        // Each reason is reported once, however often the subscription is read.
        let count = faults.all.count
        for _ in 0..<10 { _ = await subscriptions.find(mine.id) }
        #expect(faults.all.count == count && Set(faults.all).count == count)
        #expect(faults.all.map(\.code).sorted() == ["secret_damaged", "secret_damaged", "secret_damaged", "secret_key_missing"])
    }

    // MARK: Changing the key

    @Test func `a run encrypts what is in plain text or under an older key, and the next run finds nothing`() async throws {
        let (old, new) = (try Self.key("old"), try Self.key("new"))
        let all = (0..<3).map { _ in Subscription.stub() }
        for (number, one) in all.enumerated() {
            let subscriptions = try number == 0 ? sealing() : sealing(number == 1 ? old : new)
            #expect(try await subscriptions.save(one).get())
        }
        var removed = Subscription.stub()
        #expect(try await stored.save(removed).get())
        removed = removed.stored(as: 1)
        removed.remove(at: .stub())
        #expect(try await stored.save(removed).get())

        let report = try await seal(new, old)
        #expect(report.changed == 2 && report.faults == [] && report.inventory.sealed == ["new": 3] && report.inventory.plain == 0)
        for one in all {
            #expect(try await sealing(new).find(one.id).get()?.secrets.map(\.secret) == one.secrets.map(\.secret))
        }
        let versions = try await stored.all().map(\.version)
        #expect(try await seal(new, old).changed == 0)
        #expect(try await stored.all().map(\.version) == versions)

        let plain = try await seal(new, toPlainText: true)
        #expect(plain.changed == 3 && plain.inventory.plain == 3 && plain.inventory.sealed == [:])
        #expect(try await stored.all().map(\.secrets) == all.sorted { $0.id < $1.id }.map(\.secrets))
    }

    @Test func `a secret that can't be decrypted stays as it is, and the others are changed`() async throws {
        let (lost, new) = (try Self.key("lost"), try Self.key("new"))
        let (broken, fine) = (Subscription.stub(), Subscription.stub())
        #expect(try await sealing(lost).save(broken).get())
        #expect(try await stored.save(fine).get())
        var overlapping = try #require(try await sealing(new).find(broken.id).get())
        overlapping.rotateSecret(to: .random(), overlap: .seconds(60), at: .stub())
        #expect(try await stored.save(overlapping).get())
        for isPlain in [false, true] {
            let report = try await seal(new, toPlainText: isPlain)
            #expect(report.faults == [.keyMissing(id: "lost")] && report.inventory.sealed["lost"] == 1)
            #expect(report.inventory == SecretInventory(try await stored.all()))
        }
        // Once it has expired, nothing needs its key any more.
        let late = try await seal(new, at: .stub().later(.seconds(60)))
        #expect(late.faults == [] && late.inventory.sealed == ["new": 2])
    }

    @Test func `while a service with the older list writes, the newest key wins in the next run`() async throws {
        let (old, new) = (try Self.key("old"), try Self.key("new"))
        let (before, after) = (try sealing(old, new), try sealing(new, old))
        let subscription = Subscription.stub()
        #expect(try await before.save(subscription).get())
        #expect(try await seal(new, old).inventory.sealed == ["new": 1])
        // A pause by the service that isn't restarted yet keeps the new ciphertext; a new secret gets its own newest key.
        var changed = try #require(try await before.find(subscription.id).get())
        changed.pause(reason: .byOwner, at: .stub())
        #expect(try await before.save(changed).get())
        #expect(SecretInventory(try await stored.all()).sealed == ["new": 1])
        changed = changed.stored(as: changed.version + 1)
        changed.rotateSecret(to: .random(), overlap: .seconds(60), at: .stub())
        #expect(try await before.save(changed).get())
        #expect(SecretInventory(try await stored.all()).sealed == ["new": 1, "old": 1])
        #expect(try await after.find(subscription.id).get()?.validSecrets(at: .stub()) == changed.validSecrets(at: .stub()))
        #expect(try await seal(new, old).inventory.sealed == ["new": 2])
        // A save that comes in between is not overwritten.
        let racing = RacingSubscriptions(real: try stored)
        let third = try Self.key("third")
        let report = try await SealSecrets(racing, keys: [third, new, old], clock: FixedClock()).execute()
        #expect(report.inventory.sealed == ["third": 2])
        #expect(try await stored.find(subscription.id).get()?.resends == [7])
    }

    /// Stores another change just before the first save.
    private final class RacingSubscriptions: SubscriptionRepository {
        let real: any SubscriptionRepository
        private let isFirst = Mutex(true)

        init(real: any SubscriptionRepository) { self.real = real }

        func save(_ subscription: Subscription) async -> Result<Bool, DomainError> {
            let isFirst = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if isFirst, case .success(var current?) = await real.find(subscription.id), current.requestResend(of: 7) {
                _ = await real.save(current)
            }
            return await real.save(subscription)
        }

        func find(_ id: SubscriptionId) async -> Result<Subscription?, DomainError> { await real.find(id) }
        func findPage(after id: SubscriptionId?, limit: Int) async -> Result<Page<Subscription, SubscriptionId>, DomainError> {
            await real.findPage(after: id, limit: limit)
        }
        func progress(of id: SubscriptionId) async -> Result<SubscriptionProgress?, DomainError> { await real.progress(of: id) }
        func save(_ progress: SubscriptionProgress, of id: SubscriptionId) async -> Result<Bool, DomainError> {
            await real.save(progress, of: id)
        }
    }

    // MARK: The service

    @Test func `a service starts if the subscriptions can't be read, and says so`() async throws {
        let log = Mutex<[String]>([])
        let logger = Logger(label: "test") { _ in
            LogWatch { level, message, metadata in log.withLock { $0.append("\(level) \(message) \(metadata)") } }
        }
        let unreadable = UnreadableSubscriptions()
        for keys in [[], [try Self.key("a")]] { #expect(await ServerProgram.missingKeys(of: unreadable, keys, logger) == nil) }
        #expect(log.withLock { $0.count { $0.hasPrefix("error") && $0.contains("store_schema_unsupported") } } == 2)
        #expect(try await stored.save(Subscription.stub().mappingSecrets { _ in .init(.stub(keyId: "a")) }).get())
        #expect(await ServerProgram.missingKeys(of: try stored, [], logger)?.hasPrefix("secrets.keys: required") == true)
    }

    /// Subscriptions that a newer program has written.
    private struct UnreadableSubscriptions: SubscriptionRepository {
        private let error = DomainError.technical(.storeSchemaUnsupported)

        func save(_ subscription: Subscription) async -> Result<Bool, DomainError> { .failure(error) }
        func find(_ id: SubscriptionId) async -> Result<Subscription?, DomainError> { .failure(error) }
        func findPage(after id: SubscriptionId?, limit: Int) async -> Result<Page<Subscription, SubscriptionId>, DomainError> {
            .failure(error)
        }
        func progress(of id: SubscriptionId) async -> Result<SubscriptionProgress?, DomainError> { .failure(error) }
        func save(_ progress: SubscriptionProgress, of id: SubscriptionId) async -> Result<Bool, DomainError> { .failure(error) }
    }

    @Test func `the service stores no secret in plain text, and shows it as before`() async throws {
        var settings = try CustomerTests.settings
        let key = try Self.key("a")
        settings.secretKeys = [key]
        let log = Mutex<[String]>([])
        try await TestService.run(settings, onLog: { _, message, metadata in log.withLock { $0.append("\(message) \(metadata)") } }) {
            service in
            let subscriptions = try #require(service.store.subscriptions)
            let body = #"{"endpoint":"https://partner.example/hook"}"#
            let added = try await service.send("POST", "/v1/subscriptions", body, as: CustomerTests.acme)
            let id = try SubscriptionId(try #require(try added.json["id"]?.asText))
            let path = "/v1/subscriptions/\(id)"
            let rotated = try await service.send("POST", path + "/secret", #"{"overlapSeconds":60}"#, as: CustomerTests.acme)
            let dcsa = #"{"callbackUrl":"https://partner.example/","secret":"\#(CustomerTests.dcsaSecret)"}"#
            let callback = try await service.send("POST", "/v2/event-subscriptions", dcsa, as: CustomerTests.acme)
            #expect(callback.status == 201)
            var browser = Browser(service: service)
            browser.cookie = try await browser.post("/customer/sign-in", "token=\(CustomerTests.acme)").cookie
            let csrf = try #require(try await browser.get("/customer/subscriptions").text.value(of: "csrf"))
            let page = try await browser.post("/customer/subscriptions", "csrf=\(csrf)&endpoint=https%3A%2F%2Fpartner.example%2Fhook")
            #expect(page.text.contains("whsec_"))

            let all = try await subscriptions.all()
            #expect(SecretInventory(all).plain == 0 && SecretInventory(all).sealed == ["a": 4])
            let opened = try await SealedSubscriptions(subscriptions, keys: [key], report: { _ in }).find(id).get()
            let shown = try [rotated, added].map { try $0.json["secret"]?.asText }
            #expect(opened?.secrets.map(\.secret?.revealed) == shown)
            for text in [try await service.send("GET", path).text, try await service.send("GET", "/v1/subscriptions").text] {
                #expect(!text.contains("whsec") && !text.contains("sealed:"))
            }
            // Without the key, everything but signing works, and the log says why that doesn't.
            let foreign = Subscription.stub().mappingSecrets { _ in .init(.stub(keyId: "gone")) }
            #expect(try await subscriptions.save(foreign).get())
            for _ in 0..<3 { #expect(try await service.send("GET", "/v1/subscriptions/\(foreign.id)").status == 200) }
            let state = try await service.send("PUT", "/v1/subscriptions/\(foreign.id)/state", #"{"state":"PAUSED"}"#)
            #expect(state.status == 200)
            #expect(try await subscriptions.find(foreign.id).get()?.secrets == foreign.secrets)
            let lines = log.withLock { $0 }
            #expect(lines.count { $0.contains("secret_key_missing") && $0.contains("gone") } == 1)
            #expect(!lines.contains { $0.contains("whsec") || $0.contains("sealed:1") })
        }
    }
}
