import CargoDomain

/// What a relay learns while it delivers the events of one subscription, stored together with its partition.
actor SubscriptionSession: OutboxPartitionStore, OutboxHandler {
    private let subscription: Subscription
    private let subscriptions: any SubscriptionRepository
    private let sender: any SubscriptionSender
    private let callbacks: (any DCSACallbackSource)?
    private let clock: any DomainClock
    private var activeSince: Instant?
    private var failingSince: Instant?
    private var deliveries: [DeliveryAttempt] = []
    private var lastFailure = DeliveryFailure("")
    private var isRefused = false

    init(
        _ subscription: Subscription,
        _ subscriptions: any SubscriptionRepository,
        _ sender: any SubscriptionSender,
        _ callbacks: (any DCSACallbackSource)?,
        _ clock: any DomainClock
    ) {
        self.subscription = subscription
        self.subscriptions = subscriptions
        self.sender = sender
        self.callbacks = callbacks
        self.clock = clock
    }

    /// Continues stored progress.
    /// - Returns: whether the subscription was resumed since, so that what failed before doesn't count.
    func takeUp(_ progress: SubscriptionProgress) -> Bool {
        let isResumed = progress.activeSince != subscription.since
        activeSince = subscription.since
        failingSince = isResumed ? nil : progress.failingSince
        deliveries = progress.deliveries
        return isResumed
    }

    /// Why the subscription should be paused; nil if it shouldn't.
    func reasonToPause(at now: Instant) -> PauseReason? {
        if isRefused { return PauseReason(lastFailure.text) }
        // A missing key is the operator's fault, not the endpoint's.
        guard !deliveries.lastLackedSecret, let since = failingSince, since.later(SubscriptionRelay.patience) <= now else { return nil }
        return .failing(since: since, last: lastFailure)
    }

    // MARK: Progress

    func partitions(of consumer: ConsumerName) async -> Result<[OutboxPartition], DomainError> { .success([]) }

    func save(_ partition: OutboxPartition, of consumer: ConsumerName) async -> Result<Bool, DomainError> {
        let progress = SubscriptionProgress(
            partition: partition,
            activeSince: activeSince,
            failingSince: failingSince,
            deliveries: deliveries
        )
        return await subscriptions.save(progress, of: subscription.id)
    }

    // MARK: Deliveries

    nonisolated var timeout: Duration { sender.timeout }

    /// Sends an event if the subscription is still active, and notes the attempt.
    func handle(_ event: DomainEvent) async -> DeliveryOutcome {
        // It may have been paused or removed, or have new secrets, since the run began.
        switch await subscriptions.find(subscription.id) {
        case .failure(let error): return .unavailable(reason: error.code.rawValue, retryAfter: nil)
        case .success(let current):
            guard let current, current.state == .active else {
                return .unavailable(reason: DeliveryFailure.unanswered(.subscriptionInactive).text, retryAfter: nil)
            }
            let outcome: DeliveryOutcome
            if !current.canSign {
                // Nothing goes out without a signature that the receiver can check.
                outcome = .unavailable(reason: DeliveryFailure.unanswered(.secretSealed).text, retryAfter: nil)
            } else if current.dcsaFilter == nil {
                outcome = await sender.send(event, to: current)
            } else {
                do throws(DomainError) {
                    // What the event meant may have been withdrawn meanwhile.
                    guard let body = try await callbacks?.body(of: event.sequence, for: current) else { return .delivered }
                    outcome = await sender.sendCallback(body, to: current).inOrder
                } catch {
                    return .unavailable(reason: error.code.rawValue, retryAfter: nil)
                }
            }
            note(outcome, of: event)
            // The event stays the next one, for when the subscription is resumed.
            if case .refused(let reason) = outcome { return .unavailable(reason: reason, retryAfter: nil) }
            return outcome
        }
    }

    private func note(_ outcome: DeliveryOutcome, of event: DomainEvent) {
        let now = clock.now()
        let failure: DeliveryFailure? =
            switch outcome {
            case .delivered: nil
            case .failed(let reason, _), .refused(let reason), .unavailable(let reason, _): DeliveryFailure(reason)
            }
        let attempt = DeliveryAttempt(
            sequence: event.sequence,
            eventId: event.eventId,
            eventType: event.fact.type,
            at: now,
            failure: failure
        )
        // An endpoint to which nothing was sent before has failed only since now.
        let isFirst = deliveries.lastLackedSecret && failure != .unanswered(.secretSealed)
        failingSince = failure == nil ? nil : isFirst ? now : failingSince ?? now
        deliveries = (deliveries + [attempt]).suffix(SubscriptionProgress.maximumDeliveries)
        if let failure { lastFailure = failure }
        if case .refused = outcome { isRefused = true }
    }
}

extension DeliveryOutcome {
    /// The outcome for an endpoint that needs strict order: an event that fails holds back all that follow.
    ///
    /// A rescheduled voyage means events of many cargos, so holding back one aggregate wouldn't keep the order of a cargo's events.
    fileprivate var inOrder: DeliveryOutcome {
        if case .failed(let reason, let retryAfter) = self { .unavailable(reason: reason, retryAfter: retryAfter) } else { self }
    }
}

extension [DeliveryAttempt] {
    /// Whether nothing was sent in the last attempt, because the relay couldn't decrypt the secret.
    fileprivate var lastLackedSecret: Bool { last?.failure == .unanswered(.secretSealed) }
}
