#if CLI
import CargoApplication
import CargoDomain
import CargoInfrastructure

#if SQLite
import CargoSQLite
#endif

#if Postgres
import CargoPostgres
#endif

/// An open store and the environment over it: the one composition root of the command line.
struct Backend {
    let environment: Environment
    /// The store in a directory, for those who look after it; nil for others.
    var directory: JSONFileStore?
    /// All that is stored, for copies; nil for a store that ends with the command.
    var records: (any RecordStore)?
    /// Sees what a cache answers; nil where there is none.
    var witness: CacheWitness?
    /// Something that whoever uses it ought to know.
    var caution: String?
    /// Lets go of the store.
    var close: @Sendable () async -> Void = {}

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
            return Backend(InMemoryStore(clock: clock))
        case .json(let path):
            let store = try await JSONFileStore.open(path, clock: clock)
            return Backend(store, directory: store, records: store.records)
        case .http(let address): throw .technical(.remoteUnavailable, cause: address)
        case .sqlite(let path):
            #if SQLite
            let store = try await SQLiteStore.open(path, clock: clock)
            return Backend(store, records: store.records)
            #else
            throw .technical(.storeUnavailable, cause: path)
            #endif
        case .postgres(let text):
            #if Postgres
            let store = try await PostgresStore.open(PostgresStoreURL(text), clock: clock)
            return Backend(store, records: store.allRecords)
            #else
            // The text may hold a password.
            throw .technical(.storeUnavailable, cause: "\(text.utf8.count) bytes")
            #endif
        }
    }
}

extension Backend {
    init(_ store: any CargoStore, directory: JSONFileStore? = nil, records: (any RecordStore)? = nil) {
        self.init(environment: store.environment(), directory: directory, records: records, close: store.close)
    }
}

extension CommandFailure {
    /// The upkeep of a store that only its service can reach.
    static func lookedAfterElsewhere(_ url: StoreURL) -> CommandFailure {
        .usage(
            "A store is looked after where it is kept, not over \(url.description.visible).",
            hint: "On the machine of the service: --store json:PATH"
        )
    }

    /// A store that this program was built without.
    static func withoutTrait(_ trait: String, for url: StoreURL) -> CommandFailure {
        .configuration(
            "This build cannot open \(url.description.quoted).",
            hint: "Build it with the trait \(trait): swift run --traits CLI,\(trait) cargo-cli"
        )
    }
}
#endif
