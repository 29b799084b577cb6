import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

/// An in-memory world at day 0 with the ports of the stubs, in which calls can be made to fail.
struct World {
    let clock = FixedClock()
    let store: InMemoryStore
    let faults = FaultInjection()
    let kit: CargoKit

    init(ids: [String] = ["ID1", "ID2", "ID3"], routes: [Itinerary] = []) async throws {
        let store = InMemoryStore(clock: clock, trackingIds: SequenceTrackingIdGenerator(ids.map { .stub($0) }))
        self.store = store
        kit = CargoKit(store: faults.wrapping(store), routing: FixedRoutes(itineraries: routes), clock: clock)
        try await store.locations.save([
            .stub("HKHKG", name: "Hongkong"), .stub("JPTYO", name: "Tokyo"), .stub("USNYC", name: "New York"),
            .stub("USCHI", name: "Chicago"), .stub("SESTO", name: "Stockholm"), .stub("DEHAM", name: "Hamburg"),
        ]).get()
    }

    /// Registers the voyages that the stub itinerary rides on.
    func addStubVoyages() async throws {
        for leg in Itinerary.stub().legs {
            let movement = CarrierMovement.stub(
                from: leg.loadLocation.text,
                at: leg.loadTime,
                to: leg.unloadLocation.text,
                at: leg.unloadTime
            )
            try await store.voyages.save(.register(number: leg.voyageNumber, schedule: .stub([movement]))).get()
        }
    }

    /// Books the stub cargo under an id, and gives it the stub itinerary if asked for.
    func addCargo(_ id: String = "ABC123", customer: String = "CUST-1", itinerary: Itinerary? = nil) async throws {
        try await store.cargos.save(.stub(id, customer: customer, itinerary: itinerary)).get()
    }

    func cargo(_ id: String = "ABC123") async throws -> Cargo { try await store.cargos.findByTrackingId(.stub(id)).get() }

    /// The types of all domain events that are stored, in order.
    func eventTypes() async throws -> [String] { try await store.events.events(after: 0, limit: 1000).get().map(\.fact.type) }

    func handle(
        _ type: HandlingType,
        at location: String,
        voyage: String? = nil,
        day: Int,
        of id: String = "ABC123"
    ) async -> Result<RegisterHandlingEvent.Response, DomainError> {
        await RegisterHandlingEvent(kit).execute(
            .init(
                trackingId: .stub(id),
                type: type,
                location: .stub(location),
                voyageNumber: voyage.map { .stub($0) },
                completionTime: .stub(day: day)
            )
        )
    }
}

/// Answers every question for routes with those of a list that leave late enough.
struct FixedRoutes: RoutingService {
    let itineraries: [Itinerary]

    func findRoutes(_ search: RouteSearch) async -> Result<[Itinerary], DomainError> {
        .success(itineraries.filter { $0.legs[0].loadTime >= search.departAfter })
    }
}

extension Result {
    /// The failure, if it is one.
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
