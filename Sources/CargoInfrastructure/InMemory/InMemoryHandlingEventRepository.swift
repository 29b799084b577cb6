import CargoDomain

/// The handling events of an in-memory store.
struct InMemoryHandlingEventRepository: HandlingEventRepository {
    let store: InMemoryStore

    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        store.atomically { world in world.histories[trackingId] ?? .empty(of: trackingId) }
    }

    func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
        store.atomically { world in world.retracted[trackingId] ?? [] }
    }
}
