#if CLI && Remote
import CargoDomain
import CargoRemote
import Foundation

/// A store behind a `cargo-server`.
enum RemoteBackend {
    /// - Parameter isCached: whether there is something to fall back to, so that a service that is away is not asked time and again.
    static func open(_ address: String, token: String?, isCached: Bool, clock: any DomainClock) throws(CommandFailure) -> Backend {
        guard let url = URL(string: address) else { throw .configuration("\(address.quoted) is no address.", hint: hint) }
        do throws(RemoteStoreError) {
            let retry = RemoteRetry(rest: isCached ? .seconds(10) : .zero)
            let store = try RemoteStore(url: url, token: token.flatMap { $0.isEmpty ? nil : $0 }, retry: retry, clock: clock)
            return Backend(store)
        } catch {
            throw .configuration(error.description, hint: hint)
        }
    }

    private static let hint = "Write http://HOST:PORT or https://HOST, and put the token into CARGO_TOKEN."
}
#endif
