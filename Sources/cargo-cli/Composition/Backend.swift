import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

#if SQLite
import CargoSQLite
#endif

#if Postgres
import CargoPostgres
#endif

/// An open store and the kit over it: the command line's only composition root.
struct Backend {
    let kit: CargoKit
    /// The service that performs operations; nil if the kit does.
    var service: Service?
    /// The JSON file store, for maintenance commands; nil for other stores.
    var directory: JSONFileStore?
    /// Access to every record, for copies and relays; nil for a store in memory.
    var records: (any RecordStore)?
    /// Records which answers come from a cache; nil without a cache.
    var cacheAges: CacheAges?
    /// A warning to print when the store is opened.
    var caution: String?
    /// Closes the store.
    var close: @Sendable () async -> Void = {}

    /// A service, as its operations.
    struct Service {
        let operations: any CargoOperations
        /// The same, without making the changes.
        let dryRun: any CargoOperations
        /// Imports bookings.
        let bookings: @Sendable (_ isDryRun: Bool) -> any RowImport
        /// Imports handling events.
        let handlingEvents: @Sendable (_ isDryRun: Bool) -> any RowImport
    }

    static func open(
        _ url: StoreURL,
        token: String? = nil,
        cache: CacheChoice? = nil,
        clock: any DomainClock
    ) async throws(CommandFailure) -> Backend {
        if case .http(let address) = url {
            #if Remote
            let service = try RemoteBackend.open(address, token: token, isCached: cache != nil, clock: clock)
            guard let cache else { return service }
            return await CachedBackend.open(cache, before: service, at: address, clock: clock)
            #else
            throw .withoutTrait("Remote", for: url)
            #endif
        }
        #if !SQLite
        if case .sqlite = url { throw .withoutTrait("SQLite", for: url) }
        #endif
        #if !Postgres
        if case .postgres = url { throw .withoutTrait("Postgres", for: url) }
        #endif
        do throws(DomainError) {
            return try await opened(url, clock: clock)
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func opened(_ url: StoreURL, clock: any DomainClock) async throws(DomainError) -> Backend {
        switch url {
        case .memory:
            return Backend(InMemoryStore(clock: clock), clock: clock)
        case .json(let path):
            // The program's tasks have the main thread to themselves.
            let store = try JSONFileStore.openBlocking(path, clock: clock)
            return Backend(store, clock: clock, directory: store, records: store.records)
        case .http(let address): throw .technical(.remoteUnavailable, cause: address)
        case .sqlite(let path):
            #if SQLite
            let store = try await SQLiteStore.open(path, clock: clock)
            return Backend(store, clock: clock, records: store.records)
            #else
            throw .technical(.storeUnavailable, cause: path)
            #endif
        case .postgres(let text):
            #if Postgres
            let store = try await PostgresStore.open(PostgresStoreURL(text), clock: clock)
            return Backend(store, clock: clock, records: store.allRecords)
            #else
            // The text may hold a password.
            throw .technical(.storeUnavailable, cause: "\(text.utf8.count) bytes")
            #endif
        }
    }
}

extension Backend {
    init(_ store: any CargoStore, clock: any DomainClock, directory: JSONFileStore? = nil, records: (any RecordStore)? = nil) {
        self.init(kit: CargoKit(store: store, clock: clock), directory: directory, records: records, close: store.close)
    }
}

extension CommandFailure {
    /// A maintenance command on a store that only its service can access.
    static func lookedAfterElsewhere(_ url: StoreURL) -> CommandFailure {
        .usage(
            localized("Store maintenance cannot run over \(url.description.visible): it needs direct access to the store."),
            hint: localized("Run the command on the machine of the service, with --store json:PATH.")
        )
    }

    /// A store that needs a trait which this build lacks.
    static func withoutTrait(_ trait: String, for url: StoreURL) -> CommandFailure {
        withoutTrait(trait, localized("This build cannot open \(url.description.inQuotes)."))
    }

    /// A feature that needs a trait which this build lacks.
    static func withoutTrait(_ trait: String, _ message: String) -> CommandFailure {
        .configuration(message, hint: localized("Rebuild with the \(trait) trait: swift run --traits CLI,\(trait) cargo-cli"))
    }
}
