import CargoDomain
import CargoTesting
import Synchronization

@testable import CargoInfrastructure

/// A remote that answers a question when the test says so, and how.
///
/// As a call over a network does, it ends with a failure when its task is cancelled.
final class HeldRemote: CargoRepository {
    typealias Answer = Result<Cargo, DomainError>

    private struct State {
        var calls: [TrackingId] = []
        var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
        /// Answers and cancellations that came before the call waited for them.
        var early: [Int: Answer] = [:]
        var cancelled: [Int] = []
    }

    private let state = Mutex(State())
    private let saves: any CargoRepository

    /// Takes what does the saving; all else is held.
    init(saving repository: any CargoRepository = InMemoryStore(clock: FixedClock()).cargos) { saves = repository }

    /// The ids asked for so far, in order.
    var calls: [TrackingId] { state.withLock { $0.calls } }
    /// Which calls were cancelled, by their number from 0.
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

    /// Lets a call go with an answer; the first answer counts.
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
    func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await saves.findPage(after: trackingId, limit: limit)
    }
}

/// Lets others run until something has come true; what has not after half a minute never does.
func until(_ isTrue: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while !isTrue() {
        guard .now < deadline else { throw NeverCame() }
        await Task.yield()
    }
}

struct NeverCame: Error {}
