import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Synchronization
import Testing

@Suite("Registering handling events")
struct RegisterHandlingEventTests {
    /// A world at day 30 with the stub cargo on its route.
    static func world() async throws -> World {
        let world = try await World()
        try await world.addStubVoyages()
        try await world.addCargo(itinerary: .stub())
        world.clock.set(to: .stub(day: 30))
        return world
    }

    @Test("HND-5: checks run in order: cargo, voyage, location, HND-1, HND-2; a rejected event isn't stored")
    func order() async throws {
        let world = try await Self.world()
        #expect(await world.handle(.load, at: "ZZZZZ", voyage: "V9", day: 31, of: "NONE").failure == .cargoNotFound(.stub("NONE")))
        #expect(await world.handle(.receive, at: "ZZZZZ", voyage: "V9", day: 31).failure == .voyageNotFound(.stub("V9")))
        #expect(await world.handle(.receive, at: "ZZZZZ", voyage: "V100", day: 31).failure == .locationNotFound(.stub("ZZZZZ")))
        #expect(await world.handle(.receive, at: "HKHKG", voyage: "V100", day: 31).failure == .rule(.handlingVoyageProhibited))
        #expect(await world.handle(.load, at: "HKHKG", day: 31).failure == .rule(.handlingVoyageRequired))
        #expect(await world.handle(.receive, at: "HKHKG", day: 31).failure == .rule(.handlingCompletedAfterRegistration))
        #expect(world.faults.calls(of: .saveHandlingEvent) == 0)
        #expect(try await world.handle(.receive, at: "HKHKG", day: 30).get().isNew)
    }

    @Test("HND-6: an event after the claim, a second receipt or claim, and a claim before another event are rejected")
    func impossible() async throws {
        let world = try await Self.world()
        _ = try await world.handle(.receive, at: "HKHKG", day: 1).get()
        _ = try await world.handle(.load, at: "HKHKG", voyage: "V100", day: 2).get()
        #expect(await world.handle(.receive, at: "HKHKG", day: 3).failure == .rule(.handlingRepeated))
        #expect(await world.handle(.claim, at: "SESTO", day: 1).failure == .rule(.claimBeforeOtherHandling))
        _ = try await world.handle(.claim, at: "SESTO", day: 20).get()
        #expect(await world.handle(.customs, at: "SESTO", day: 21).failure == .rule(.cargoAlreadyClaimed))
        #expect(await world.handle(.claim, at: "SESTO", day: 19).failure == .rule(.handlingRepeated))
        #expect(try await world.handle(.customs, at: "SESTO", day: 20).get().isNew)
        #expect(try await world.handle(.claim, at: "SESTO", day: 20).get().isNew == false)
    }

    @Test("HND-3: registering an equal event again stores nothing and returns the stored event")
    func again() async throws {
        let world = try await Self.world()
        let first = try await world.handle(.receive, at: "HKHKG", day: 1).get()
        let before = try await world.cargo()
        world.clock.set(to: .stub(day: 40))
        let second = try await world.handle(.receive, at: "HKHKG", day: 1).get()
        #expect(!second.isNew)
        #expect(second.event.registrationTime == first.event.registrationTime)
        #expect(try await world.cargo() == before)
        #expect(try await world.eventTypes() == ["CargoBooked", "CargoRouted", "HandlingEventRegistered", "CargoHandled"])
    }

    @Test("an event that is retracted while its carrier tells of it again stays retracted")
    func retractedMeanwhile() async throws {
        let world = try await Self.world()
        _ = try await world.handle(.receive, at: "HKHKG", day: 1).get()
        _ = try await world.handle(.load, at: "HKHKG", voyage: "V100", day: 2).get()
        let late = LateRetraction(real: world.store.handlingEvents) {
            let load = RetractHandlingEvent.Request(
                trackingId: .stub(),
                type: .load,
                location: .stub("HKHKG"),
                voyageNumber: .stub("V100"),
                completionTime: .stub(day: 2),
                reason: .stub()
            )
            return await RetractHandlingEvent(world.kit).execute(load).map { _ in }
        }
        let kit = CargoKit(store: world.store.replacing(handlingEvents: late), clock: world.clock)
        let told = RegisterHandlingEvent.Request(
            trackingId: .stub(),
            type: .load,
            location: .stub("HKHKG"),
            voyageNumber: .stub("V100"),
            completionTime: .stub(day: 2)
        )
        _ = try await RegisterHandlingEvent(kit).executeUnlessRetracted(told).get()
        #expect(try await RegisterHandlingEvent(kit).executeUnlessRetracted(told).get() == nil)
        #expect(try await world.store.handlingEvents.findHistory(of: .stub()).get().events.map(\.activity.type) == [.receive])
    }

