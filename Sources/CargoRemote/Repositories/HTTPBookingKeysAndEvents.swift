import CargoApplication
import CargoDomain
import CargoWire

/// The idempotency keys in a remote store.
struct HTTPIdempotencyKeyRepository: IdempotencyKeyRepository {
    let client: RemoteClient

    func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError> {
        await client.value(.get(Self.path(key)), as: FoundReservation.self).map(\.reservation)
    }

    func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError> {
        await client.value(.send("PUT", Self.path(key), reservation), as: FoundReservation.self).flatMap { found in
            found.reservation.map { .success($0) } ?? .failure(.technical(.remoteRejected, cause: "the key has no reservation"))
        }
    }

    private static func path(_ key: IdempotencyKey) -> String { "booking-reservation?key=\(RemoteClient.encoded(key.text))" }
}

/// The outbox of a remote store.
struct HTTPDomainEventFeed: DomainEventFeed {
    let client: RemoteClient

    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
        do throws(DomainError) {
            try PageLimit.check(limit)
        } catch {
            return .failure(error)
        }
        return await client.value(
            .get("events?after=\(min(max(0, sequence), Version.maximum))&limit=\(limit)"),
            as: RecordList<DomainEvent>.self
        ).map(\.items)
    }
}
