import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Synchronization
import Testing

@Suite("The outbox relay")
struct OutboxRelayTests {
    /// A handler that does what a test says.
    private struct Handler: OutboxHandler {
        let timeout: Duration = .seconds(1)
        let body: @Sendable (DomainEvent) async -> DeliveryOutcome

        func handle(_ event: DomainEvent) async -> DeliveryOutcome { await body(event) }
    }

    /// An outbox that a test answers for.
    private struct Feed: DomainEventFeed {
        let read: @Sendable (Int64) async -> Result<[FeedEntry], DomainError>

        func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
            await read(sequence).flatMap { entries in Result { () throws(DomainError) in try entries.readableEvents() } }
        }

        func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> {
            await read(sequence).map { Array($0.prefix(limit)) }
        }
    }

    private let store = InMemoryStore(clock: FixedClock(), trackingIds: SequenceTrackingIdGenerator([]))

    private func makeRelay(
        _ feed: (any DomainEventFeed)? = nil,
        sleep: @escaping @Sendable (Duration) async -> Void = { _ in await OutboxRelay.sleep(.seconds(86_400)) },
        _ handle: @escaping @Sendable (DomainEvent) async -> DeliveryOutcome
    ) throws -> OutboxRelay {
        OutboxRelay(
            consumer: try ConsumerName("test"),
            owner: "one",
            feed: feed ?? store.events,
            partitions: try #require(store.outboxPartitions),
            handler: Handler(body: handle),
            clock: store.clock,
            sleep: sleep
        )
    }

    private func deadLetters(_ feed: (any DomainEventFeed)? = nil) throws -> DeadLetterQueue {
        let partitions = try #require(store.outboxPartitions)
        return DeadLetterQueue(consumer: try ConsumerName("test"), feed: feed ?? store.events, partitions: partitions, clock: store.clock)
    }

    @Test(
        "A handler that exceeds its time limit is cancelled and its event fails, even if the handler ignores cancellation",
        .timeLimit(.minutes(10)),
        arguments: [false, true]
    )
    func hangingHandler(ignoresCancellation: Bool) async throws {
        try await store.cargos.save(.stub()).get()
        let (cancelled, signal) = AsyncStream<Void>.makeStream()
        let (release, releaser) = AsyncStream<Void>.makeStream()
        let lengths = Mutex<[Duration]>([])
        var relay = try makeRelay(sleep: { length in lengths.withLock { $0.append(length) } }) { _ in
            await withTaskCancellationHandler {
                if ignoresCancellation {
                    // A task of its own does not hear of the cancellation.
                    await Task { for await _ in release {} }.value
                } else {
                    for await _ in release {}
                }
            } onCancel: {
                signal.finish()
            }
            return .delivered
        }
        #expect(try await relay.poll().get() == .worked(delivered: 0))
        for await _ in cancelled {}
        #expect(lengths.withLock(\.self) == [.seconds(1)])
        let held = try await deadLetters().entries().get()
        #expect(held.map(\.held.attempts) == [1])
        #expect(held.map(\.held.reason) == ["the handler did not answer within 1000 ms"])
        // The partition is free again, for this relay and for others.
        #expect(try await deadLetters().leasedUntil().get() == nil)
        releaser.finish()
    }

    @Test("An unreadable event holds back its aggregate alone, and is delivered on a retry after it becomes readable")
    func readableAgain() async throws {
        for id in ["CGO-A", "CGO-B"] { try await store.cargos.save(.stub(id)).get() }
        let events = try await store.events.events(after: 0, limit: 9).get()
        let isReadable = Mutex(false)
        let feed = Feed { after in
            let error = DomainError.corruptRecord(rule: "shape_invalid")
            let first: FeedEntry =
                isReadable.withLock(\.self)
                ? .event(events[0]) : .unreadable(UnreadableEvent(sequence: 1, aggregate: "Cargo:CGO-A", error: error))
            return .success([first, .event(events[1])].filter { $0.sequence > after })
        }
        let ids = Mutex<[String]>([])
        var relay = try makeRelay(feed) { event in
            ids.withLock { $0.append(event.eventId) }
            return .delivered
        }
        await drain(&relay)
        #expect(ids.withLock(\.self) == ["Cargo:CGO-B:1:0"])
        let held = try await deadLetters(feed).entries().get()
        #expect(held.map(\.held.aggregate) == ["Cargo:CGO-A"])
        #expect(held.map(\.held.reason) == ["the event can't be read (corrupt_record)"])
        isReadable.withLock { $0 = true }
        #expect(try await deadLetters(feed).retry(eventAt: 1).get())
        await drain(&relay)
        #expect(ids.withLock(\.self) == ["Cargo:CGO-B:1:0", "Cargo:CGO-A:1:0"])
        #expect(try await deadLetters(feed).entries().get().isEmpty)
    }

    @Test("An unreadable event of an unknown aggregate becomes a dead letter, and remains one after the outbox loses it")
    func unknownAggregate() async throws {
        try await store.cargos.save(.stub()).get()
        let event = try #require(try await store.events.events(after: 0, limit: 9).get().first)
        let isMissing = Mutex(false)
        let feed = Feed { after in
            let lost = FeedEntry.unreadable(UnreadableEvent(sequence: 1, error: .corruptRecord(rule: "journal")))
            let entries = [.event(event.stored(as: 2))] + (isMissing.withLock(\.self) ? [] : [lost])
            return .success(entries.filter { $0.sequence > after }.sorted { $0.sequence < $1.sequence })
        }
        let count = Mutex(0)
        var relay = try makeRelay(feed) { _ in
            count.withLock { $0 += 1 }
            return .delivered
        }
        await drain(&relay)
        #expect(count.withLock(\.self) == 1)
        #expect(try await deadLetters(feed).entries().get().map(\.held.aggregate) == ["Unreadable:1"])
        isMissing.withLock { $0 = true }
        #expect(try await deadLetters(feed).retry(eventAt: 1).get())
        await drain(&relay)
        #expect(try await deadLetters(feed).entries().get().map(\.event.sequence) == [1])
        #expect(try await deadLetters(feed).discard(eventAt: 1).get())
        #expect(try await deadLetters(feed).entries().get().isEmpty)
    }

    private func drain(_ relay: inout OutboxRelay) async {
        await relay.run { result in
            if case .success(.worked) = result { false } else { true }
        }
    }

    @Test("A running relay polls at once after work, after 250 ms when idle, and after a second when the store is unavailable")
    func running() async throws {
        try await store.cargos.save(.stub()).get()
        let events = try await store.events.events(after: 0, limit: 9).get()
        let reads = Mutex(0)
        // The first turn delivers, the second and third fail, the next ones find nothing.
        let feed = Feed { after in
            let number = reads.withLock { count in
                count += 1
                return count
            }
            switch number {
            case 2: return .failure(.technical(.storeUnavailable))
            case 3: return .failure(.technical(.storeLocked))
            default: return .success(after == 0 ? [.event(events[0])] : [])
            }
        }
        let pauses = Mutex<[Duration]>([])
        let relay = try makeRelay(
            feed,
            sleep: { length in
                // The time limit of a handler is not a pause.
                if Task.isCancelled { return }
                if length == .seconds(1), reads.withLock(\.self) < 2 { return await OutboxRelay.sleep(.seconds(86_400)) }
                pauses.withLock { $0.append(length) }
            }
        ) { _ in .delivered }
        var turns: [Result<PollOutcome, DomainError>] = []
        let last = await relay.run { result in
            turns.append(result)
            return turns.count == 5
        }
        #expect(
            turns == [
                .success(.worked(delivered: 1)), .failure(.technical(.storeUnavailable)), .failure(.technical(.storeLocked)),
                .success(.idle(until: nil)), .success(.idle(until: nil)),
            ]
        )
        #expect(last == .success(.idle(until: nil)))
        #expect(pauses.withLock(\.self) == [.seconds(1), .seconds(1), .milliseconds(250)])
    }

    @Test("A running relay ends when its task is cancelled or a failure is permanent", .timeLimit(.minutes(10)))
    func ending() async throws {
        let broken = try makeRelay(Feed { _ in .failure(.technical(.storeSchemaUnsupported)) }) { _ in .delivered }
        #expect(await broken.run() == .failure(.technical(.storeSchemaUnsupported)))
        let (isIdle, signal) = AsyncStream<Void>.makeStream()
        let endless = try makeRelay(
            sleep: { _ in
                signal.finish()
                await OutboxRelay.sleep(.seconds(86_400))
            }
        ) { _ in .delivered }
        let task = Task { await endless.run() }
        for await _ in isIdle {}
        task.cancel()
        #expect(await task.value == .success(.idle(until: nil)))
    }

    @Test("Draining delivers the events that are due, returns how many, and leaves one that fails for later")
    func draining() async throws {
        let clock = FixedClock()
        let store = InMemoryStore(clock: clock)
        for id in ["A-1", "B-2", "C-3"] { try await store.cargos.save(.stub(id)).get() }
        let failures = Mutex(1)
        let relay = OutboxRelay(store, clock: clock) { event in
            let fails =
                event.aggregateId == "B-2"
                && failures.withLock { left in
                    defer { left = 0 }
                    return left > 0
                }
            if fails { throw DomainError.technical(.storeUnavailable) }
        }
        #expect(try await relay.drain() == 2)
        #expect(try await relay.drain() == 0)
        try clock.advance(by: .seconds(3600))
        #expect(try await relay.drain() == 1)
        let broken = try makeRelay(Feed { _ in .failure(.technical(.storeUnavailable)) }) { _ in .delivered }
        await #expect(throws: DomainError.technical(.storeUnavailable)) { try await broken.drain() }
    }
}
