import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoWire
import Synchronization

/// The fresh in-memory world of one run: a store, and a clock that steps may move.
struct ParityWorld {
    let store: InMemoryStore
    let kit: CargoKit
    private let clock: StepClock

    init(_ request: RunRequest) {
        clock = StepClock(request.clock)
        store = InMemoryStore(clock: clock, trackingIds: ListedTrackingIds(request.ids))
        kit = CargoKit(store: store, clock: clock)
        let given = request.given
        store.change { world in
            for location in given.locations { world.place(location) }
            for voyage in given.voyages { world.place(voyage) }
            for event in given.handlingEvents { world.place(event) }
            for record in given.cargos {
                do throws(DomainError) {
                    world.place(try CargoRecord.reconstitute(record))
                } catch {
                    world.place(BrokenCargo(record: record, error: error))
                }
            }
        }
    }

    /// The current time of the run.
    var now: Instant { clock.now() }

    /// Sets the current time, forward or back.
    func set(to now: Instant) { clock.set(to: now) }

    /// Performs a step.
    func perform(_ step: RunRequest.Step) async -> Outcome {
        if let now = step.at { clock.set(to: now) }
        guard let operation = Operations.all[step.op] else { return Outcome(facts: [], result: nil) }
        let before = store.eventCount
        do throws(DomainError) {
            let answer = try await operation(self, step.args)
            return Outcome(facts: answer.facts + store.facts(after: before), result: .success(answer.value))
        } catch {
            return Outcome(facts: store.facts(after: before), result: .failure(error))
        }
    }

    /// Writes `{"cargos","handlingEvents","retractedEvents"?}`: cargos by id, events in history order (HND-4), broken cargos as they were
    /// given.
    func writeFinalState(to writer: inout JSONWriter) {
        let (cargos, events, retracted) = store.change { world in
            (world.allCargos(), world.allHandlingEvents(), world.allRetractedEvents())
        }
        writer.raw(#"{"cargos":["#)
        for (index, cargo) in cargos.enumerated() {
            if index > 0 { writer.raw(",") }
            switch cargo {
            case .sound(let cargo): cargo.write(to: &writer)
            case .broken(let cargo): writer.input(cargo.record)
            case .removed: break
            }
        }
        writer.raw(#"],"handlingEvents":"#)
        events.write(to: &writer)
        if !retracted.isEmpty {
            writer.raw(#","retractedEvents":"#)
            retracted.write(to: &writer)
        }
        writer.raw("}")
    }
}

/// A clock that stands still between steps.
final class StepClock: DomainClock {
    private let time: Mutex<Instant>

    init(_ now: Instant) { time = Mutex(now) }

    func now() -> Instant { time.withLock { $0 } }

    /// Sets the time, forward or back.
    func set(to now: Instant) { time.withLock { $0 = now } }
}

/// Gives out the ids of a run in order, then none.
final class ListedTrackingIds: TrackingIdGenerator {
    private let rest: Mutex<ArraySlice<TrackingId>>

    init(_ ids: [TrackingId]) { rest = Mutex(ids[...]) }

    func next() -> TrackingId? { rest.withLock { $0.popFirst() } }
}
