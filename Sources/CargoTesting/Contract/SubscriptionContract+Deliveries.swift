import CargoApplication
import CargoDomain
import Synchronization

extension SubscriptionContract {
    static let deliveryChecks: [ContractCheck] = [
        ContractCheck(["REP-3"], "each subscription receives the events of its filter once, those of a cargo in order, from its start on") {
            backend in
            let bench = try SubscriptionBench(backend)
            try await bench.relays.fill(["EARLY"], changes: 0)
            let all = try await bench.add(SubscriptionFilter())
            let ofOne = try await bench.add(SubscriptionFilter(trackingId: .stub("CARGO-1")))
            let ofCustomer = try await bench.add(SubscriptionFilter(customerId: .stub("CUST-2")))
            let ofReference = try await bench.add(SubscriptionFilter(reference: .stub()))
            let ofType = try await bench.add(SubscriptionFilter(eventTypes: ["CargoBooked"]))
            let owned = try await bench.add(SubscriptionFilter(), owner: .stub("CUST-2"))
            let foreign = try await bench.add(SubscriptionFilter(trackingId: .stub("CARGO-1")), owner: .stub("CUST-2"))
            try await bench.relays.fill((0..<5).map { "CARGO-\($0)" }, changes: 2)
            let marked = try await backend.saved(.stub("MARKED", customer: "CUST-2"))
            try await backend.saved(try marked.adding(.stub()))
            try await backend.savedVoyage(try await backend.savedVoyage(.stub()).rescheduled(to: .stub(calling: "HKHKG", "JPTYO", "USNYC")))
            let sender = RecordingSender()
            let relay = bench.relay("one", sender)
            try await bench.drain(relay)
            let events = try await backend.allEvents().dropFirst()
            func ids(_ isWanted: (DomainEvent) -> Bool) -> [String] { events.filter(isWanted).map(\.eventId) }
            try expect("the events of all", sender.ids(all), is: ids { _ in true })
            try expect("the events of a cargo", sender.ids(ofOne), is: ids { $0.aggregateId == "CARGO-1" })
            try expect("the events of a customer", sender.ids(ofCustomer), is: ids { $0.aggregateId == "MARKED" })
            try expect("the events of a reference", sender.ids(ofReference), is: ids { $0.aggregateId == "MARKED" })
            try expect("the events of a type", sender.ids(ofType), is: ids { $0.fact.type == "CargoBooked" })
            try expect("the events of a customer's own", sender.ids(owned), is: ids { $0.aggregateId == "MARKED" })
            try expect("the events of another customer's cargo", sender.ids(foreign), is: [])
            let again = bench.relay("two", sender, over: try await backend.reopen?())
            try await bench.drain(again)
            try expect("the number of deliveries of all", sender.ids(all).count, is: events.count)
        },
        ContractCheck(["REP-3"], "relays share subscriptions, and another one takes over after a kill") { backend in
            let bench = try SubscriptionBench(backend)
            let subscription = try await bench.add(SubscriptionFilter())
            try await bench.relays.fill((0..<10).map { "CARGO-\($0)" })
            // A relay that is killed leaves its lease, and nothing of what it has sent since.
            let lease = OutboxPartition.Lease(owner: "killed", until: .stub().later(.seconds(10)))
            let partition = try OutboxPartition(number: 0, version: 0, position: 0, lease: lease, held: [])
            try expect(
                "whether the lease is stored",
                success(of: "saving", await bench.subscriptions.save(SubscriptionProgress(partition: partition), of: subscription.id)),
                is: true
            )
            let sender = RecordingSender()
            let relay = bench.relay("heir", sender, over: try await backend.reopen?())
            try success(of: "polling", await relay.poll())
            try expect("the deliveries during the lease", sender.ids(subscription), is: [])
            bench.clock.set(to: .stub().later(.seconds(10)))
            try await bench.drain(relay)
            try expect("the deliveries", sender.ids(subscription), is: try await backend.allEvents().map(\.eventId))
        },
        ContractCheck(["REP-3"], "the newest deliveries are listed, and one can be sent again") { backend in
            let bench = try SubscriptionBench(backend)
            let subscription = try await bench.add(SubscriptionFilter())
            try await bench.relays.fill((0..<30).map { "CARGO-\($0)" })
            let sender = RecordingSender()
            let relay = bench.relay("one", sender)
            try await bench.drain(relay)
            let progress = try success(of: "reading", await bench.subscriptions.progress(of: subscription.id))
            try expect("the deliveries listed", progress?.deliveries.map(\.sequence) ?? [], is: Array(11...60))
            var current = try success(of: "finding", await bench.subscriptions.find(subscription.id))
            try expect(current?.requestResend(of: 3) ?? false, "a resend is accepted", butGot: "refusal")
            if let current { try success(of: "saving", await bench.subscriptions.save(current)) }
            try await bench.drain(relay)
            try expect("the last delivery", sender.ids(subscription).last, is: try await backend.allEvents()[2].eventId)
            try expect("the number of deliveries", sender.ids(subscription).count, is: 61)
            current = try success(of: "finding", await bench.subscriptions.find(subscription.id))
            try expect("the resends that wait", current?.resends, is: [])
        },
    ]

