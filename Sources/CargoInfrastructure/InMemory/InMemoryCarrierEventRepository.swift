import CargoApplication
import CargoDomain

/// The carriers' events of an in-memory store.
struct InMemoryCarrierEventRepository: CarrierEventRepository {
    let store: InMemoryStore

    func find(_ id: CarrierEventId) async -> Result<CarrierEvent?, DomainError> {
        store.atomically { world in world.carrierEvents[id].flatMap { $0.state == .removed ? nil : $0 } }
    }

    func findPage(_ status: CarrierEvent.Status, of carrier: String?, after id: CarrierEventId?, limit: Int) async -> Result<
        Page<CarrierEvent, CarrierEventId>, DomainError
    > {
        store.atomically { (world) throws(DomainError) in
            try PageLimit.check(limit)
            let all = world.carrierEvents.values.filter { $0.state.status == status && (carrier == nil || $0.carrier == carrier) }
            return .cut(from: all.sorted { $0.id < $1.id }, after: id, limit: limit, key: \.id)
        }
    }

    func ids(_ status: CarrierEvent.Status, of carrier: String?, after id: CarrierEventId?, limit: Int) async -> Result<
        [CarrierEventId], DomainError
    > {
        store.atomically { world in
            let all = world.carrierEvents.values.filter { $0.state.status == status && (carrier == nil || $0.carrier == carrier) }
            return Array(all.map(\.id).sorted().drop { one in id.map { one <= $0 } ?? false }.prefix(limit))
        }
    }

    func save(_ events: [CarrierEvent]) async -> Result<Bool, DomainError> {
        store.atomically { (world) throws(DomainError) in
            for event in events { guard (world.carrierEvents[event.id]?.version ?? 0) == event.version else { return false } }
            for event in events { world.carrierEvents[event.id] = event.stored(as: event.version + 1) }
            return true
        }
    }

    func log(of trackingId: TrackingId) async -> Result<CarrierLog, DomainError> {
        store.atomically { world in world.carrierLogs[trackingId] ?? CarrierLog(trackingId: trackingId) }
    }

    func save(_ log: CarrierLog) async -> Result<Bool, DomainError> {
        store.atomically { world in
            guard (world.carrierLogs[log.trackingId]?.version ?? 0) == log.version else { return false }
            world.carrierLogs[log.trackingId] = log.stored(as: log.version + 1)
            return true
        }
    }
}
