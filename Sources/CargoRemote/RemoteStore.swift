#if canImport(Darwin) || Remote
public import CargoApplication
public import CargoDomain
public import CargoInfrastructure
public import Foundation

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
///
/// Cancelling the calling task breaks the request off, and the call returns at once: with `store_outcome_unknown` if a save may have been done by
/// then, otherwise with `remote_unavailable`. A call that begins in a cancelled task runs like any other.
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
    ///   - connections: how connections are made.
    ///   - mostBytes: the longest answer that is read.
    ///   - clock: what the use cases take for the present time; when domain events occurred is the service's word.
    /// - Throws: `RemoteStoreError`.
    public init(
        url: URL,
        token: String? = nil,
        timeouts: RemoteTimeouts = RemoteTimeouts(),
        retry: RemoteRetry = RemoteRetry(),
        connections: RemoteConnections = RemoteConnections(),
        mostBytes: Int = 64 << 20,
        clock: any DomainClock = SystemClock()
    ) throws(RemoteStoreError) {
        try self.init(
            url: url,
            token: token,
            timeouts: timeouts,
            retry: retry,
            connections: connections,
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
        connections: RemoteConnections = RemoteConnections(),
        mostBytes: Int = 64 << 20,
        clock: any DomainClock = SystemClock(),
        pacer: Pacer
    ) throws(RemoteStoreError) {
        self.clock = clock
        client = RemoteClient(
            base: try RemoteAddress.base(of: url),
            token: try token.map { token throws(RemoteStoreError) in try RemoteAddress.checked(token: token) },
            transport: connections.transport(timeouts: timeouts, mostBytes: mostBytes),
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
}
#else
/// A store behind a `cargo-server`; it needs the trait Remote.
@available(*, unavailable, message: "Enable the trait Remote of cargo-kit to use RemoteStore.")
public enum RemoteStore {}
#endif
