import CargoApplication
import CargoDomain

/// The idempotency keys of a JSON-file store.
struct JSONFileBookingKeyRepository: BookingKeyRepository {
    let engine: JournalEngine

    func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError> {
        await .awaiting { () throws(DomainError) in try await engine.read(.bookingKey, Self.id(of: key))?.reservation() }
    }

    func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError> {
        await .awaiting { () throws(DomainError) in
            let id = Self.id(of: key)
            if let first = try await engine.read(.bookingKey, id)?.reservation() { return first }
            let write = JournalWrite(
                kind: .bookingKey,
                id: id,
                expectedVersion: 0,
                document: BookingReservationRecord.encode(reservation)
            )
            switch await engine.commit([write]) {
            case .committed: return reservation
            case .failed(let error): throw error
            case .conflict:
                guard let first = try await engine.read(.bookingKey, id)?.reservation() else {
                    throw .corruptRecord(rule: "journal", id: key.text, cause: "the key is both there and not there")
                }
                return first
            }
        }
    }

    /// The key as a record's id: `"`, `\` and `%` as `%` and two hexadecimal digits.
    static func id(of key: IdempotencyKey) -> String {
        var id = ""
        for scalar in key.text.unicodeScalars {
            switch scalar {
            case "\"": id += "%22"
            case "\\": id += "%5C"
            case "%": id += "%25"
            default: id.unicodeScalars.append(scalar)
            }
        }
        return id
    }
}
