import CargoApplication
import CargoDomain
import CargoWire
import Logging
import ServiceLifecycle
import Synchronization

/// Reads new events from the outbox once for all event streams and hands them to every waiting stream.
///
/// The tail keeps the newest events, already decoded and formatted as frames, so a stream that was briefly busy gets them from here. A
/// stream that is further behind reads the outbox itself, so a slow stream doesn't use memory here.
actor EventTail: Service {
    /// An event and its server-sent frame for programs.
    struct Entry: Sendable {
        let sequence: Int64
        let frame: String
        /// The same frame without the event's actor, for customers.
        let frameWithoutActor: String
        /// The customer whose cargo raised it; nil if it was a voyage, or if the service has no tokens for customers.
        var customer: CustomerId?
        /// The aggregate that raised it as `Type:id`, such as `Cargo:ABC123`; nil if an unreadable event doesn't say.
        let aggregate: String?
    }

    /// What a waiting stream does next.
    enum Turn: Sendable {
        /// Send these events.
        case entries([Entry])
        /// Read the outbox directly, because the tail doesn't have the next events.
        case behind
        /// Send a keep-alive comment, because no event has arrived for a while.
        case idle
        /// End.
        case ended
    }

    private struct Waiter {
        let cursor: Int64
        let since: ContinuousClock.Instant
        let isOver: @Sendable () -> Bool
        let continuation: CheckedContinuation<Turn, Never>
    }

    private let kit: CargoKit
    /// Finds the customers of events, who may see only their own.
    private let owners: CargoLookups
    private let logger: Logger
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0
    private var hasEnded = false
    private var isLooking = false
    /// The number of streams that were woken since the last look began.
    private var woken = 0
    private var looksAgain = false
    private nonisolated let isNudged = Atomic(false)
    /// The position of the last event read; nil until a stream waits.
    private var position: Int64?
    /// The events after `start`, up to `position`.
    private var window: [Entry] = []
    private var start: Int64 = 0

    /// The polling interval of the outbox while a stream waits.
    private static let interval = Duration.milliseconds(100)
    /// How long a stream waits without events before it sends a keep-alive.
    static let patience = Duration.seconds(15)
    /// The maximum number of events that are kept.
    private static let windowSize = 512
    private static let pageSize = 100
    /// How many streams are woken before other tasks get a turn.
    private static let lot = 32
    /// How long new events gather for each stream that was just woken.
    ///
    /// Waking a stream for one event costs as much as for a hundred, so a service with many streams wakes them less often: 1,000 streams at
    /// most ten times a second.
    private static let gathering = Duration.microseconds(100)

    init(_ kit: CargoKit, logger: Logger) {
        self.kit = kit
        owners = CargoLookups(kit.store.cargos)
        self.logger = logger
    }

    /// Polls the outbox until the service shuts down.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.look()
                await self.sweep()
                try? await Task.sleep(for: Self.interval)
            }
        }
        end()
    }

    /// Waits until a stream has something to do.
    /// - Parameters:
    ///   - cursor: the position of the last event that the stream has sent.
    ///   - hasReadToEnd: whether the stream has just found no event after `cursor`.
    ///   - isOver: whether the stream's session has ended; checked while the stream waits.
    func next(after cursor: Int64, hasReadToEnd: Bool, isOver: @escaping @Sendable () -> Bool = { false }) async -> Turn {
        guard !hasEnded, !isOver() else { return .ended }
        if let position, cursor < position { return cursor >= start ? .entries(entries(after: cursor)) : .behind }
        guard hasReadToEnd || cursor == position else { return .behind }
        lastWaiter += 1
        let number = lastWaiter
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled || hasEnded {
                    continuation.resume(returning: .ended)
                } else {
                    waiters[number] = Waiter(cursor: cursor, since: .now, isOver: isOver, continuation: continuation)
                }
            }
        } onCancel: {
            Task { await self.wake(number) }
        }
    }

    /// Polls the outbox soon, because a request has just stored something; that request doesn't wait for the streams.
    nonisolated func nudge() {
        guard !isNudged.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Task {
            isNudged.store(false, ordering: .releasing)
            await look()
        }
    }

    /// Ends all streams.
    func end() {
        hasEnded = true
        for waiter in waiters.values { waiter.continuation.resume(returning: .ended) }
        waiters = [:]
    }

    // MARK: Reading

    /// Reads to the end of the outbox, one page at a time, even if called concurrently.
    private func look() async {
        guard !isLooking else {
            looksAgain = true
            return
        }
        isLooking = true
        repeat {
            looksAgain = false
            woken = 0
            while await readPage() {}
            if woken > 0 { try? await Task.sleep(for: Self.gathering * woken) }
        } while looksAgain
        isLooking = false
    }

    /// Reads a page and hands it out; returns whether there may be more.
    private func readPage() async -> Bool {
        guard let least = waiters.values.map(\.cursor).min() else { return false }
        // No stream waits for events before `least`.
        let from = max(position ?? least, least)
        switch await Entry.page(kit, owners, after: from, limit: Self.pageSize) {
        case .success(let entries):
            await take(entries, after: from)
            return entries.count == Self.pageSize
        case .failure(let error):
            logger.error("can't read events", metadata: ["code": "\(error.code.rawValue)", "cause": "\(error.cause ?? "")"])
            return false
        }
    }

    private func take(_ entries: [Entry], after from: Int64) async {
        // Only events move the position: a waiting stream's own may be after the end of the outbox.
        guard let last = entries.last?.sequence else { return }
        if position != from {
            start = from
            window = []
        }
        window += entries
        if window.count > Self.windowSize {
            let surplus = window.count - Self.windowSize
            start = window.prefix(surplus).last?.sequence ?? start
            window = Array(window.dropFirst(surplus))
        }
        position = last
        let due = waiters.filter { $0.value.cursor < last }
        for number in due.keys { waiters[number] = nil }
        for waiter in due.values {
            waiter.continuation.resume(returning: waiter.cursor >= start ? .entries(self.entries(after: waiter.cursor)) : .behind)
            woken += 1
            if woken.isMultiple(of: Self.lot) { await Task.yield() }
        }
    }

    /// The kept events after a position, up to the number that a stream sends at once.
    private func entries(after cursor: Int64) -> [Entry] {
        // Most streams have read up to about the last page.
        let first = window.lastIndex { $0.sequence <= cursor }.map { $0 + 1 } ?? 0
        return Array(window.dropFirst(first).prefix(Self.pageSize))
    }

    // MARK: Waking

    private func wake(_ number: Int) { waiters.removeValue(forKey: number)?.continuation.resume(returning: .ended) }

    /// Wakes the streams that need a keep-alive, and those whose session has ended.
    private func sweep() {
        let now = ContinuousClock.now
        for (number, waiter) in waiters {
            let turn: Turn? = waiter.isOver() ? .ended : now - waiter.since > Self.patience ? .idle : nil
            guard let turn else { continue }
            waiters[number] = nil
            waiter.continuation.resume(returning: turn)
        }
    }
}

