import CargoDomain
import CargoWire

/// The handling events of a record store.
///
/// Each event is a record; a cargo's events are the versions of one id.
struct RecordHandlingEventRepository<Store: RecordStore>: HandlingEventRepository {
    let store: Store

    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        await .awaiting { () throws(DomainError) in try await stored(trackingId).history }
    }

    func save(_ event: HandlingEvent, after history: HandlingHistory) async -> Result<Bool, DomainError> {
        await .awaiting { () throws(DomainError) in
            while true {
                guard let write = try await write(of: event, after: history) else { return false }
                switch await store.commit([write]) {
                case .committed: return true
                case .failed(let error): throw error
                // Another event was stored in the meantime: either an equal one, or one that makes the caller's history outdated.
                case .conflict: continue
                }
            }
        }
    }

    /// Returns the record to write for an event; `nil` if an equal one is stored.
    /// - Throws: `concurrency_conflict` if the given history isn't the stored one.
    func write(of event: HandlingEvent, after history: HandlingHistory) async throws(DomainError) -> RecordWrite? {
        let stored = try await stored(event.trackingId)
        guard !stored.history.contains(event) else { return nil }
        guard stored.history.events.count == history.events.count else {
            throw .concurrencyConflict(
                event.trackingId,
                expected: Int64(history.events.count),
                actual: Int64(stored.history.events.count)
            )
        }
        return RecordWrite(
            kind: .handling,
            id: event.trackingId.text,
            expectedVersion: stored.count,
            document: HandlingEventRecord.encode(event)
        )
    }

    private func stored(_ trackingId: TrackingId) async throws(DomainError) -> (history: HandlingHistory, count: Int64) {
        var events: [HandlingEvent] = []
        let (records, count) = try await store.links(.handling, trackingId.text)
        for record in records { events.append(try record.handlingEvent()) }
        return (try HandlingHistory(trackingId: trackingId, events: events), count)
    }
}
