package import CargoApplication
package import CargoDomain
import CargoWire

/// The kept carriers' events of a record store: a record for each, and one for each cargo whose handling came from them.
package struct RecordCarrierEventRepository<Store: RecordStore>: CarrierEventRepository {
    private let store: Store

    /// Creates the repository over a record store.
    init(_ store: Store) { self.store = store }

    /// Returns an event that isn't removed.
    package func find(_ id: CarrierEventId) async -> Result<CarrierEvent?, DomainError> {
        await .awaiting { () throws(DomainError) in
            guard let found = try await store.read(.carrierEvent, id.text)?.carrierEvent(), found.state != .removed else { return nil }
            return found
        }
    }

    /// Returns a page of the events in a state.
    package func findPage(
        _ status: CarrierEvent.Status,
        of carrier: String?,
        after id: CarrierEventId?,
        limit: Int
    ) async -> Result<Page<CarrierEvent, CarrierEventId>, DomainError> {
        await .awaiting { () throws(DomainError) in
            try PageLimit.check(limit)
            let ids = try await ids(status, of: carrier, after: id, limit + 1)
            let page = ids.prefix(limit)
            let items = try await store.sound(.carrierEvent, page.map(\.text)) { (record) throws(DomainError) in
                let found = try record.carrierEvent()
                // It may have entered another state since its id was found.
                return found.state.status == status ? found : nil
            }
            return Page(items: items, next: page.count < ids.count ? page.last : nil)
        }
    }

    /// Returns the ids of the events in a state.
    package func ids(
        _ status: CarrierEvent.Status,
        of carrier: String?,
        after id: CarrierEventId?,
        limit: Int
    ) async -> Result<[CarrierEventId], DomainError> {
        await .awaiting { () throws(DomainError) in try await ids(status, of: carrier, after: id, limit) }
    }

    private func ids(
        _ status: CarrierEvent.Status,
        of carrier: String?,
        after id: CarrierEventId?,
        _ limit: Int
    ) async throws(DomainError) -> [CarrierEventId] {
        guard status != .removed, limit > 0 else { return [] }
        var last = id?.text
        var end: String?
        if let carrier {
            // No event has a carrier whose name can't be part of an id.
            guard CarrierEventId(stored: carrier + "." + String(repeating: "0", count: 32)) != nil else { return [] }
            // The carrier's ids lie between its name with a dot and its name with the character after the dot.
            last = max(last ?? "", carrier + ".")
            end = carrier + "/"
        }
        var found: [CarrierEventId] = []
        while true {
            let ids = try await store.ids(.carrierEvent, in: status.rawValue, after: last, before: end, limit: limit)
            for text in ids {
                // Those of a carrier whose name begins with this one's and a dot lie between them.
                guard let id = CarrierEventId(stored: text), carrier == nil || id.carrier == carrier else { continue }
                found.append(id)
                if found.count == limit { return found }
            }
            guard ids.count >= limit, let next = ids.last else { return found }
            last = next
        }
    }

    /// Stores the next versions of events in one commit.
    package func save(_ events: [CarrierEvent]) async -> Result<Bool, DomainError> {
        await commit(
            events.map { event in
                var write = RecordWrite(
                    kind: .carrierEvent,
                    id: event.id.text,
                    expectedVersion: event.version,
                    document: CarrierEventRecord.encode(event)
                )
                write.status = event.state.status.rawValue
                return write
            }
        )
    }

    /// Returns what is known of the origin of a cargo's handling.
    package func log(of trackingId: TrackingId) async -> Result<CarrierLog, DomainError> {
        await .awaiting { () throws(DomainError) in
            try await store.read(.carrierLog, trackingId.text)?.carrierLog() ?? CarrierLog(trackingId: trackingId)
        }
    }

    /// Stores the next version of a log.
    package func save(_ log: CarrierLog) async -> Result<Bool, DomainError> {
        let document = CarrierLogRecord.encode(log)
        return await commit([RecordWrite(kind: .carrierLog, id: log.trackingId.text, expectedVersion: log.version, document: document)])
    }

    private func commit(_ writes: [RecordWrite]) async -> Result<Bool, DomainError> {
        if writes.isEmpty { return .success(true) }
        return await .awaiting { () throws(DomainError) in
            switch await store.commit(writes) {
            case .committed: return true
            case .conflict: return false
            case .failed(let error): throw error
            }
        }
    }
}

extension CarrierEventId {
    /// The id with this text; nil if it isn't one.
    fileprivate init?(stored text: String) {
        do throws(DomainError) { try self.init(text) } catch { return nil }
    }
}
