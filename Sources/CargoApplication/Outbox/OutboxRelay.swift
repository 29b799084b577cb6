public import CargoDomain

/// Delivers every domain event of a store to a consumer at least once, and the events of an aggregate in order.
///
/// Any number of relays, in any number of processes, can work for one consumer: each leases some partitions when it polls. If a relay is killed,
/// another one repeats its unfinished work once the lease has expired. A failed event is retried after a pause, while the events of other aggregates
/// continue. After too many attempts it becomes a dead letter, and the later events of its aggregate wait behind it until it is retried or
/// discarded (`DeadLetterQueue`). An unreadable event becomes a dead letter immediately. `run(until:)` loops until it is stopped; `poll()` is one step.
///
/// The clocks of the machines may differ by at most the lease minus the handler's time limit.
public struct OutboxRelay: Sendable {
    let parts: RelayParts
    /// For each partition, a sequence number up to which it has no event after its position.
    private var scanned = [Int64](repeating: 0, count: OutboxPartition.count)
    private var pause: (until: Instant, failures: Int)?

    /// Creates a relay.
    /// - Parameters:
    ///   - consumer: the consumer whose progress to use.
    ///   - owner: a unique name, different even from earlier relays of the same process.
    ///   - feed: the outbox.
    ///   - partitions: the stored progress, in the same store.
    ///   - handler: handles the events.
    ///   - clock: measures leases and pauses.
    ///   - policy: attempts, pauses and sizes.
    ///   - permille: draws 500 to 1000, the part of a pause to wait.
    ///   - sleep: sleeps and returns early when the task is cancelled; also measures the handler's time limit.
    ///   - report: receives notices, from several tasks.
    public init(
        consumer: ConsumerName,
        owner: String,
        feed: any DomainEventFeed,
        partitions: any OutboxPartitionStore,
        handler: any OutboxHandler,
        clock: any DomainClock,
        policy: RelayPolicy = RelayPolicy(),
        permille: @escaping @Sendable () -> Int = { .random(in: 500...1000) },
        sleep: @escaping @Sendable (Duration) async -> Void = Self.sleep,
        report: @escaping @Sendable (RelayNotice) -> Void = { _ in }
    ) {
        parts = RelayParts(
            consumer: consumer,
            owner: owner,
            feed: feed,
            partitions: partitions,
            handler: handler,
            clock: clock,
            policy: policy,
            permille: permille,
            report: report,
            sleep: sleep
        )
    }

    /// Sleeps in real time.
    public static let sleep: @Sendable (Duration) async -> Void = { time in
        do { try await Task.sleep(for: time) } catch { /* Cancelled: returns early. */  }
    }

    /// Leases the partitions that are furthest behind, delivers a page of their events, and releases them.
    ///
    /// Returns early when the task is cancelled, after the events in progress; the progress is stored.
    /// - Returns: the store's error if it fails; the next poll continues.
    @concurrent
    public mutating func poll() async -> Result<PollOutcome, DomainError> {
        do throws(DomainError) {
            return .success(try await leaseAndDeliver())
        } catch {
            return .failure(error)
        }
    }

    private mutating func leaseAndDeliver() async throws(DomainError) -> PollOutcome {
        let now = parts.clock.now()
        if let pause, now < pause.until { return .idle(until: pause.until) }
        let all = OutboxPartition.all(try await parts.partitions.partitions(of: parts.consumer).get())
        let free = all.filter { $0.isAvailable(at: now) }
        // Partitions of other relays become free when their leases expire, and held events become due.
        let wake = all.compactMap { $0.isAvailable(at: now) ? $0.nextDue : $0.lease?.until }.min()
        var page: [FeedEntry] = []
        var end: Int64 = 0
        if let start = free.filter({ !$0.isFull }).map(reach).min() {
            page = try await parts.feed.entries(after: start, limit: parts.policy.pageSize).get()
            end = page.last?.sequence ?? start
        }
        var work: [(partition: OutboxPartition, entries: [FeedEntry])] = []
        for partition in free {
            let entries =
                partition.isFull
                ? [] : page.filter { $0.sequence > partition.position && OutboxPartition.number(of: $0.aggregate) == partition.number }
            if !entries.isEmpty || !partition.due(at: now).isEmpty {
                work.append((partition, entries))
            } else if !partition.isFull {
                try await skip(partition, to: end)
            }
        }
        guard !work.isEmpty else { return page.count < parts.policy.pageSize ? .idle(until: wake) : .worked(delivered: 0) }
        work.sort { reach($0.partition) < reach($1.partition) }
        return try await deliver(work, through: end, at: now) ?? .idle(until: wake)
    }

    /// Returns the sequence number up to which a partition is known to have no new events.
    private func reach(_ partition: OutboxPartition) -> Int64 { max(partition.position, scanned[partition.number]) }

    /// Notes that a partition has no event up to a place; stores it now and then, so that no relay reads all of it again.
    private mutating func skip(_ partition: OutboxPartition, to end: Int64) async throws(DomainError) {
        scanned[partition.number] = max(scanned[partition.number], end)
        guard end - partition.position >= 1000 else { return }
        var partition = partition
        partition.releaseLease()
        partition.advance(to: end)
        // A relay that was faster has stored it.
        _ = try await parts.partitions.save(partition, of: parts.consumer).get()
    }

