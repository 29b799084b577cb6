public import CargoApplication
public import CargoDomain
public import CargoInfrastructure
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A store behind a `cargo-server`: the repositories of the kit over HTTP.
///
/// ```swift
/// let store = try RemoteStore(url: address, token: secret)
/// let cargo = try await store.cargos.findByTrackingId(trackingId).get()
/// ```
/// The token needs the role `service`. REP-1 to REP-8 hold as they do on the server's own store. Where an answer is lost, the call is sent again and,
/// for a save, what is stored now decides whether it was done; where even that cannot be told, the failure is `remote_unavailable` or
/// `remote_timeout` and its cause says so. A service that cannot be reached, breaks off or fails is `remote_unavailable`, one that is too slow
/// `remote_timeout`; one that refuses the call as such (a bad token, say), or that answers in another language, is `remote_rejected`. All other
/// failures are the service's own, as its store gave them.
public struct RemoteStore: CargoStore {
    /// What the use cases take for the present time.
    public let clock: any DomainClock
    private let client: RemoteClient

    /// Prepares a store; nothing is sent before the first call.
    /// - Parameters:
    ///   - url: where the service is, such as `https://cargo.example/`; a path before `/v1` is kept.
    ///   - token: the bearer token; nil for a service that lets everybody on its machine in. Over `http:` anybody on the way can read it.
    ///   - timeouts: how long a call may take.
    ///   - retry: how often a call is sent again.
    ///   - session: how connections are made, such as proxies and TLS; without cookies and caches, whatever it says.
    ///   - mostBytes: the longest answer that is read.
    ///   - clock: what the use cases take for the present time; when domain events occurred is the service's word.
    /// - Throws: `RemoteStoreError`.
    public init(
        url: URL,
        token: String? = nil,
        timeouts: RemoteTimeouts = RemoteTimeouts(),
        retry: RemoteRetry = RemoteRetry(),
        session: URLSessionConfiguration = .ephemeral,
        mostBytes: Int = 64 << 20,
        clock: any DomainClock = SystemClock()
    ) throws(RemoteStoreError) {
        try self.init(
            url: url,
            token: token,
            timeouts: timeouts,
            retry: retry,
            session: session,
            mostBytes: mostBytes,
            clock: clock,
            pacer: .real
        )
    }

    init(
        url: URL,
        token: String? = nil,
        timeouts: RemoteTimeouts = RemoteTimeouts(),
        retry: RemoteRetry = RemoteRetry(),
        session: URLSessionConfiguration = .ephemeral,
        mostBytes: Int = 64 << 20,
        clock: any DomainClock = SystemClock(),
        pacer: Pacer
    ) throws(RemoteStoreError) {
        self.clock = clock
        client = RemoteClient(
            base: try Self.base(of: url),
            token: try token.map { token throws(RemoteStoreError) in try Self.checked(token) },
            transport: HTTPTransport(session, timeouts: timeouts, mostBytes: mostBytes),
            retry: retry,
            pacer: pacer
        )
    }

    /// The cargos.
    public var cargos: any CargoRepository { HTTPCargoRepository(client: client) }
    /// What was done to them.
    public var handlingEvents: any HandlingEventRepository { HTTPHandlingEventRepository(client: client) }
    /// Handling events together with their cargos.
    public var handlingUnitOfWork: any HandlingUnitOfWork { HTTPHandlingUnitOfWork(client: client) }
    /// The voyages.
    public var voyages: any VoyageRepository { HTTPVoyageRepository(client: client) }
    /// The locations.
    public var locations: any LocationRepository { HTTPLocationRepository(client: client) }
    /// The outbox.
    public var events: any DomainEventFeed { HTTPDomainEventFeed(client: client) }
    /// The idempotency keys of bookings.
    public var bookingKeys: any BookingKeyRepository { HTTPBookingKeyRepository(client: client) }

    /// The address without a slash at its end.
    private static func base(of url: URL) throws(RemoteStoreError) -> String {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https"
        else { throw .addressInvalid(reason: "it begins with http:// or https://") }
        guard let host = parts.host, !host.isEmpty else { throw .addressInvalid(reason: "it names no host") }
        // A password in an address ends up in logs and histories.
        guard parts.user == nil, parts.password == nil else { throw .addressInvalid(reason: "it holds a user or a password") }
        guard parts.query == nil, parts.fragment == nil else { throw .addressInvalid(reason: "it holds a query or a fragment") }
        guard var text = parts.url?.absoluteString else { throw .addressInvalid(reason: "it is none") }
        // safe: the text ends in a slash, so it isn't empty
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    private static func checked(_ token: String) throws(RemoteStoreError) -> String {
        guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .tokenInvalid }
        return token
    }
}

/// Why there is no remote store with these settings.
public enum RemoteStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address cannot be that of a service.
    case addressInvalid(reason: String)
    /// The token holds what no token can hold, such as a space or a line break.
    case tokenInvalid

    /// What is wrong, for people; never the token itself.
    public var description: String {
        switch self {
        case .addressInvalid(let reason): "The address of the service: \(reason)."
        case .tokenInvalid: "The token is empty, or holds a space, a line break or something else that no token has."
        }
    }
}
