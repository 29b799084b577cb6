import CargoApplication
import CargoDomain
import CargoInfrastructure
import Synchronization

/// Records which cargos were read from a cache, so that the command can report how old they are.
final class CacheAges: Sendable {
    /// The age of data from the cache.
    struct Age: Hashable {
        /// When the oldest part was fetched from the service.
        var asOf: Instant
        /// Whether the cache was used only because the service could not be reached.
        var isForWantOfService: Bool
    }

    private let policy: CachePolicy
    private let seen = Mutex<[TrackingId: Age]>([:])

    init(policy: CachePolicy) { self.policy = policy }

    /// The ages of the latest cargo views that came from the cache, by tracking id; views from the service have none.
    var ages: [(trackingId: TrackingId, age: Age)] {
        seen.withLock { seen in seen.sorted { $0.key < $1.key }.map { (trackingId: $0.key, age: $0.value) } }
    }

    /// A store that is read through the caches and reports each read here.
    func store(_ cached: Repositories, cargos: CachedCargoRepository, histories: CachedHandlingEventRepository) -> Repositories {
        cached.replacing(
            cargos: Cargos(cached: cargos, cacheAges: self),
            handlingEvents: Histories(cached: histories, cacheAges: self),
            handlingUnitOfWork: cached.handlingUnitOfWork
        )
    }

    private func age<Value>(of fetched: Fetched<Value>) -> Age? {
        guard fetched.source == .cache else { return nil }
        return Age(asOf: fetched.asOf, isForWantOfService: fetched.isStale || policy == .remoteFirst)
    }

    /// Starts a view: its cargo is read first.
    private func saw(_ cargo: Fetched<Cargo>) {
        let age = age(of: cargo)
        seen.withLock { $0[cargo.value.trackingId] = age }
    }

    /// Adds the history to the view, which is as old as its oldest part.
    private func saw(_ history: Fetched<HandlingHistory>) {
        guard let age = age(of: history) else { return }
        seen.withLock { seen in
            let id = history.value.trackingId
            seen[id] =
                seen[id].map { other in
                    Age(asOf: min(age.asOf, other.asOf), isForWantOfService: age.isForWantOfService || other.isForWantOfService)
                } ?? age
        }
    }

    private struct Cargos: CargoRepository {
        let cached: CachedCargoRepository
        let cacheAges: CacheAges

        func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
            await cached.fetch(trackingId).map { fetched in
                cacheAges.saw(fetched)
                return fetched.value
            }
        }

        func save(_ cargo: Cargo) async -> Result<Void, DomainError> { await cached.save(cargo) }
        func nextTrackingId() async -> Result<TrackingId, DomainError> { await cached.nextTrackingId() }
        func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> { await cached.findForCustomer(customerId) }
        func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
            await cached.find(query, after: trackingId, limit: limit)
        }
    }

    private struct Histories: HandlingEventRepository {
        let cached: CachedHandlingEventRepository
        let cacheAges: CacheAges

        func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
            await cached.fetchHistory(of: trackingId).map { fetched in
                cacheAges.saw(fetched)
                return fetched.value
            }
        }

        func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
            await cached.findRetracted(of: trackingId)
        }
    }
}
