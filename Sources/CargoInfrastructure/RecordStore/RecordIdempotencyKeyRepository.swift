import CargoApplication
import CargoDomain
import CargoWire

/// The booking idempotency keys of a record store.
struct RecordIdempotencyKeyRepository<Store: RecordStore>: IdempotencyKeyRepository {
    let store: Store

    func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError> {
        await .awaiting { () throws(DomainError) in try await store.read(.bookingKey, BookingKeyId.id(of: key.text))?.reservation() }
    }

    func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError> {
        await .awaiting { () throws(DomainError) in
            let id = BookingKeyId.id(of: key.text)
            // Read before the record: it then is that of the record, or of an earlier one, and storing over another reservation conflicts.
            let version = try await store.version(.bookingKey, id)
            if version > 0, let first = try await store.read(.bookingKey, id)?.reservation() { return first }
            let write = RecordWrite(
                kind: .bookingKey,
                id: id,
                // A key that was removed has a version.
                expectedVersion: version,
                document: BookingReservationRecord.encode(reservation)
            )
            switch await store.commit([write]) {
            case .committed: return reservation
            case .failed(let error): throw error
            case .conflict:
                guard let first = try await store.read(.bookingKey, id)?.reservation() else {
                    throw .corruptRecord(rule: "journal", id: key.text, cause: "storing the key conflicts, but no reservation is stored")
                }
                return first
            }
        }
    }
}
