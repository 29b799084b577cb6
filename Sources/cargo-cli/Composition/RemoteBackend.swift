#if Remote
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoRemote
import Foundation

/// A `cargo-server`: its operations and, for what isn't one, its store.
enum RemoteBackend {
    /// Opens the store, without connecting yet.
    /// - Parameter isCached: whether commands can fall back to a cache. If so, an unreachable service isn't tried again for 10 seconds.
    static func open(_ address: String, token: String?, isCached: Bool, clock: any DomainClock) throws(CommandFailure) -> Backend {
        guard let url = URL(string: address) else {
            throw .configuration(localized("\(address.inQuotes) is not a valid address."), hint: hint)
        }
        do throws(RemoteStoreError) {
            let retry = RemoteRetry(circuitBreakDuration: isCached ? .seconds(10) : .zero)
            let token = token.flatMap { $0.isEmpty ? nil : $0 }
            let store = try RemoteStore(url: url, token: token, retry: retry)
            var backend = Backend(store, clock: clock)
            // A service goes by its clock. With --now, this process has to apply the rules.
            if !isCached, !(clock is FrozenClock) { backend.service = try service(url, token, retry, clock) }
            return backend
        } catch {
            throw .configuration(error.description, hint: hint)
        }
    }

    private static func service(
        _ url: URL,
        _ token: String?,
        _ retry: RemoteRetry,
        _ clock: any DomainClock
    ) throws(RemoteStoreError) -> Backend.Service {
        let client = try CargoClient(url: url, token: token, retry: retry, clock: clock)
        return Backend.Service(
            operations: client,
            dryRun: client.dryRun,
            bookings: { RemoteRows.bookings($0 ? client.dryRun : client) },
            handlingEvents: { RemoteRows.handlingEvents($0 ? client.dryRun : client) }
        )
    }

    private static var hint: String { localized("Use http://HOST:PORT or https://HOST, and put the token into CARGO_TOKEN.") }
}
#endif