    static let failureChecks: [ContractCheck] = [
        ContractCheck(["REP-3"], "an event that fails holds back only its cargo, and is tried again") { backend in
            let bench = try SubscriptionBench(backend)
            let subscription = try await bench.add(SubscriptionFilter())
            try await bench.relays.fill(["CARGO-1", "CARGO-2"])
            let sender = RecordingSender { $0.aggregateId == "CARGO-1" ? .failed(reason: "500", retryAfter: nil) : .delivered }
            let relay = bench.relay("one", sender)
            try await bench.drain(relay)
            let events = try await backend.allEvents()
            try expect("the number of events", events.count, is: 4)
            try expect("the deliveries", sender.ids(subscription), is: [0, 1, 3].map { events[$0].eventId })
            sender.answer { _ in .delivered }
            bench.clock.set(to: .stub().later(.seconds(1)))
            try await bench.drain(relay)
            try expect("the deliveries", sender.ids(subscription), is: [0, 1, 3, 0, 2].map { events[$0].eventId })
        },
        ContractCheck(["REP-3"], "a subscription whose deliveries have failed for a day is paused, and continues when it is resumed") {
            backend in
            let bench = try SubscriptionBench(backend)
            let subscription = try await bench.add(SubscriptionFilter())
            try await bench.relays.fill((0..<5).map { "CARGO-\($0)" })
            let sender = RecordingSender { _ in .unavailable(reason: "no connection", retryAfter: nil) }
            let relay = bench.relay("one", sender)
            for minute in 0..<1440 {
                bench.clock.set(to: .stub().later(.seconds(60 * minute)))
                try success(of: "polling", await relay.poll())
            }
            try expect("the state within a day", try await bench.found(subscription).state, is: .active)
            try expect(
                (200...1440).contains(sender.ids(subscription).count),
                "bounded attempts",
                butGot: "\(sender.ids(subscription).count)"
            )
            for minute in 1440...1446 {
                bench.clock.set(to: .stub().later(.seconds(60 * minute)))
                try success(of: "polling", await relay.poll())
            }
            let paused = try await bench.found(subscription)
            let reason = PauseReason.failing(since: .stub(), last: DeliveryFailure("no connection"))
            try expect("the state after a day", paused.state, is: .paused(reason: reason))
            try expect("the notices", bench.paused, is: [.paused(subscription.id, reason: reason)])
            let attempts = sender.ids(subscription).count
            try await bench.relays.fill(["LATE"])
            sender.answer { _ in .delivered }
            try await bench.drain(relay)
            try expect("the attempts while it is paused", sender.ids(subscription).count, is: attempts)
            var resumed = paused
            resumed.resume(at: bench.clock.now())
            try expect("whether it is resumed", success(of: "saving", await bench.subscriptions.save(resumed)), is: true)
            let heir = bench.relay("two", sender, over: try await backend.reopen?())
            try await bench.drain(heir)
            try expect("the deliveries", Array(sender.ids(subscription)[attempts...]), is: try await backend.allEvents().map(\.eventId))
        },
        ContractCheck(["REP-3"], "without the key of its secret nothing is sent to an endpoint, others get theirs, and none is paused") {
            backend in
            let bench = try SubscriptionBench(backend)
            let sealed = Subscription.stub().mappingSecrets { _ in Subscription.Secret(.stub()) }
            try success(of: "adding", await bench.subscriptions.save(sealed))
            let other = try await bench.add(SubscriptionFilter())
            try await bench.relays.fill(["CARGO-1", "CARGO-2"])
            let sender = RecordingSender()
            let relay = bench.relay("one", sender)
            for hour in 0..<50 {
                bench.clock.set(to: .stub().later(.seconds(3600 * hour)))
                try success(of: "polling", await relay.poll())
            }
            let events = try await backend.allEvents().map(\.eventId)
            try expect("what was sent without the key", sender.ids(sealed), is: [])
            try expect("what the other one got", sender.ids(other), is: events)
            let found = try await bench.found(sealed)
            try expect("the state", found.state, is: .active)
            let progress = try success(of: "reading", await bench.subscriptions.progress(of: sealed.id))
            try expect("the failure", progress?.deliveries.last?.failure, is: .unanswered(.secretSealed))
            try expect("since when it fails", progress?.failingSince, is: .stub())
            // With the key, an endpoint that fails has a day again.
            try success(of: "saving", await bench.subscriptions.save(found.mappingSecrets { _ in Subscription.Secret(.random()) }))
            sender.answer { _ in .unavailable(reason: "no connection", retryAfter: nil) }
            bench.clock.set(to: .stub(day: 10))
            try await bench.drain(relay)
            try expect("the state with the key", try await bench.found(sealed).state, is: .active)
            sender.answer { _ in .delivered }
            bench.clock.set(to: .stub(day: 10, hour: 12))
            try await bench.drain(relay)
            try expect("what was sent with the key", Array(sender.ids(sealed).suffix(events.count)), is: events)
        },
        ContractCheck(["REP-3"], "an endpoint that refuses all events is paused at once, and loses none") { backend in
            let bench = try SubscriptionBench(backend)
            let subscription = try await bench.add(SubscriptionFilter())
            try await bench.relays.fill(["CARGO-1"])
            let sender = RecordingSender { _ in .refused(reason: "410") }
            let relay = bench.relay("one", sender)
            try await bench.drain(relay)
            let paused = try await bench.found(subscription)
            try expect("the state", paused.state, is: .paused(reason: PauseReason("410")))
            var resumed = paused
            resumed.resume(at: .stub(day: 1))
            try success(of: "saving", await bench.subscriptions.save(resumed))
            sender.answer { _ in .delivered }
            try await bench.drain(relay)
            let events = try await backend.allEvents().map(\.eventId)
            try expect("the deliveries", sender.ids(subscription), is: events.prefix(1) + events)
        },
    ]
}

