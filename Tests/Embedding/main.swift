// The service of `./tool check-embedding`: an embedder with locations of its own, compiled in a package that depends on this one.
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoMaps
import CargoTesting

/// Locations that this service keeps itself.
actor OwnLocations: LocationRepository {
    private var locations: [UnLocode: Location] = [:]

    func save(_ locations: [Location]) -> Result<Void, DomainError> {
        for location in locations { self.locations[location.unLocode] = location }
        return .success(())
    }

    func findByUnLocode(_ unLocode: UnLocode) -> Result<Location, DomainError> {
        locations[unLocode].map { .success($0) } ?? .failure(.locationNotFound(unLocode))
    }

    func findPage(after unLocode: UnLocode?, limit: Int) -> Result<Page<Location, UnLocode>, DomainError> {
        Result { () throws(DomainError) in
            try PageLimit.check(limit)
            let all = locations.values.sorted { $0.unLocode < $1.unLocode }
            return .cut(from: all, after: unLocode, limit: limit, key: \.unLocode)
        }
    }
}

// The contract suite, for the one repository that isn't the kit's.
for check in RepositoryContract.locationChecks {
    try await check.run(RepositoryBackend(InMemoryStore().replacing(locations: OwnLocations())))
}

/// What this service tells about a cargo.
func line(about view: CargoTrackingView) -> String { "\(view.trackingId): \(view.statusText). \(CargoMap(view).summary)" }

// A response faked for a test of the function above.
precondition(line(about: .stub("FAKE")).hasPrefix("FAKE: "))

let store = InMemoryStore().replacing(locations: OwnLocations())
let faults = FaultInjection()
let kit = CargoKit(store: faults.wrapping(store))
let (hongKong, stockholm) = (try UnLocode("HKHKG"), try UnLocode("SESTO"))
try await kit.registerLocation(hongKong, named: LocationName("Hong Kong"))
try await kit.registerLocation(stockholm, named: LocationName("Stockholm"))
let (departure, arrival) = (try Instant("2100-01-02T00:00:00Z"), try Instant("2100-01-30T00:00:00Z"))
let sea = try CarrierMovement(departureLocation: hongKong, arrivalLocation: stockholm, departureTime: departure, arrivalTime: arrival)
try await kit.registerVoyage(VoyageNumber("V100"), schedule: Schedule([sea]))

let cargo = try await kit.book(from: hongKong, to: stockholm, by: Instant("2100-02-01T00:00:00Z"), for: CustomerId("ACME"))
for route in try await kit.routes(for: cargo).prefix(1) { try await kit.assign(route, to: cargo) }
try await kit.handle(.receive, of: cargo, at: hongKong)
faults.fail(.findCargo, with: .technical(.storeUnavailable), times: 1)
do throws(DomainError) { print(line(about: try await kit.track(cargo))) } catch { print("Tracking failed: \(error.message)") }
print(line(about: try await kit.track(cargo)))
let relay = OutboxRelay(store) { event in print("Event \(event.sequence): \(event.fact.type) of \(event.aggregateId)") }
try await relay.drain()
