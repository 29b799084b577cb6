package import CargoApplication
package import CargoDomain
import CargoInfrastructure

#if SQLite
import CargoSQLite
#endif

#if Postgres
import CargoPostgres
#endif

/// The store that the program serves.
package struct ServerStore: Sendable {
    /// The kit over the store.
    package let kit: CargoKit
    /// The partitions of the store's outbox; nil for a store in memory.
    package let partitions: (any OutboxPartitionStore)?
    let description: String
    private let store: any CargoStore
    /// The directory of the store's files; nil if the store isn't kept in files on this machine.
    private let directory: String?

    private init(
        _ store: any CargoStore,
        _ description: String,
        clock: any DomainClock,
        records: (any RecordStore)? = nil,
        directory: String? = nil
    ) {
        kit = CargoKit(store: store, clock: clock)
        partitions = records.map { Self.partitions($0) }
        self.store = store
        self.description = description
        self.directory = directory
    }

    /// The reason why the store couldn't be opened.
    package enum Failure: Error {
        /// A URL that this build can't open.
        case setting(ServerSettingsError)
        /// A store that can't be used.
        case store(DomainError)
    }

    /// Opens `memory:`, `json:PATH` and, if built with their traits, `sqlite:PATH` and `postgres://…`.
    package static func open(_ url: String, clock: any DomainClock = SystemClock()) async throws(Failure) -> ServerStore {
        if url == "memory:" { return ServerStore(InMemoryStore(clock: clock), url, clock: clock) }
        if url.hasPrefix("sqlite:"), url.utf8.count > 7 { return try await openSQLite(url, clock) }
        if url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") { return try await openPostgres(url, clock) }
        guard url.hasPrefix("json:"), url.utf8.count > 5 else {
            throw .setting(
                .invalid(key: "store", reason: "expected memory:, json:PATH, sqlite:PATH or postgres://…, such as json:./cargo-data")
            )
        }
        let path = String(url.dropFirst(5))
        do throws(DomainError) {
            let store = try await JSONFileStore.open(path, clock: clock)
            return ServerStore(store, url, clock: clock, records: store.records, directory: path)
        } catch {
            throw .store(error)
        }
    }

    private static func openSQLite(_ url: String, _ clock: any DomainClock) async throws(Failure) -> ServerStore {
        #if SQLite
        do throws(DomainError) {
            let path = String(url.dropFirst(7))
            let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            let store = try await SQLiteStore.open(path, clock: clock)
            return ServerStore(store, url, clock: clock, records: store.records, directory: directory)
        } catch {
            throw .store(error)
        }
        #else
        throw .setting(
            .invalid(
                key: "store",
                reason: "this build doesn't include SQLite; rebuild with swift build --package-path service --traits SQLite"
            )
        )
        #endif
    }

    private static func openPostgres(_ url: String, _ clock: any DomainClock) async throws(Failure) -> ServerStore {
        #if Postgres
        do throws(DomainError) {
            let address = try PostgresStoreURL(url)
            let store = try await PostgresStore.open(address, clock: clock)
            return ServerStore(store, address.description, clock: clock, records: store.allRecords)
        } catch {
            throw .store(error)
        }
        #else
        throw .setting(
            .invalid(
                key: "store",
                reason: "this build doesn't include PostgreSQL; rebuild with swift build --package-path service --traits Postgres"
            )
        )
        #endif
    }

    /// Checks that the store's directory can be written, if the store is kept in files.
    var isWritable: CargoService.WritingCheck {
        guard let directory else { return { nil } }
        return { await DirectoryCheck.failure(of: directory) }
    }

    private static func partitions(_ records: some RecordStore) -> any OutboxPartitionStore { RecordOutboxPartitionStore(records) }

    /// Closes the store after its pending saves.
    package func close() async { await store.close() }
}