/// A backend, relays of its subscriptions, and the clock they share.
struct SubscriptionBench: Sendable {
    let relays: RelayBench
    let subscriptions: any SubscriptionRepository
    private let notices = Box()

    private final class Box: Sendable {
        let notices = Mutex<[SubscriptionNotice]>([])
    }

    init(_ backend: RepositoryBackend) throws {
        relays = try RelayBench(backend)
        subscriptions = try backend.boundSubscriptions
    }

    var clock: FixedClock { relays.clock }

    /// The notices of subscriptions that were paused.
    var paused: [SubscriptionNotice] { notices.notices.withLock { $0.filter { if case .paused = $0 { true } else { false } } } }

    /// Adds a subscription to the events from now on.
    func add(
        _ filter: SubscriptionFilter,
        owner: CustomerId? = nil,
        dcsaFilter: DCSAEventFilter? = nil
    ) async throws -> Subscription {
        let start = try await relays.backend.allEvents().count
        let new = Subscription.stub(owner: owner, startsAfter: Int64(start), filter: filter, dcsaFilter: dcsaFilter)
        try success(of: "adding", await subscriptions.save(new))
        return new.stored(as: 1)
    }

    /// Returns a subscription as stored.
    func found(_ subscription: Subscription) async throws -> Subscription {
        guard let found = try success(of: "finding", await subscriptions.find(subscription.id)) else {
            throw Disagreement(expected: "the subscription", actual: "none")
        }
        return found
    }

    /// Creates a relay with three attempts, pauses of 1 and 4 seconds, and leases of 10 seconds.
    func relay(
        _ owner: String,
        _ sender: RecordingSender,
        over backend: RepositoryBackend? = nil,
        callbacks: (any DCSACallbackSource)? = nil
    ) -> SubscriptionRelay {
        SubscriptionRelay(
            owner: owner,
            subscriptions: backend?.subscriptions ?? subscriptions,
            store: backend ?? relays.backend,
            sender: sender,
            callbacks: callbacks,
            clock: clock,
            policy: RelayPolicy(maximumAttempts: 3, leaseDuration: .seconds(10), pageSize: 10),
            permille: { 1000 },
            // Only the bench's clock moves time forward.
            sleep: { _ in await OutboxRelay.sleep(.seconds(86_400)) },
            report: { [notices] notice in notices.notices.withLock { $0.append(notice) } }
        )
    }

    /// Polls until no subscription has anything to send.
    func drain(_ relay: SubscriptionRelay) async throws {
        for _ in 0..<1000 where try !success(of: "polling", await relay.poll()) { return }
        throw Disagreement(expected: "a relay that becomes idle", actual: "1000 polls that found work")
    }
}

/// A sender that records what it is given and answers as told.
final class RecordingSender: SubscriptionSender {
    private struct State {
        var answer: @Sendable (DomainEvent) -> DeliveryOutcome
        var answerCallback: @Sendable (String) -> DeliveryOutcome = { _ in .delivered }
        var sent: [(SubscriptionId, String)] = []
    }

    let timeout = Duration.seconds(1)
    private let state: Mutex<State>

    init(_ answer: @escaping @Sendable (DomainEvent) -> DeliveryOutcome = { _ in .delivered }) { state = Mutex(State(answer: answer)) }

    /// The ids of the events that were sent for a subscription, in order.
    func ids(_ subscription: Subscription) -> [String] { state.withLock { $0.sent.filter { $0.0 == subscription.id }.map(\.1) } }

    func answer(_ answer: @escaping @Sendable (DomainEvent) -> DeliveryOutcome) { state.withLock { $0.answer = answer } }

    func send(_ event: DomainEvent, to subscription: Subscription) async -> DeliveryOutcome {
        state.withLock { state in
            state.sent.append((subscription.id, event.eventId))
            return state.answer(event)
        }
    }

    /// Records a callback as the text of its body.
    func sendCallback(_ body: [UInt8], to subscription: Subscription) async -> DeliveryOutcome {
        state.withLock { state in
            let text = String(decoding: body, as: UTF8.self)
            state.sent.append((subscription.id, text))
            return state.answerCallback(text)
        }
    }

    func answerCallbacks(_ answer: @escaping @Sendable (String) -> DeliveryOutcome) { state.withLock { $0.answerCallback = answer } }
}
