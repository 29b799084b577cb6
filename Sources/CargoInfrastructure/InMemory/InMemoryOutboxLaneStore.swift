import CargoApplication
import CargoDomain

/// How far each consumer has read an in-memory store's outbox.
struct InMemoryOutboxLaneStore: OutboxLaneStore {
    let store: InMemoryStore

    @concurrent
    func lanes(of consumer: ConsumerName) async -> Result<[OutboxLane], DomainError> {
        store.atomically { world in world.outboxLanes[consumer, default: [:]].values.sorted { $0.number < $1.number } }
    }

    @concurrent
    func save(_ lane: OutboxLane, of consumer: ConsumerName) async -> Result<Bool, DomainError> {
        store.atomically { (world) throws(DomainError) in
            guard (world.outboxLanes[consumer]?[lane.number]?.version ?? 0) == lane.version else { return false }
            world.outboxLanes[consumer, default: [:]][lane.number] = try OutboxLane(
                number: lane.number,
                version: try Version.next(after: lane.version),
                position: lane.position,
                lease: lane.lease,
                held: lane.held
            )
            return true
        }
    }
}
