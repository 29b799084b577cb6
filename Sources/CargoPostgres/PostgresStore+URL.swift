#if Postgres
public import CargoDomain
public import CargoInfrastructure

extension PostgresStore {
    /// Opens a store by its URL alone.
    /// - Parameters:
    ///   - url: where it is, and how it is used.
    ///   - clock: tells when events occurred.
    ///   - trackingIds: draws the ids of new cargos.
    /// - Throws: as `open(_:replica:schema:clock:trackingIds:options:)`.
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

    /// All that is stored, for copies.
    package var allRecords: any RecordStore { records }
}
#endif
