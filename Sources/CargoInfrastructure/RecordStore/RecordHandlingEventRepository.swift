import CargoApplication
import CargoDomain
import CargoWire

/// The handling events of a record store.
///
/// Each registration and each retraction is a record; those of a cargo are the versions of one id.
struct RecordHandlingEventRepository<Store: RecordStore>: HandlingEventRepository {
    let store: Store

    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        await .awaiting { () throws(DomainError) in
            let (log, count) = try await stored(trackingId)
            return try log.history(of: trackingId, revision: count)
        }
    }

    func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
        await .awaiting { () throws(DomainError) in try await stored(trackingId).log.retracted }
    }

    private func stored(_ trackingId: TrackingId) async throws(DomainError) -> (log: HandlingLog, count: Int64) {
        let (records, count) = try await store.links(.handling, trackingId.text)
        return (HandlingLog(try records.handling()), count)
    }
}
