public import CargoDomain

/// Delivers the events of the outbox to the endpoints of all active subscriptions: at least once, and in order for each cargo or voyage.
///
/// Each subscription has its own position, so a slow endpoint delays no other. Any number of relays can run: each subscription is leased to
/// one of them at a time. An event that fails is tried again after growing pauses, while those of other cargos continue (`RelayPolicy`). A
/// subscription whose deliveries have all failed for a day is paused; its events follow when it is resumed.
///
/// A subscription in the format of DCSA receives its events one after the other: if one fails, all later ones wait for it.
public actor SubscriptionRelay {
    /// How long all deliveries may fail before the subscription is paused.
    public static let patience = Duration.seconds(86_400)
    /// An event that fails is tried 100 times, which takes at least two days: an endpoint that accepts nothing is paused before.
    public static let policy = RelayPolicy(maximumAttempts: 100, maximumBackoff: .seconds(3600))
    /// The longest pause between attempts to reach an endpoint that accepts nothing, unless it asks for a longer one.
    static let longestPause = Duration.seconds(300)

    private let subscriptions: any SubscriptionRepository
    private let feed: any DomainEventFeed
    private let matching: SubscriptionMatching
    private let policy: RelayPolicy
    private let clock: any DomainClock
    private let permille: @Sendable () -> Int
    private let sleep: @Sendable (Duration) async -> Void
    private let report: @Sendable (SubscriptionNotice) -> Void
    private let makeRun: @Sendable (Subscription) -> SubscriptionRun
    /// What is known of each subscription between rounds.
    private var watched: [SubscriptionId: Watch] = [:]

    /// What a relay remembers of a subscription.
    private struct Watch {
        /// The version for which the rest holds; nil if the stored progress must be read again.
        var version: Int64?
        var isRunning = false
        /// The stored position.
        var position: Int64 = 0
        /// No event up to here is left to send, apart from held ones.
        var scanned: Int64 = 0
        /// When held events become due, or another relay's lease ends; nil if only new events bring work.
        var wake: Instant?
        /// Until when an endpoint that accepts nothing isn't tried.
        var pause: (until: Instant, failures: Int)?
    }

    /// Creates a relay.
    /// - Parameters:
    ///   - owner: a unique name, different even from earlier relays of the same process.
    ///   - subscriptions: the subscriptions and their progress.
    ///   - store: the store of the same backend, for its outbox and cargos.
    ///   - sender: sends the events.
    ///   - callbacks: translates events for subscriptions in the format of DCSA; nil to leave these to other relays.
    ///   - clock: measures leases, pauses and failures.
    ///   - policy: attempts, pauses and sizes; `concurrency` has no effect.
    ///   - permille: draws 500 to 1000, the part of a pause to wait.
    ///   - sleep: sleeps and returns early when the task is cancelled.
    ///   - report: receives notices, from several tasks.
    public init(
        owner: String,
        subscriptions: any SubscriptionRepository,
        store: any CargoStore,
        sender: any SubscriptionSender,
        callbacks: (any DCSACallbackSource)? = nil,
        clock: any DomainClock,
        policy: RelayPolicy = SubscriptionRelay.policy,
        permille: @escaping @Sendable () -> Int = { .random(in: 500...1000) },
        sleep: @escaping @Sendable (Duration) async -> Void = OutboxRelay.sleep,
        report: @escaping @Sendable (SubscriptionNotice) -> Void = { _ in }
    ) {
        self.subscriptions = subscriptions
        feed = store.events
        let (feed, matching) = (store.events, SubscriptionMatching(lookups: CargoLookups(store.cargos), callbacks: callbacks))
        self.matching = matching
        self.policy = policy
        self.clock = clock
        self.permille = permille
        self.sleep = sleep
        self.report = report
        makeRun = { subscription in
            let session = SubscriptionSession(subscription, subscriptions, sender, callbacks, clock)
            let parts = RelayParts(
                consumer: .standard,
                owner: owner,
                feed: feed,
                partitions: session,
                handler: session,
                clock: clock,
                policy: policy,
                permille: permille,
                report: { report(.delivery(subscription.id, $0)) },
                sleep: sleep
            )
            return SubscriptionRun(subscription, session, parts, subscriptions, matching)
        }
    }

    /// Sends what is due for every subscription, and waits until all of it has ended.
    /// - Returns: whether any subscription had something to send; the store's error if the subscriptions can't be read.
    public func poll() async -> Result<Bool, DomainError> {
        await withDiscardingTaskGroup { group in
            let (result, due) = await round()
            for subscription in due { group.addTask { await self.deliver(subscription) } }
            return result
        }
    }

    /// Polls in a loop, without waiting for slow endpoints.
    ///
    /// Returns when `isOver` returns true, when the task is cancelled, or after a permanent failure of the store. The deliveries in progress
    /// end first, and the progress is stored.
    /// - Parameter isOver: receives the outcome of each round, before the pause.
    @discardableResult
    public func run(until isOver: (Result<Bool, DomainError>) async -> Bool = { _ in false }) async -> Result<Bool, DomainError> {
        await withDiscardingTaskGroup { group in
            while true {
                let (result, due) = await round()
                for subscription in due { group.addTask { await self.deliver(subscription) } }
                if await isOver(result) { return result }
                switch result {
                case .success: await sleep(.milliseconds(250))
                case .failure(let error):
                    guard [.storeLocked, .storeUnavailable, .storeOutcomeUnknown].contains(error.code) else { return result }
                    await sleep(.seconds(1))
                }
                if Task.isCancelled { return result }
            }
        }
    }

    // MARK: Rounds

    /// Finds the subscriptions that have something to send and whose deliveries don't run yet, and notes them as running.
    private func round() async -> (Result<Bool, DomainError>, [Subscription]) {
        var due: [Subscription] = []
        do throws(DomainError) {
            let active = try await subscriptions.all().filter { $0.state == .active && matching.canDeliver($0) }
            let ids = Set(active.map(\.id))
            watched = watched.filter { ids.contains($0.key) || $0.value.isRunning }
            var pages: [Int64: [FeedEntry]] = [:]
            for subscription in active where try await isDue(subscription, &pages) {
                watched[subscription.id, default: Watch()].isRunning = true
                due.append(subscription)
            }
            return (.success(!due.isEmpty || watched.values.contains(where: \.isRunning)), due)
        } catch {
            return (.failure(error), due)
        }
    }

    private func isDue(_ subscription: Subscription, _ pages: inout [Int64: [FeedEntry]]) async throws(DomainError) -> Bool {
        guard var watch = watched[subscription.id] else { return true }
        if watch.isRunning { return false }
        guard watch.version == subscription.version else { return true }
        let now = clock.now()
        if let pause = watch.pause { return pause.until <= now }
        if let wake = watch.wake, wake <= now { return true }
        // Most subscriptions have read the same events.
        let page: [FeedEntry]
        if let read = pages[watch.scanned] {
            page = read
        } else {
            page = try await feed.entries(after: watch.scanned, limit: policy.pageSize).get()
            pages[watch.scanned] = page
        }
        for entry in page where try await matching.matches(entry, subscription) { return true }
        watch.scanned = page.last?.sequence ?? watch.scanned
        watched[subscription.id] = watch
        // Stores the position now and then, so that no relay reads all of it again.
        return watch.scanned - watch.position >= 1000
    }

    private func deliver(_ subscription: Subscription) async {
        var run = makeRun(subscription)
        let outcome = await run.run()
        var watch = Watch(position: outcome.position, scanned: outcome.position, wake: outcome.wake)
        watch.version = outcome.isCurrent ? subscription.version : nil
        if let pause = outcome.pause {
            let failures = outcome.delivered > 0 ? 1 : (watched[subscription.id]?.pause?.failures ?? 0) + 1
            let length = policy.backoff(after: failures, retryAfter: nil, permille: permille())
            let until = clock.now().later(max(min(length, Self.longestPause), min(pause.retryAfter ?? .zero, RelayPolicy.longestWait)))
            watch.pause = (until, failures)
            report(.delivery(subscription.id, .unavailable(reason: pause.reason, until: until)))
        }
        if let reason = outcome.paused { report(.paused(subscription.id, reason: reason)) }
        watched[subscription.id] = watch
    }
}
