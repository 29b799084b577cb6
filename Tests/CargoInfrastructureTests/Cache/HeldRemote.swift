import CargoApplication
import CargoDomain
import CargoTesting
import Synchronization

@testable import CargoInfrastructure

/// A remote that answers a question when the test tells it to, with the answer the test chooses.
///
/// Like a network call, a question fails when its task is cancelled.
final class HeldRemote: CargoRepository {
    typealias Answer = Result<Cargo, DomainError>

    private struct State {
        var calls: [TrackingId] = []
        var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
        /// The answers and cancellations that arrived before their call began to wait.
        var early: [Int: Answer] = [:]
        var cancelled: [Int] = []
    }

    private let state = Mutex(State())
    private let saves: any CargoRepository

    /// Creates a remote that forwards saves to `repository` and holds everything else.
    init(saving repository: any CargoRepository = InMemoryStore(clock: FixedClock()).cargos) { saves = repository }

    /// The ids asked for so far, in order.
    var calls: [TrackingId] { state.withLock { $0.calls } }
    /// The cancelled calls, by their number, starting at 0.
    var cancelled: [Int] { state.withLock { $0.cancelled } }

    func findByTrackingId(_ trackingId: TrackingId) async -> Answer {
        let number = state.withLock { state in
            state.calls.append(trackingId)
            return state.calls.count - 1
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early = state.withLock { state in
                    let early = state.early.removeValue(forKey: number)
                    if early == nil { state.waiting[number] = continuation }
                    return early
                }
                if let early { continuation.resume(returning: early) }
            }
        } onCancel: {
            state.withLock { $0.cancelled.append(number) }
            answer(number, .failure(.technical(.remoteUnavailable, cause: "cancelled")))
        }
    }

    /// Completes a call with an answer.
    ///
    /// Only the first answer counts.
    func answer(_ number: Int, _ answer: Answer) {
        let continuation = state.withLock { state in
            let continuation = state.waiting.removeValue(forKey: number)
            if continuation == nil { state.early[number] = answer }
            return continuation
        }
        continuation?.resume(returning: answer)
    }

    func save(_ cargo: Cargo) async -> Result<Void, DomainError> { await saves.save(cargo) }
    func nextTrackingId() async -> Result<TrackingId, DomainError> { await saves.nextTrackingId() }
    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> { await saves.findForCustomer(customerId) }
    func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await saves.find(query, after: trackingId, limit: limit)
    }
}

/// Yields to other tasks until a condition is true.
///
/// Gives up after five minutes, because a test among many may wait that long for its turn.
func until(_ isTrue: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while !isTrue() {
        guard .now < deadline else { throw NeverCame() }
        await Task.yield()
    }
}

struct NeverCame: Error {}
