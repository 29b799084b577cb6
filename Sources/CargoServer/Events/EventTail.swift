#if Server
import CargoApplication
import CargoDomain
import Logging
import ServiceLifecycle

/// Wakes those who have read the outbox to its end once there is more, whoever stored it: this process or another.
///
/// One task looks, however many wait; each of them then reads for itself, so that nothing is kept for a slow one.
actor EventTail: Service {
    /// Why somebody who waited was woken.
    enum Wake: Sendable {
        /// There is more to read.
        case changed
        /// Nothing has come for a while.
        case idle
        /// The service ends.
        case ended
    }

    private struct Waiter {
        let cursor: Int64
        let since: ContinuousClock.Instant
        let continuation: CheckedContinuation<Wake, Never>
    }

    private let environment: CargoApplication.Environment
    private let mostStreams: Int
    private let logger: Logger
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0
    private var streams = 0
    private var publicStreams = 0
    private var hasEnded = false

    /// How often the outbox is looked at while somebody waits.
    private static let interval = Duration.milliseconds(100)
    /// How long nothing may come before those who wait are told so.
    private static let patience = Duration.seconds(15)

    init(_ environment: CargoApplication.Environment, mostStreams: Int, logger: Logger) {
        self.environment = environment
        self.mostStreams = mostStreams
        self.logger = logger
    }

    /// Looks until the service ends.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.look()
                try? await Task.sleep(for: Self.interval)
            }
        }
        end()
    }

    /// Counts a stream in, or tells that there are too many; those that anybody may open leave half of the room to the others.
    func open(isPublic: Bool = false) -> Bool {
        guard streams < mostStreams, !isPublic || publicStreams < mostStreams / 2, !hasEnded else { return false }
        streams += 1
        if isPublic { publicStreams += 1 }
        return true
    }

    /// Counts a stream out.
    func close(isPublic: Bool = false) {
        streams -= 1
        if isPublic { publicStreams -= 1 }
    }

    /// Waits until there are events after a position, or until it is time to say that there are none.
    func wait(after cursor: Int64) async -> Wake {
        guard !hasEnded else { return .ended }
        lastWaiter += 1
        let number = lastWaiter
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled || hasEnded {
                    continuation.resume(returning: .ended)
                } else {
                    waiters[number] = Waiter(cursor: cursor, since: .now, continuation: continuation)
                }
            }
        } onCancel: {
            Task { await self.wake(number) }
        }
    }

    /// Looks at once: somebody has just stored something.
    func nudge() async {
        if !waiters.isEmpty { await look() }
    }

    /// Whether everybody is being let go.
    var isEnding: Bool { hasEnded }

    /// Lets everybody go.
    func end() {
        hasEnded = true
        for waiter in waiters.values { waiter.continuation.resume(returning: .ended) }
        waiters = [:]
    }

    private func wake(_ number: Int) { waiters.removeValue(forKey: number)?.continuation.resume(returning: .ended) }

    private func look() async {
        // Those who have read less than others are among those who wait, so the smallest position counts.
        guard let cursor = waiters.values.map(\.cursor).min() else { return }
        switch await ReadEvents(environment).execute(.init(after: cursor, limit: 1)) {
        case .success(let events):
            guard let newest = events.last?.sequence else { break }
            let woken = waiters.filter { $0.value.cursor < newest }
            for (number, waiter) in woken {
                waiters[number] = nil
                waiter.continuation.resume(returning: .changed)
            }
        case .failure(let error):
            logger.error("events cannot be read", metadata: ["code": "\(error.code.rawValue)", "cause": "\(error.cause ?? "")"])
        }
        for (number, waiter) in waiters where .now - waiter.since > Self.patience {
            waiters[number] = nil
            waiter.continuation.resume(returning: .idle)
        }
    }
}
#endif
