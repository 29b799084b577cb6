import CargoDomain
import CargoInfrastructure
import CargoTesting
import Synchronization
import Testing

@testable import CargoApplication

/// Subscriptions, and who may do what with them.
struct SubscriptionTests {
    private let store = InMemoryStore(clock: FixedClock())
    private let clock = FixedClock()

    private func desk(_ owner: String? = nil) throws -> ManageSubscriptions {
        try ManageSubscriptions(CargoKit(store: store, clock: clock), owner: owner.map { .stub($0) })
    }

    private func added(_ owner: String? = nil) async throws -> Subscription {
        try #require(try await desk(owner).add(endpoint: .stub(), createdBy: "desk").get())
    }

    @Test func `a new secret signs at once, and the old ones until the overlap ends`() throws {
        var subscription = Subscription.stub()
        let first = try #require(subscription.validSecrets(at: .stub()).first)
        let (second, third) = (WebhookSecret.random(), WebhookSecret.random())
        subscription.rotateSecret(to: second, overlap: .seconds(60), at: .stub())
        #expect(subscription.validSecrets(at: .stub()) == [second, first])
        subscription.rotateSecret(to: third, overlap: .seconds(3600), at: .stub().later(.seconds(30)))
        #expect(subscription.validSecrets(at: .stub().later(.milliseconds(59_999))) == [third, second, first])
        #expect(subscription.validSecrets(at: .stub().later(.seconds(60))) == [third, second])
        #expect(subscription.validSecrets(at: .stub().later(.seconds(3630))) == [third])
        for _ in 0..<10 { subscription.rotateSecret(to: .random(), overlap: .seconds(3600), at: .stub()) }
        #expect(subscription.secrets.count == Subscription.maximumSecrets)
        subscription.rotateSecret(to: first, overlap: .zero, at: .stub())
        #expect(subscription.validSecrets(at: .stub()) == [first])
    }