extension EventTail.Entry {
    /// Reads a page of the outbox, with the customers of the events.
    @concurrent
    static func page(_ kit: CargoKit, _ owners: CargoLookups, after cursor: Int64, limit: Int) async -> Result<[Self], DomainError> {
        do throws(DomainError) {
            var page: [Self] = []
            for entry in try await ReadEvents(kit).entries(.init(after: cursor, limit: limit)).get() {
                var one = Self(entry)
                one.customer = try await owners.customer(of: entry)
                page.append(one)
            }
            return .success(page)
        } catch {
            return .failure(error)
        }
    }

    /// Writes an event as a frame.
    init(_ entry: FeedEntry) {
        sequence = entry.sequence
        frame = Self.frame(of: entry)
        switch entry {
        case .event(let event):
            aggregate = event.aggregate
            frameWithoutActor = event.actor == nil ? frame : Self.frame(of: entry.withoutActor)
        case .unreadable(let event):
            aggregate = event.aggregate
            frameWithoutActor = frame
        }
    }

    /// Returns the frame of an event, or a frame `Unreadable` if it can't be read, so that one bad record doesn't end a stream.
    private static func frame(of entry: FeedEntry) -> String {
        var writer = JSONWriter(capacity: 512)
        writer.raw("id: ")
        writer.integer(entry.sequence)
        writer.raw("\nevent: ")
        switch entry {
        case .event(let event):
            for byte in event.fact.type.utf8 { writer.raw(byte: byte) }
            writer.raw("\ndata: ")
            event.write(to: &writer)
        case .unreadable(let event):
            writer.raw("Unreadable\ndata: {")
            if let aggregate = event.aggregate {
                writer.raw(#""aggregate":"#)
                writer.text(aggregate)
                writer.raw(",")
            }
            writer.raw(#""code":"#)
            writer.plain(event.error.code.rawValue)
            if let id = event.eventId {
                writer.raw(#","eventId":"#)
                writer.text(id)
            }
            writer.raw(#","sequence":"#)
            writer.integer(event.sequence)
            writer.raw("}")
        }
        writer.raw("\n\n")
        return writer.text
    }
}

/// Finds the end of the outbox without reading it. The events are numbered from 1 without gaps, so a few lookups are enough.
actor OutboxEnd {
    private let kit: CargoKit
    private var known: Int64 = 0

    init(_ kit: CargoKit) { self.kit = kit }

    /// The position of the last event; 0 if there is none.
    func position() async throws(DomainError) -> Int64 {
        let last = try await kit.store.events.lastSequence(atLeast: known)
        known = max(known, last)
        return last
    }
}