    /// Works concurrently on as many partitions as the policy allows.
    /// - Returns: nil if other relays have leased all of them.
    private mutating func deliver(
        _ work: [(partition: OutboxPartition, entries: [FeedEntry])],
        through end: Int64,
        at now: Instant
    ) async throws(DomainError) -> PollOutcome? {
        var runs: [(run: PartitionRun, entries: [FeedEntry])] = []
        for (partition, entries) in work where runs.count < parts.policy.concurrency {
            var partition = partition
            partition.grantLease(to: parts.owner, until: parts.leaseEnd(from: now))
            switch await parts.partitions.save(partition, of: parts.consumer) {
            case .success(true): runs.append((PartitionRun(parts, partition.stored), entries))
            // Other relays were faster.
            case .success(false): break
            // Works on the partitions that it has leased, which would otherwise be idle until the leases expire.
            case .failure(let error): if runs.isEmpty { throw error }
            }
        }
        guard !runs.isEmpty else { return nil }
        let outcomes = await withTaskGroup(of: PartitionRun.Outcome.self) { group in
            for (run, entries) in runs {
                group.addTask {
                    var run = run
                    // A partition that takes no new events keeps its position, whatever happens to its held events.
                    return await run.run(entries, through: run.partition.isFull ? 0 : end)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        note(outcomes.compactMap(\.pause).first, hasDelivered: outcomes.contains { $0.delivered > 0 })
        if let error = outcomes.compactMap(\.error).first { throw error }
        return .worked(delivered: outcomes.reduce(0) { $0 + $1.delivered })
    }

    /// Waits longer each time that the consumer accepts nothing.
    private mutating func note(_ wanted: PartitionRun.Pause?, hasDelivered: Bool) {
        guard let wanted else { return pause = nil }
        let failures = hasDelivered ? 1 : (pause?.failures ?? 0) + 1
        let length = parts.policy.backoff(after: failures, retryAfter: wanted.retryAfter, permille: parts.permille())
        // Limits the pause, so that a consumer that is back is noticed soon.
        let until = parts.clock.now().later(max(min(length, .seconds(60)), min(wanted.retryAfter ?? .zero, RelayPolicy.longestWait)))
        pause = (until, failures)
        parts.report(.unavailable(reason: wanted.reason, until: until))
    }
}

extension OutboxRelay {
    /// Polls in a loop: again immediately after work, 250 ms later if nothing is due, and a second later if the store is unavailable.
    ///
    /// Returns when `isOver` returns true, when the task is cancelled, or after a permanent failure such as `corrupt_record`. The progress is
    /// stored by then.
    /// - Parameter isOver: receives the outcome of each poll, before the pause.
    /// - Returns: the outcome of the last poll.
    @discardableResult
    public func run(
        until isOver: (Result<PollOutcome, DomainError>) async -> Bool = { _ in false }
    ) async -> Result<PollOutcome, DomainError> {
        var relay = self
        while true {
            let result = await relay.poll()
            if await isOver(result) { return result }
            switch result {
            case .success(.worked): break
            case .success(.idle): await parts.sleep(.milliseconds(250))
            case .failure(let error):
                guard [.storeLocked, .storeUnavailable, .storeOutcomeUnknown].contains(error.code) else { return result }
                await parts.sleep(.seconds(1))
            }
            if Task.isCancelled { return result }
        }
    }
}

extension OutboxRelay {
    /// Delivers the events that are due now, and returns: for a job that runs now and then, or for a test.
    ///
    /// An event that fails stays for a later call, after its pause.
    /// - Returns: how many events were delivered.
    /// - Throws: the store's error; what was delivered until then isn't delivered again.
    @discardableResult
    public func drain() async throws(DomainError) -> Int {
        var relay = self
        var count = 0
        while !Task.isCancelled, case .worked(let delivered) = try await relay.poll().get() { count += delivered }
        return count
    }
}

/// A notice from a relay to its operator.
public enum RelayNotice: Hashable, Sendable {
    /// An event was delivered.
    case delivered(DomainEvent)
    /// An event failed and will be retried.
    case failed(DomainEvent, attempts: Int, reason: String, retryAt: Instant)
    /// An event became a dead letter; the later events of its aggregate wait until it is retried or discarded.
    case deadLettered(DomainEvent, attempts: Int, reason: String)
    /// An event can't be read and became a dead letter; the later events of its aggregate wait until it is retried or discarded.
    case unreadable(UnreadableEvent)
    /// The consumer currently accepts nothing; the relay waits.
    case unavailable(reason: String, until: Instant)
    /// A partition holds so many events that it takes no new ones until dead letters are retried or discarded.
    case partitionIsFull(number: Int)
    /// Another relay has taken over a partition; events delivered since the last stored progress are delivered again.
    case leaseLost(number: Int)
}

/// The outcome of one poll.
public enum PollOutcome: Hashable, Sendable {
    /// The relay did some work and delivered this many events, possibly none; there may be more.
    case worked(delivered: Int)
    /// Nothing was due.
    ///
    /// Poll again at this instant, or sooner if new events arrive. If it is nil, only new events bring work.
    case idle(until: Instant?)
}
