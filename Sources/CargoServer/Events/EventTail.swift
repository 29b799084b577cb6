#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import Logging
import ServiceLifecycle
import Synchronization

/// Reads the outbox once for all event streams, as it grows, and hands each new event to every stream that waits.
///
/// The newest events are kept, decoded and written as frames, so that a stream that was busy for a moment gets them from here. A stream that is
/// further behind reads the outbox for itself, so nothing is kept for a slow one.
actor EventTail: Service {
    /// An event, and the frame that tells it to a program.
    struct Entry: Sendable {
        let event: DomainEvent
        let sequence: Int64
        let frame: String
    }

    /// What a stream does next.
    enum Turn: Sendable {
        /// Sends these events.
        case entries([Entry])
        /// Reads the outbox for itself.
        case behind
        /// Says that it is still there: nothing has come for a while.
        case idle
        /// Ends.
        case ended
    }

    private struct Waiter {
        let cursor: Int64
        let since: ContinuousClock.Instant
        let isOver: @Sendable () -> Bool
        let continuation: CheckedContinuation<Turn, Never>
    }

    private let environment: CargoApplication.Environment
    private let logger: Logger
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0
    private var hasEnded = false
    private var isLooking = false
    private var looksAgain = false
    private nonisolated let isNudged = Atomic(false)
    /// The place of the last event that was read; nil until a stream waits.
    private var position: Int64?
    /// The events after `start` up to `position`.
    private var window: [Entry] = []
    private var start: Int64 = 0

    /// How often the outbox is looked at while a stream waits.
    private static let interval = Duration.milliseconds(100)
    /// How long nothing may come before those who wait are told so.
    private static let patience = Duration.seconds(15)
    /// The most events that are kept.
    private static let windowSize = 512
    private static let pageSize = 100
    /// How many streams are woken before others get a turn.
    private static let lot = 32

    init(_ environment: CargoApplication.Environment, logger: Logger) {
        self.environment = environment
        self.logger = logger
    }

    /// Looks until the service ends.
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
    ///   - cursor: the place of the last event that the stream has sent.
    ///   - hasReadToEnd: whether the stream has just found no event after `cursor`.
    ///   - isOver: whether the stream may not go on, for its session has ended; asked while it waits.
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

    /// Looks soon, for something has just been stored; the request that stored it doesn't wait for the streams.
    nonisolated func nudge() {
        guard !isNudged.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Task {
            isNudged.store(false, ordering: .releasing)
            await look()
        }
    }

    /// Whether all streams are being ended.
    var isEnding: Bool { hasEnded }

    /// Ends all streams.
    func end() {
        hasEnded = true
        for waiter in waiters.values { waiter.continuation.resume(returning: .ended) }
        waiters = [:]
    }

    // MARK: Reading

    /// Reads on to the end of the outbox, one page at a time however many ask.
    private func look() async {
        guard !isLooking else {
            looksAgain = true
            return
        }
        isLooking = true
        repeat {
            looksAgain = false
            while await readPage() {}
        } while looksAgain
        isLooking = false
    }

    /// Reads a page and hands it out; tells whether there may be more.
    private func readPage() async -> Bool {
        guard let least = waiters.values.map(\.cursor).min() else { return false }
        let from: Int64
        if let position, position >= least {
            from = position
        } else {
            // Nobody waits for what lies between.
            from = least
            position = least
            start = least
            window = []
        }
        switch await ReadEvents(environment).execute(.init(after: from, limit: Int64(Self.pageSize))) {
        case .success(let events):
            await take(events)
            return events.count == Self.pageSize
        case .failure(let error):
            logger.error("events cannot be read", metadata: ["code": "\(error.code.rawValue)", "cause": "\(error.cause ?? "")"])
            return false
        }
    }

    private func take(_ events: [DomainEvent]) async {
        guard let last = events.last?.sequence else { return }
        window += Entry.list(of: events)
        if window.count > Self.windowSize {
            let surplus = window.count - Self.windowSize
            start = window.prefix(surplus).last?.sequence ?? start
            window = Array(window.dropFirst(surplus))
        }
        position = last
        let due = waiters.filter { $0.value.cursor < last }
        for number in due.keys { waiters[number] = nil }
        var woken = 0
        for waiter in due.values {
            waiter.continuation.resume(returning: waiter.cursor >= start ? .entries(entries(after: waiter.cursor)) : .behind)
            woken += 1
            if woken.isMultiple(of: Self.lot) { await Task.yield() }
        }
    }

    /// The kept events after a place, as many as a stream sends at once.
    private func entries(after cursor: Int64) -> [Entry] {
        // Most streams have read to the last page or so.
        let first = window.lastIndex { $0.sequence <= cursor }.map { $0 + 1 } ?? 0
        return Array(window.dropFirst(first).prefix(Self.pageSize))
    }

    // MARK: Waking

    private func wake(_ number: Int) { waiters.removeValue(forKey: number)?.continuation.resume(returning: .ended) }

    /// Wakes those who have waited for long, and those whose session has ended.
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
    /// Writes stored events as frames.
    static func list(of events: [DomainEvent]) -> [EventTail.Entry] {
        events.compactMap { event in
            guard let sequence = event.sequence else { return nil }
            var writer = JSONWriter(capacity: 512)
            writer.raw("id: ")
            writer.integer(sequence)
            writer.raw("\nevent: ")
            for byte in event.fact.type.utf8 { writer.raw(byte: byte) }
            writer.raw("\ndata: ")
            event.write(to: &writer)
            writer.raw("\n\n")
            return EventTail.Entry(event: event, sequence: sequence, frame: writer.text)
        }
    }
}
#endif
