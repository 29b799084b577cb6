import CargoApplication
import CargoDomain

/// The kept carriers' events of an in-memory store.
struct InMemoryCarrierEventRepository: CarrierEventRepository {
    let store: InMemoryStore

    func find(_ id: CarrierEventId) async -> Result<CarrierEvent?, DomainError> {
        store.atomically { world in world.carrierEvents[id].flatMap { $0.state == .removed ? nil : $0 } }
    }

    func findPage(
        _ status: CarrierEvent.Status,
        of carrier: String?,
        after id: CarrierEventId?,
        limit: Int
    ) async -> Result<Page<CarrierEvent, CarrierEventId>, DomainError> {
        store.atomically { (world) throws(DomainError) in
            try PageLimit.check(limit)
            let ids = world.ids(status, of: carrier, after: id)
            let page = ids.prefix(limit)
            return Page(items: page.compactMap { world.carrierEvents[$0] }, next: page.count < ids.count ? page.last : nil)
        }
    }

    func ids(
        _ status: CarrierEvent.Status,
        of carrier: String?,
        after id: CarrierEventId?,
        limit: Int
    ) async -> Result<[CarrierEventId], DomainError> {
        store.atomically { world in Array(world.ids(status, of: carrier, after: id).prefix(max(limit, 0))) }
    }

    func save(_ events: [CarrierEvent]) async -> Result<Bool, DomainError> {
        store.atomically { (world) throws(DomainError) in
            var stored: [CarrierEvent] = []
            for event in events {
                guard (world.carrierEvents[event.id]?.version ?? 0) == event.version else { return false }
                stored.append(event.stored(as: try Version.next(after: event.version)))
            }
            guard Set(stored.map(\.id)).count == stored.count else { return false }
            for event in stored { world.place(event) }
            return true
        }
    }

    func log(of trackingId: TrackingId) async -> Result<CarrierLog, DomainError> {
        store.atomically { world in world.carrierLogs[trackingId] ?? CarrierLog(trackingId: trackingId) }
    }

    func save(_ log: CarrierLog) async -> Result<Bool, DomainError> {
        store.atomically { (world) throws(DomainError) in
            guard (world.carrierLogs[log.trackingId]?.version ?? 0) == log.version else { return false }
            world.carrierLogs[log.trackingId] = log.stored(as: try Version.next(after: log.version))
            return true
        }
    }
}

extension InMemoryWorld {
    /// Adds or replaces a carrier's event.
    mutating func place(_ event: CarrierEvent) {
        if let old = carrierEvents[event.id] { carrierEventIds[old.state.status]?.remove(event.id) }
        carrierEventIds[event.state.status, default: []].insert(event.id)
        carrierEvents[event.id] = event
    }

    /// Returns the ids of the events in a state, in order; none of removed ones.
    fileprivate func ids(_ status: CarrierEvent.Status, of carrier: String?, after id: CarrierEventId?) -> [CarrierEventId] {
        guard status != .removed, let ids = carrierEventIds[status] else { return [] }
        return ids.filter { one in (id.map { one > $0 } ?? true) && (carrier.map { one.carrier == $0 } ?? true) }.sorted()
    }
}
