import CargoDomain
import CargoWire

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
