#if Postgres
public import CargoDomain
public import CargoInfrastructure

extension PostgresStore {
    /// Opens a store by its URL alone.
    /// - Parameters:
    ///   - url: the store's location and options.
    ///   - clock: supplies the times of domain events.
    ///   - trackingIds: generates ids for new cargos.
    /// - Throws: the same errors as `open(_:replica:schema:clock:trackingIds:options:)`.
    public static func open(
        _ url: PostgresStoreURL,
        clock: any DomainClock = SystemClock(),
        trackingIds: any TrackingIdGenerator = SystemTrackingIdGenerator()
    ) async throws(DomainError) -> PostgresStore {
        try await open(
            url.connectionString,
            replica: url.replica,
            schema: url.schema,
            clock: clock,
            trackingIds: trackingIds,
            options: url.options
        )
    }

    /// The store's records, for copying it.
    package var allRecords: any RecordStore { records }
}
#endif
