#if Remote
import CargoDomain
import CargoLocalization
import CargoRemote
import Foundation

/// A store behind a `cargo-server`.
enum RemoteBackend {
    /// Opens the store, without connecting yet.
    /// - Parameter isCached: whether commands can fall back to a cache. If so, an unreachable service isn't tried again for 10 seconds.
    static func open(_ address: String, token: String?, isCached: Bool, clock: any DomainClock) throws(CommandFailure) -> Backend {
        guard let url = URL(string: address) else {
            throw .configuration(localized("\(address.inQuotes) is not a valid address."), hint: hint)
        }
        do throws(RemoteStoreError) {
            let retry = RemoteRetry(circuitBreakDuration: isCached ? .seconds(10) : .zero)
            let store = try RemoteStore(url: url, token: token.flatMap { $0.isEmpty ? nil : $0 }, retry: retry)
            return Backend(store, clock: clock)
        } catch {
            throw .configuration(error.description, hint: hint)
        }
    }

    private static var hint: String { localized("Use http://HOST:PORT or https://HOST, and put the token into CARGO_TOKEN.") }
}
#endif
