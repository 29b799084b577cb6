import CargoApplication
import CargoDomain
import CargoInfrastructure

#if SQLite
import CargoSQLite
#endif

#if Postgres
import CargoPostgres
#endif

/// The store that the program serves.
struct ServerStore: Sendable {
    let kit: CargoKit
    let description: String
    private let store: any CargoStore
    /// The directory of the store's files; nil if the store isn't kept in files on this machine.
    private let directory: String?

    private init(_ store: any CargoStore, _ description: String, directory: String? = nil) {
        kit = CargoKit(store: store)
        self.store = store
        self.description = description
        self.directory = directory
    }

    /// The reason why the store couldn't be opened.
    enum Failure: Error {
        case setting(ServerSettingsError)
        case store(DomainError)
    }

    /// Opens `memory:`, `json:PATH` and, if built with their traits, `sqlite:PATH` and `postgres://…`.
    static func open(_ url: String) async throws(Failure) -> ServerStore {
        if url == "memory:" { return ServerStore(InMemoryStore(), url) }
        if url.hasPrefix("sqlite:"), url.utf8.count > 7 { return try await openSQLite(url) }
        if url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") { return try await openPostgres(url) }
        guard url.hasPrefix("json:"), url.utf8.count > 5 else {
            throw .setting(
                .invalid(key: "store", reason: "expected memory:, json:PATH, sqlite:PATH or postgres://…, such as json:./cargo-data")
            )
        }
        let path = String(url.dropFirst(5))
        do throws(DomainError) {
            return ServerStore(try await JSONFileStore.open(path), url, directory: path)
        } catch {
            throw .store(error)
        }
    }

    private static func openSQLite(_ url: String) async throws(Failure) -> ServerStore {
        #if SQLite
        do throws(DomainError) {
            let path = String(url.dropFirst(7))
            let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            return ServerStore(try await SQLiteStore.open(path), url, directory: directory)
        } catch {
            throw .store(error)
        }
        #else
        throw .setting(.invalid(key: "store", reason: "this build doesn't include SQLite; build with --traits SQLite"))
        #endif
    }

    private static func openPostgres(_ url: String) async throws(Failure) -> ServerStore {
        #if Postgres
        do throws(DomainError) {
            let address = try PostgresStoreURL(url)
            return ServerStore(try await PostgresStore.open(address), address.description)
        } catch {
            throw .store(error)
        }
        #else
        throw .setting(.invalid(key: "store", reason: "this build doesn't include PostgreSQL; build with --traits Postgres"))
        #endif
    }

    /// Checks that the store's directory can be written, if the store is kept in files.
    var isWritable: CargoService.WritingCheck {
        guard let directory else { return { nil } }
        return { await DirectoryCheck.failure(of: directory) }
    }

    /// Closes the store after its pending saves.
    func close() async { await store.close() }
}