    @Test func `each state begins later than the one before, even if the clock stands still`() {
        var subscription = Subscription.stub()
        var times = [subscription.since]
        for _ in 0..<3 {
            subscription.pause(reason: .byOwner, at: .stub())
            times.append(subscription.since)
            subscription.resume(at: .stub())
            times.append(subscription.since)
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        subscription.resume(at: .stub(day: 1))
        #expect(subscription.since == times.last)
    }

    @Test func `a removed subscription keeps neither its secrets nor the path of its endpoint`() async throws {
        var subscription = Subscription.stub(endpoint: .stub("https://partner.example:8443/secret-path?token=x"))
        subscription.remove(at: .stub())
        #expect(subscription.secrets.isEmpty && subscription.endpoint.text == "https://partner.example:8443/")
        #expect(!"\(WebhookSecret.random())".contains("whsec") && !"\(Subscription.stub())".contains("whsec"))
    }

    @Test func `an older secret that can't be decrypted doesn't sign, and without the newest one nothing does`() throws {
        let (old, new) = (WebhookSecret.random(), WebhookSecret.random())
        var subscription = Subscription.stub()
        subscription.rotateSecret(to: old, overlap: .zero, at: .stub())
        subscription.rotateSecret(to: new, overlap: .seconds(60), at: .stub())
        #expect(subscription.validSecrets(at: .stub()) == [new, old])
        func sealing(_ wanted: WebhookSecret, opened: WebhookSecret? = nil) -> Subscription {
            subscription.mappingSecrets { secret in
                secret.secret == wanted ? Subscription.Secret(.stub(), opened: opened, expiresAt: secret.expiresAt) : secret
            }
        }
        #expect(sealing(old).validSecrets(at: .stub()) == [new] && sealing(old).revealedSecret == new.revealed)
        #expect(sealing(new).validSecrets(at: .stub()) == [] && sealing(new).revealedSecret == nil)
        #expect(sealing(new, opened: new).validSecrets(at: .stub()) == [new, old])
        #expect(sealing(old).hasSealedSecrets && !subscription.hasSealedSecrets)
        #expect(!"\(sealing(new, opened: new))".contains("whsec"))
    }

    @Test func `a new secret leaves the sealed one as it is, with an end`() throws {
        var subscription = Subscription.stub().mappingSecrets { _ in Subscription.Secret(.stub()) }
        let new = WebhookSecret.random()
        subscription.rotateSecret(to: new, overlap: .seconds(60), at: .stub())
        #expect(subscription.secrets == [.init(new), .init(.stub(), expiresAt: .stub().later(.seconds(60)))])
        #expect(subscription.validSecrets(at: .stub()) == [new])
        subscription.dropExpiredSecrets(at: .stub().later(.seconds(60)))
        #expect(subscription.secrets == [.init(new)])
    }

    private static let box = Base64.encode(Array(0..<52))

    @Test func `a sealed secret is read as it is written`() throws {
        for (id, count) in [("a", 52), ("2026-11", 60), (String(repeating: "z", count: 40), 540)] {
            let sealed = try #require(SealedSecret(keyId: id, box: [UInt8](repeating: 7, count: count)))
            #expect(SealedSecret(sealed.text) == sealed && sealed.text == "sealed:1:\(id):" + Base64.encode(sealed.box))
            #expect(sealed.keyId == id && sealed.description == "sealed with the key \(id)")
            #expect(WebhookSecret(sealed.text) == nil && WebhookSecret(stored: sealed.text) == nil)
        }
    }

    @Test(arguments: [
        "", "sealed:", "sealed:1:", "sealed:1:k", "sealed:1:k:", "sealed:1::\(box)", "sealed:2:k:\(box)", "sealed:1:../k:\(box)",
        "sealed:1:K:\(box)", "sealed:1:k k:\(box)", "sealed:1:ключ:\(box)", "sealed:1:k\u{301}:\(box)", "sealed:1:k:\(box):\(box)",
        "sealed:1:k:\(box)\n", " sealed:1:k:\(box)", "sealed:1:k:\(box.dropLast())", "sealed:1:k:\(box.dropLast(4))", "sealed:1:k:\(box)=",
        "SEALED:1:k:\(box)", "whsec_\(box)", "sealed:1:\(String(repeating: "k", count: 41)):\(box)",
        "sealed:1:k:" + Base64.encode([UInt8](repeating: 7, count: 541)),
    ])
    func `a text that is nearly a sealed secret isn't one`(text: String) { #expect(SealedSecret(text) == nil) }

    @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
    func `Base64 has the test vectors of RFC 4648`(text: String) {
        let expected = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=", "foobar": "Zm9vYmFy"]
        #expect(Base64.encode(Array(text.utf8)) == expected[text])
        #expect(Base64.decode(Array((expected[text] ?? "").utf8)) == Array(text.utf8))
    }

    @Test(arguments: ["Zg", "Zg=", "Zh==", "Zm9=", "Zm9v=", "Zm9v====", "Z===", "=", "Zm9v\n", "Zm 9v", "Zg==Zg=="])
    func `Base64 in another spelling isn't read`(text: String) { #expect(Base64.decode(Array(text.utf8)) == nil) }

    @Test func `a customer sees and changes only their own subscriptions`() async throws {
        let (mine, theirs, operators) = (try await added("ACME"), try await added("OTHER"), try await added())
        let desk = try desk("ACME")
        #expect(try await desk.list().get() == [mine])
        #expect(try await self.desk().list().get().count == 3)
        for foreign in [theirs.id, operators.id, .random()] {
            #expect(try await desk.find(foreign).get() == nil)
            #expect(try await desk.pause(foreign, reason: .byOwner).get() == nil)
            #expect(try await desk.resume(foreign).get() == nil)
            #expect(try await desk.rotateSecret(foreign).get() == nil)
            #expect(try await desk.change(foreign, endpoint: .stub(), filter: SubscriptionFilter()).get() == nil)
            #expect(try await desk.remove(foreign).get() == false)
            #expect(try await desk.progress(of: foreign).get() == nil)
            #expect(try await desk.resend(1, of: foreign).get() == .notFound)
        }
        #expect(try await self.desk().list().get().allSatisfy { $0.version == 1 })
    }

    @Test func `a customer can't have more subscriptions than are allowed, whatever others have`() async throws {
        _ = try await added()
        for _ in 0..<ManageSubscriptions.maximumForCustomer { _ = try await added("ACME") }
        #expect(try await desk("ACME").add(endpoint: .stub(), createdBy: "x").get() == nil)
        let one = try #require(try await desk("ACME").list().get().first)
        #expect(try await desk("ACME").remove(one.id).get())
        _ = try await added("ACME")
        _ = try await added("OTHER")
    }

    @Test func `of calls at the same time, none that exceeds the limit keeps its subscription`() async throws {
        for _ in 1..<ManageSubscriptions.maximumForCustomer { _ = try await added("ACME") }
        let real = try #require(store.subscriptions)
        let crowded = store.replacing(subscriptions: CrowdedSubscriptions(real: real))
        let desk = try ManageSubscriptions(CargoKit(store: crowded, clock: clock), owner: .stub("ACME"))
        #expect(try await desk.add(endpoint: .stub(), createdBy: "x").get() == nil)
        #expect(try await desk.list().get().count == ManageSubscriptions.maximumForCustomer)
    }

    /// Stores another new subscription of the same owner just before each new one.
    private struct CrowdedSubscriptions: SubscriptionRepository {
        let real: any SubscriptionRepository

        func save(_ subscription: Subscription) async -> Result<Bool, DomainError> {
            if subscription.version == 0 { _ = await real.save(.stub(owner: subscription.owner)) }
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

    @Test func `an event of another customer's cargo can't be sent again`() async throws {
        let mine = try await added("ACME")
        for (id, customer) in [("MINE", "ACME"), ("THEIRS", "OTHER")] { try await store.cargos.save(.stub(id, customer: customer)).get() }
        #expect(try await desk("ACME").resend(1, of: mine.id).get() == .requested)
        for sequence in [2, 3, 0, -1, .max] as [Int64] {
            #expect(try await desk("ACME").resend(sequence, of: mine.id).get() == .notFound, "\(sequence)")
        }
        #expect(try await desk().find(mine.id).get()?.resends == [1])
    }

    @Test func `an event of a voyage is sent again to a customer if it means a callback to them`() async throws {
        let schedule = { (day: Int) in Schedule.stub([.stub(at: .stub(day: day), to: "USNYC", at: .stub(day: day + 6))]) }
        try await store.voyages.save(.stub(schedule: schedule(2))).get()
        for day in 3...4 {
            let voyage = try await store.voyages.findByNumber(.stub("V100")).get()
            try await store.voyages.save(voyage.rescheduled(to: schedule(day))).get()
        }
        let added = try await desk("ACME").add(endpoint: .stub(), dcsaFilter: DCSAEventFilter(), createdBy: "desk").get()
        let id = try #require(added).id
        #expect(try await desk("ACME").resend(1, of: id).get() == .notFound)
        #expect(try await desk("ACME").resend(1, of: id, callbacks: OneCallback()).get() == .notFound)
        #expect(try await desk("ACME").resend(2, of: id, callbacks: OneCallback()).get() == .requested)
        #expect(try await desk().resend(1, of: id).get() == .requested)
    }

    /// Makes a callback of the second event alone.
    private struct OneCallback: DCSACallbackSource {
        func body(of sequence: Int64, for subscription: Subscription) async throws(DomainError) -> [UInt8]? { sequence == 2 ? [] : nil }
    }

    @Test func `an endpoint that fails on its only event is paused after a day, before the event is a dead letter`() async throws {
        let subscription = try await added()
        try await store.cargos.save(.stub()).get()
        let relay = SubscriptionRelay(
            owner: "one",
            subscriptions: try #require(store.subscriptions),
            store: store,
            sender: FailingSender(),
            clock: clock
        )
        for minute in stride(from: 0, through: 26 * 60, by: 10) {
            clock.set(to: .stub().later(.seconds(60 * minute)))
            _ = try await relay.poll().get()
            let found = try #require(try await desk().find(subscription.id).get())
            if minute < 24 * 60 { #expect(found.state == .active, "\(minute)") }
            if minute == 26 * 60 {
                #expect(found.state == .paused(reason: .failing(since: .stub(), last: DeliveryFailure("500"))))
            }
        }
        let held = try #require(try await desk().progress(of: subscription.id).get()?.partition.held.first)
        #expect(held.attempts > 20 && held.notBefore != nil)
    }

    @Test func `a slow endpoint doesn't delay the others`() async throws {
        let (slow, quick) = (try await added(), try await added())
        let sender = StuckSender(stuck: slow.id)
        let relay = SubscriptionRelay(
            owner: "one",
            subscriptions: try #require(store.subscriptions),
            store: store,
            sender: sender,
            clock: clock,
            sleep: { time in if time <= .seconds(1) { await Task.yield() } else { await OutboxRelay.sleep(time) } }
        )
        for number in 0..<5 { try await store.cargos.save(.stub("CARGO-\(number)")).get() }
        // The slow endpoint answers only when the quick one has everything.
        await relay.run { _ in
            if sender.sent(quick.id).count == 5 { sender.release() }
            return sender.sent(slow.id).count == 5
        }
        #expect(sender.sent(quick.id).count == 5 && sender.sent(slow.id).count == 5)
        #expect(sender.firstReleased == quick.id)
    }
}

/// A sender whose deliveries all fail.
private struct FailingSender: SubscriptionSender {
    let timeout = Duration.seconds(1)

    func send(_ event: DomainEvent, to subscription: Subscription) async -> DeliveryOutcome { .failed(reason: "500", retryAfter: nil) }
    func sendCallback(_ body: [UInt8], to subscription: Subscription) async -> DeliveryOutcome { .failed(reason: "500", retryAfter: nil) }
}

/// A sender whose deliveries for one subscription wait until they are released.
private final class StuckSender: SubscriptionSender {
    private struct State {
        var sent: [(SubscriptionId, String)] = []
        var isReleased = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let timeout = Duration.seconds(86_400)
    private let stuck: SubscriptionId
    private let state = Mutex(State())

    init(stuck: SubscriptionId) { self.stuck = stuck }

    func sendCallback(_ body: [UInt8], to subscription: Subscription) async -> DeliveryOutcome { .delivered }

    var firstReleased: SubscriptionId? { state.withLock { $0.sent.first?.0 } }

    func sent(_ id: SubscriptionId) -> [String] { state.withLock { $0.sent.filter { $0.0 == id }.map(\.1) } }

    func release() {
        let waiting = state.withLock { state in
            state.isReleased = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func send(_ event: DomainEvent, to subscription: Subscription) async -> DeliveryOutcome {
        if subscription.id == stuck {
            await withCheckedContinuation { continuation in
                let isReleased = state.withLock { state in
                    if !state.isReleased { state.waiting.append(continuation) }
                    return state.isReleased
                }
                if isReleased { continuation.resume() }
            }
        }
        state.withLock { $0.sent.append((subscription.id, event.eventId)) }
        return .delivered
    }
}
