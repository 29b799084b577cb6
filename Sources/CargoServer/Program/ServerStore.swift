#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The store that the program serves.
struct ServerStore: Sendable {
    let environment: CargoApplication.Environment
    let description: String
    private let directory: JSONFileStore?
    private let path: String?

    /// Why there is no store.
    enum Failure: Error {
        case setting(ServerSettingsError)
        case store(DomainError)
    }

    /// Opens `memory:` or `json:PATH`.
    static func open(_ url: String) async throws(Failure) -> ServerStore {
        if url == "memory:" {
            let store = InMemoryStore()
            return ServerStore(
                environment: store.environment(routing: VoyageRoutingService(store.voyages)),
                description: url,
                directory: nil,
                path: nil
            )
        }
        guard url.hasPrefix("json:"), url.utf8.count > 5 else {
            throw .setting(.invalid(key: "store", reason: "it is memory: or json:PATH, such as json:./cargo-data"))
        }
        let path = String(url.dropFirst(5))
        do throws(DomainError) {
            let store = try await JSONFileStore.open(path)
            return ServerStore(
                environment: store.environment(routing: VoyageRoutingService(store.voyages)),
                description: url,
                directory: store,
                path: path
            )
        } catch {
            throw .store(error)
        }
    }

    /// Whether the directory, or the one that it will be made in, lets us write.
    var isWritable: CargoService.WritingCheck {
        let path = path
        return {
            guard let path else { return nil }
            if access(path, W_OK) == 0 { return nil }
            if errno == ENOENT { return nil }
            return .technical(.storeUnavailable, cause: String(cString: strerror(errno)))
        }
    }

    /// Settles what was saved.
    func close() async { await directory?.close() }
}
#endif