    /// Handling events of which one is retracted just after the retracted ones were looked up for the first time.
    private final class LateRetraction: HandlingEventRepository {
        let real: any HandlingEventRepository
        let retract: @Sendable () async -> Result<Void, DomainError>
        let isDone = Mutex(false)

        init(real: any HandlingEventRepository, _ retract: @escaping @Sendable () async -> Result<Void, DomainError>) {
            self.real = real
            self.retract = retract
        }

        func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> { await real.findHistory(of: trackingId) }

        func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
            let found = await real.findRetracted(of: trackingId)
            let isFirst = isDone.withLock { isDone in
                defer { isDone = true }
                return !isDone
            }
            return isFirst ? await retract().flatMap { found } : found
        }
    }

    @Test("UC-5: a new event saves the cargo even if its delivery stays the same; a known one saves nothing")
    func idle() async throws {
        let world = try await Self.world()
        _ = try await world.handle(.load, at: "HKHKG", voyage: "V100", day: 2).get()
        _ = try await world.handle(.receive, at: "HKHKG", day: 1).get()
        #expect(try await world.cargo().version == 3)
        let saves = world.faults.calls(of: .saveCargo)
        _ = try await world.handle(.receive, at: "HKHKG", day: 1).get()
        #expect(world.faults.calls(of: .saveCargo) == saves)
    }

    @Test("HND-3: registering a known event repairs a cargo that doesn't reflect it")
    func healed() async throws {
        let world = try await Self.world()
        let event = HandlingEvent.stub()
        let outdated = try await world.cargo()
        try await world.store.handlingUnitOfWork.save(event, after: .empty(of: .stub()), with: outdated).get()
        #expect(try await world.cargo().delivery.transportStatus == .notReceived)
        #expect(try await world.handle(.receive, at: "HKHKG", day: 1).get().isNew == false)
        #expect(try await world.cargo().delivery.transportStatus == .inPort)
    }

    @Test("REP-4: a failed save of the cargo stores no event either")
    func oneStep() async throws {
        let world = try await Self.world()
        world.faults.fail(.saveCargo, with: .technical(.storeUnavailable), times: 1)
        #expect(await world.handle(.receive, at: "HKHKG", day: 1).failure == .technical(.storeUnavailable))
        #expect(try await world.store.handlingEvents.findHistory(of: .stub()).get() == .empty(of: .stub()))
        #expect(try await world.handle(.receive, at: "HKHKG", day: 1).get().isNew)
        #expect(try await world.cargo().delivery.transportStatus == .inPort)
        #expect(world.faults.calls(of: .saveCargo) == 2)
    }

    @Test("REP-2: conflicts of event and inspection are retried a thousand times, then reported")
    func conflicts() async throws {
        let conflict = DomainError.concurrencyConflict(TrackingId.stub(), expected: 1, actual: 2)
        let world = try await Self.world()
        world.faults.fail(.saveHandlingEvent, with: conflict, times: 999)
        #expect(try await world.handle(.receive, at: "HKHKG", day: 1).get().isNew)
        #expect(try await world.cargo().delivery.transportStatus == .inPort)
        world.faults.fail(.saveHandlingEvent, with: conflict)
        let calls = world.faults.calls(of: .saveHandlingEvent)
        #expect(await world.handle(.customs, at: "HKHKG", day: 2).failure == conflict)
        #expect(world.faults.calls(of: .saveHandlingEvent) == calls + 1_000)
    }

    @Test("HND-6, REP-7: of 20 concurrent claims one is registered, and the delivery is correct")
    func atOnce() async throws {
        let world = try await Self.world()
        let outcomes = await withTaskGroup(of: DomainError?.self) { group in
            for day in 1...20 { group.addTask { await world.handle(.claim, at: "SESTO", day: day).failure } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.allSatisfy { $0 == nil || $0 == .rule(.handlingRepeated) || $0 == .rule(.cargoAlreadyClaimed) })
        let history = try await world.store.handlingEvents.findHistory(of: .stub()).get()
        #expect(history.events.count == 1)
        #expect(try await world.cargo().delivery.lastHandled == history.lastEvent?.handled)
    }
}
