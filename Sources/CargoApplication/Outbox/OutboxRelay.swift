public import CargoDomain

/// Tells a consumer every domain event of a store at least once, those of one aggregate in order.
///
/// Any number of relays, in any number of processes, may work for one consumer: each takes some lanes, for a turn. What one was doing when it was
/// killed is done again by another one once its lease has ended. An event that fails is tried again after a pause, while the events of other
/// aggregates go on; after too many tries it is set aside, and the later events of its aggregate wait behind it until somebody decides
/// (`OutboxDesk`). An event that cannot be read is set aside at once. `run(until:)` works until it is told to stop; `turn()` is one step of it.
///
/// The machines' clocks may differ by the lease less the handler's time limit.
public struct OutboxRelay: Sendable {
    let parts: RelayParts
    /// For each lane a place up to which it has no event after its position.
    private var scanned = [Int64](repeating: 0, count: OutboxLane.count)
    private var pause: (until: Instant, failures: Int)?

    /// Puts the parts together.
    /// - Parameters:
    ///   - consumer: whose progress it is.
    ///   - owner: a name that no other relay has, not even an earlier one of the same process.
    ///   - feed: the outbox.
    ///   - lanes: the progress, in the same store.
    ///   - handler: takes the events.
    ///   - clock: tells how long leases and pauses last.
    ///   - policy: how often and how fast.
    ///   - permille: draws 500 to 1000, how much of a pause is taken.
    ///   - sleep: sleeps so many milliseconds, and returns early when the task is cancelled; measures the handler's time limit, too.
    ///   - report: told what happens, from several tasks.
    public init(
        consumer: ConsumerName,
        owner: String,
        feed: any DomainEventFeed,
        lanes: any OutboxLaneStore,
        handler: any OutboxHandler,
        clock: any DomainClock,
        policy: RelayPolicy = RelayPolicy(),
        permille: @escaping @Sendable () -> Int64 = { .random(in: 500...1000) },
        sleep: @escaping @Sendable (_ milliseconds: Int64) async -> Void = Self.sleep,
        report: @escaping @Sendable (RelayNotice) -> Void = { _ in }
    ) {
        parts = RelayParts(
            consumer: consumer,
            owner: owner,
            feed: feed,
            lanes: lanes,
            handler: handler,
            clock: clock,
            policy: policy,
            permille: permille,
            report: report,
            sleep: sleep
        )
    }

    /// Sleeps in real time.
    public static let sleep: @Sendable (_ milliseconds: Int64) async -> Void = { milliseconds in
        do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { /* Cancelled: returns early. */  }
    }

    /// Takes the lanes that are furthest behind, delivers a page of their events, and gives them back.
    ///
    /// Cancelled, it comes to an end after the events under way; what was delivered is stored.
    /// - Returns: the store's failure where there is one; the next turn goes on.
    public mutating func turn() async -> Result<RelayTurn, DomainError> {
        do throws(DomainError) {
            return .success(try await takeTurn())
        } catch {
            return .failure(error)
        }
    }

    private mutating func takeTurn() async throws(DomainError) -> RelayTurn {
        let now = parts.clock.now()
        if let pause, now < pause.until { return .idle(until: pause.until) }
        let all = OutboxLane.all(try await parts.lanes.lanes(of: parts.consumer).get())
        let free = all.filter { $0.isFree(at: now) }
        // What others have is free once their lease ends, and what is held becomes due.
        let wake = all.compactMap { $0.isFree(at: now) ? $0.nextDue : $0.lease?.until }.min()
        var page: [FeedEntry] = []
        var end: Int64 = 0
        if let start = free.filter({ !$0.isFull }).map(reach).min() {
            page = try await parts.feed.entries(after: start, limit: parts.policy.pageSize).get()
            end = page.last?.sequence ?? start
        }
        var work: [(lane: OutboxLane, entries: [FeedEntry])] = []
        for lane in free {
            let entries =
                lane.isFull ? [] : page.filter { $0.sequence > lane.position && OutboxLane.number(of: $0.aggregate) == lane.number }
            if !entries.isEmpty || !lane.due(at: now).isEmpty {
                work.append((lane, entries))
            } else if !lane.isFull {
                try await skip(lane, to: end)
            }
        }
        guard !work.isEmpty else { return page.count < parts.policy.pageSize ? .idle(until: wake) : .worked(delivered: 0) }
        work.sort { reach($0.lane) < reach($1.lane) }
        return try await deliver(work, through: end, at: now) ?? .idle(until: wake)
    }

    /// Up to where it is known that nothing new is in a lane.
    private func reach(_ lane: OutboxLane) -> Int64 { max(lane.position, scanned[lane.number]) }

    /// Notes that a lane has no event up to a place; stores it now and then, so that nobody has to read all of it again.
    private mutating func skip(_ lane: OutboxLane, to end: Int64) async throws(DomainError) {
        scanned[lane.number] = max(scanned[lane.number], end)
        guard end - lane.position >= 1000 else { return }
        var lane = lane
        lane.free()
        lane.pass(end)
        // Whoever was faster has seen to it.
        _ = try await parts.lanes.save(lane, of: parts.consumer).get()
    }

    /// Works on as many lanes as the policy allows, all at once.
    /// - Returns: nil where others have all of them.
    private mutating func deliver(
        _ work: [(lane: OutboxLane, entries: [FeedEntry])],
        through end: Int64,
        at now: Instant
    ) async throws(DomainError) -> RelayTurn? {
        var runs: [(run: LaneRun, entries: [FeedEntry])] = []
        for (lane, entries) in work where runs.count < parts.policy.width {
            var lane = lane
            lane.lend(to: parts.owner, until: now.later(max(parts.policy.lease, parts.handler.timeLimit + 1)))
            switch await parts.lanes.save(lane, of: parts.consumer) {
            case .success(true): runs.append((LaneRun(parts, lane.stored), entries))
            // Others were faster.
            case .success(false): break
            // What we have is worked on all the same, or it would be nobody's until the leases end.
            case .failure(let error): if runs.isEmpty { throw error }
            }
        }
        guard !runs.isEmpty else { return nil }
        let outcomes = await withTaskGroup(of: LaneRun.Outcome.self) { group in
            for (run, entries) in runs {
                group.addTask {
                    var run = run
                    // A lane that takes nothing new stays where it is, whatever becomes of what it holds.
                    return await run.run(entries, through: run.lane.isFull ? 0 : end)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        note(outcomes.compactMap(\.pause).first, hasDelivered: outcomes.contains { $0.delivered > 0 })
        if let error = outcomes.compactMap(\.error).first { throw error }
        return .worked(delivered: outcomes.reduce(0) { $0 + $1.delivered })
    }

    /// Waits longer each time that the consumer takes nothing.
    private mutating func note(_ wanted: LaneRun.Pause?, hasDelivered: Bool) {
        guard let wanted else { return pause = nil }
        let failures = hasDelivered ? 1 : (pause?.failures ?? 0) + 1
        let length = parts.policy.pause(after: failures, wanted: wanted.retryAfter, permille: parts.permille())
        // Nobody wants to wait for hours until it is noticed that a consumer is back.
        let until = parts.clock.now().later(max(min(length, 60_000), min(wanted.retryAfter ?? 0, 86_400_000)))
        pause = (until, failures)
        parts.report(.unavailable(reason: wanted.reason, until: until))
    }
}
