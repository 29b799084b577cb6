package import CargoDomain

/// A relay's work for one subscription: leases it and sends its events until none is left, or until the endpoint accepts none.
struct SubscriptionRun: Sendable {
    /// The outcome of a run.
    struct Outcome: Sendable {
        /// Up to here, every event is sent, held or of no interest.
        var position: Int64 = 0
        var delivered = 0
        /// When to look again, apart from new events.
        var wake: Instant?
        /// Why the endpoint accepts nothing now.
        var pause: PartitionRun.Pause?
        /// Why the subscription was paused.
        var paused: PauseReason?
        /// Whether the position was stored, and nothing else is left to do now.
        var isCurrent = false
    }

    private let subscription: Subscription
    private let session: SubscriptionSession
    private let parts: RelayParts
    private let subscriptions: any SubscriptionRepository
    private let matching: SubscriptionMatching
    private var outcome = Outcome()
    /// A run reads at most this many pages; the next one continues.
    private static let maximumPages = 50

    init(
        _ subscription: Subscription,
        _ session: SubscriptionSession,
        _ parts: RelayParts,
        _ subscriptions: any SubscriptionRepository,
        _ matching: SubscriptionMatching
    ) {
        self.subscription = subscription
        self.session = session
        self.parts = parts
        self.subscriptions = subscriptions
        self.matching = matching
    }

    mutating func run() async -> Outcome {
        do throws(DomainError) {
            try await work()
        } catch {
            // The next round tries again.
            outcome.isCurrent = false
        }
        return outcome
    }

    private mutating func work() async throws(DomainError) {
        let now = parts.clock.now()
        let progress = try await subscriptions.progress(of: subscription.id).get() ?? .fresh(subscription)
        outcome.position = progress.partition.position
        guard progress.partition.isAvailable(at: now) else {
            outcome.wake = progress.partition.lease?.until
            return outcome.isCurrent = true
        }
        var partition = progress.partition
        let isResumed = await session.takeUp(progress)
        if partition.isFull, !isResumed, subscription.resends.isEmpty, partition.due(at: now).isEmpty {
            // Nothing can be sent until a held event is due.
            outcome.wake = partition.nextDue
            return outcome.isCurrent = true
        }
        if isResumed {
            for held in partition.held { partition.recordFailure(held.aggregate, attempts: 0, notBefore: now, reason: held.reason) }
        }
        guard try await lease(&partition) else { return }
        try await resend(&partition)
        if outcome.pause == nil { try await deliver(&partition) }
        if partition.lease != nil {
            partition.releaseLease()
            guard try await parts.partitions.save(partition, of: parts.consumer).get() else { return }
        }
        outcome.position = partition.position
        outcome.wake = partition.nextDue
        if let reason = await session.reasonToPause(at: parts.clock.now()) {
            try await change { $0.pause(reason: reason, at: parts.clock.now()) }
            outcome.paused = reason
        }
    }

    /// Stores the partition with a new lease.
    /// - Returns: false if another relay was faster.
    private func lease(_ partition: inout OutboxPartition) async throws(DomainError) -> Bool {
        partition.grantLease(to: parts.owner, until: parts.leaseEnd(from: parts.clock.now()))
        guard try await parts.partitions.save(partition, of: parts.consumer).get() else { return false }
        partition = partition.stored
        return true
    }

    /// Sends pages of events; leaves the lease on the partition if it is still held.
    private mutating func deliver(_ partition: inout OutboxPartition) async throws(DomainError) {
        for _ in 0..<Self.maximumPages {
            let page = partition.isFull ? [] : try await parts.feed.entries(after: partition.position, limit: parts.policy.pageSize).get()
            var wanted: [FeedEntry] = []
            for entry in page where try await matching.matches(entry, subscription) {
                wanted.append(entry)
            }
            let end = page.last?.sequence ?? partition.position
            if !wanted.isEmpty || !partition.due(at: parts.clock.now()).isEmpty {
                if partition.lease == nil {
                    guard try await lease(&partition) else { return }
                }
                var run = PartitionRun(parts, partition)
                let result = await run.run(wanted, through: end)
                outcome.delivered += result.delivered
                outcome.pause = result.pause
                partition = run.partition
                if let error = result.error { throw error }
                // Another relay has the subscription now, and nothing may be stored.
                if partition.lease != nil { throw .technical(.storeLocked, cause: "another relay works on the subscription") }
                if result.pause != nil { return outcome.isCurrent = true }
            } else {
                partition.advance(to: end)
            }
            guard page.count == parts.policy.pageSize else { return outcome.isCurrent = true }
        }
    }

    // MARK: Resends

    private mutating func resend(_ partition: inout OutboxPartition) async throws(DomainError) {
        var done: [Int64] = []
        for sequence in subscription.resends {
            if let held = partition.held.first(where: { $0.sequences.contains(sequence) }) {
                let now = parts.clock.now()
                if held.sequences.first == sequence {
                    partition.recordFailure(held.aggregate, attempts: 0, notBefore: now, reason: held.reason)
                }
            } else if sequence <= partition.position, case .event(let event) = try await parts.feed.entry(at: sequence).get(),
                try await matching.matches(.event(event), subscription)
            {
                if let lease = partition.lease, parts.clock.now().later(parts.handler.timeout) > lease.until {
                    guard try await self.lease(&partition) else { break }
                }
                if case .unavailable(let reason, let retryAfter) = await HandlerCall.run(event, parts) {
                    outcome.pause = PartitionRun.Pause(reason: reason, retryAfter: retryAfter)
                    break
                }
            }
            done.append(sequence)
        }
        if !done.isEmpty { try await change { $0.removeResends(done) } }
    }

    /// Changes the stored subscription, and tries again if another writer changes it first.
    private func change(_ change: (inout Subscription) -> Void) async throws(DomainError) {
        _ = try await subscriptions.change(subscription.id) { stored in
            change(&stored)
            return true
        }
    }
}

extension SubscriptionRepository {
    /// Changes a stored subscription, and repeats this if another writer was faster.
    /// - Parameter change: changes the subscription; nothing is stored if it returns false.
    /// - Returns: the subscription as stored, or unchanged if `change` returned false; nil if it doesn't exist.
    /// - Throws: `store_locked` if other writers are faster each time.
    package func change(_ id: SubscriptionId, _ change: (inout Subscription) -> Bool) async throws(DomainError) -> Subscription? {
        for _ in 0..<20 {
            guard var subscription = try await find(id).get() else { return nil }
            guard change(&subscription) else { return subscription }
            if try await save(subscription).get() { return subscription.stored(as: try Version.next(after: subscription.version)) }
        }
        throw .technical(.storeLocked, cause: "others change the subscription at the same time")
    }
}
