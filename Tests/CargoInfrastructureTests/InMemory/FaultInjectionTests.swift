import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Synchronization
import Testing

/// The behaviour of `FaultInjection` that tests rely on.
@Suite("Injecting faults")
struct FaultInjectionTests {
    let store = InMemoryStore(clock: FixedClock())
    let faults = FaultInjection()

    var wrapped: Repositories { faults.wrapping(store) }

    @Test("a failing call doesn't reach the repository")
    func failed() async throws {
        faults.fail(.saveCargo, with: .technical(.storeFull), times: 1)
        #expect(await wrapped.cargos.save(.stub()).failure == .technical(.storeFull))
        #expect(await store.cargos.findByTrackingId(.stub()).failure == .cargoNotFound(.stub()))
        #expect(await wrapped.cargos.save(.stub()).failure == nil)
    }

    @Test(
        "a save whose result is lost is stored, and the caller gets the error",
        arguments: [DomainError.Code.storeOutcomeUnknown, .remoteTimeout]
    )
    func lostAnswer(code: DomainError.Code) async throws {
        let lost = DomainError.technical(code)
        let event = HandlingEvent.stub()
        faults.loseResponse(of: .saveVoyage, with: lost)
        faults.loseResponse(of: .saveHandlingEvent, with: lost)
        faults.loseResponse(of: .saveCargo, with: lost, after: 1, times: 1)
        #expect(await wrapped.voyages.save(.stub()).failure == lost)
        #expect(try await store.voyages.findByNumber(.stub()).get().version == 1)
        #expect(await wrapped.cargos.save(.stub()).failure == nil)
        #expect(await wrapped.cargos.save(.stub("OTHER")).failure == lost)
        #expect(try await store.cargos.findByTrackingId(.stub("OTHER")).get().version == 1)
        #expect(await wrapped.cargos.save(.stub("THIRD")).failure == nil)
        let unitOfWork = wrapped.handlingUnitOfWork
        let cargo = try await store.cargos.findByTrackingId(.stub()).get().derivingDeliveryProgress(from: .stub(event))
        #expect(await unitOfWork.save(event, after: .empty(of: .stub()), with: cargo).failure == lost)
        #expect(await store.handlingEvents.findHistory(of: .stub()) == .success(.stub(event)))
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 2)
        faults.removeFault(of: .saveVoyage)
        #expect(await wrapped.voyages.save(.stub("V200")).failure == nil)
    }

    @Test("every call is recorded with its arguments, even failing ones")
    func recorded() async throws {
        let wrapped = wrapped
        let unitOfWork = wrapped.handlingUnitOfWork
        let event = HandlingEvent.stub()
        faults.fail(.findVoyage, with: .technical(.storeUnavailable))
        _ = await wrapped.cargos.findByTrackingId(.stub())
        _ = await wrapped.cargos.save(.stub())
        _ = await wrapped.cargos.nextTrackingId()
        _ = await wrapped.cargos.findForCustomer(.stub())
        _ = await wrapped.cargos.find(CargoQuery(customer: .stub()), after: .stub("BBB"), limit: 1)
        _ = await wrapped.handlingEvents.findHistory(of: .stub())
        _ = await wrapped.handlingEvents.findRetracted(of: .stub())
        _ = await unitOfWork.save(event, after: .stub(event), with: .stub(version: 1))
        _ = await unitOfWork.retract(.stub(event), after: .stub(event), with: .stub(version: 2))
        _ = await wrapped.voyages.findByNumber(.stub())
        _ = await wrapped.voyages.findAll([.stub("V2")])
        _ = await wrapped.voyages.save(.stub())
        _ = await wrapped.voyages.findPage(after: nil, limit: 3)
        _ = await wrapped.voyages.findChanges(after: 4)
        _ = await wrapped.locations.findByUnLocode(.stub())
        _ = await wrapped.locations.findAll([.stub(), .stub("SESTO")])
        _ = await wrapped.locations.save([.stub()])
        _ = await wrapped.locations.findPage(after: .stub(), limit: 5)
        _ = await wrapped.events.events(after: 6, limit: 7)
        _ = await wrapped.events.entries(after: 8, limit: 9)
        _ = await wrapped.idempotencyKeys.find(.stub())
        _ = await wrapped.idempotencyKeys.reserve(.stub(), for: .stub())
        let expected: [RecordedCall] = [
            .findCargo(.stub()), .saveCargo(.stub()), .nextTrackingId, .findForCustomer(.stub()),
            .findCargos(CargoQuery(customer: .stub()), after: .stub("BBB"), limit: 1),
            .findHistory(of: .stub()), .findRetracted(of: .stub()),
            .saveHandlingEvent(event, after: .stub(event), with: .stub(version: 1)),
            .retractHandlingEvent(.stub(event), after: .stub(event), with: .stub(version: 2)),
            .findVoyage(.stub()), .findVoyages([.stub("V2")]), .saveVoyage(.stub()), .findVoyagePage(after: nil, limit: 3),
            .findVoyageChanges(after: 4),
            .findLocation(.stub()), .findLocations([.stub(), .stub("SESTO")]), .saveLocations([.stub()]),
            .findLocationPage(after: .stub(), limit: 5),
            .readEvents(after: 6, limit: 7), .readEntries(after: 8, limit: 9), .findBookingKey(.stub()),
            .reserveBookingKey(.stub(), for: .stub()),
        ]
        #expect(faults.recordedCalls == expected)
    }

    @Test("finding locations is one call of the wrapped repository, which can fail as a whole")
    func manyLocations() async throws {
        let counting = CountingLocationRepository(wrapped: store.locations)
        let locations = FailingLocationRepository(counting, faults: faults)
        try await store.locations.save([.stub(), .stub("SESTO")]).get()
        #expect(try await locations.findAll([.stub(), .stub("SESTO")]).get().count == 2)
        #expect(counting.calls == ["findAll"])
        faults.fail(.findLocations, with: .technical(.storeUnavailable))
        #expect(await locations.findAll([.stub()]).failure == .technical(.storeUnavailable))
        #expect(await locations.findByUnLocode(.stub()) == .success(.stub()))
        #expect(counting.calls == ["findAll", "findByUnLocode"])
    }
}

/// A location repository that records which kind of look-up was used.
private final class CountingLocationRepository: LocationRepository {
    private let wrapped: any LocationRepository
    private let made = Mutex<[String]>([])

    init(wrapped: any LocationRepository) { self.wrapped = wrapped }

    var calls: [String] { made.withLock { $0 } }

    func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> {
        made.withLock { $0.append("findByUnLocode") }
        return await wrapped.findByUnLocode(unLocode)
    }

    func findAll(_ unLocodes: [UnLocode]) async -> Result<[UnLocode: Location], DomainError> {
        made.withLock { $0.append("findAll") }
        return await wrapped.findAll(unLocodes)
    }

    func save(_ locations: [Location]) async -> Result<Void, DomainError> { await wrapped.save(locations) }

    func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> {
        await wrapped.findPage(after: unLocode, limit: limit)
    }
}
