#if canImport(Darwin) || Remote
public import CargoApplication
public import Foundation

/// A store behind a `cargo-server`: the kit's repositories over HTTP.
///
/// The service sets the times of domain events.
///
/// ```swift
/// let store = try RemoteStore(url: address, token: secret)
/// let cargo = try await store.cargos.findByTrackingId(trackingId).get()
/// ```
///
/// Saving needs a token of the role `service`; reading needs only the permission `read`, which a `viewer` has. REP-1 to REP-8 hold as they do for the server's own store.
///
/// If a response is lost, the call is sent again. For a save, the store then compares what is stored now to decide whether the save
/// succeeded. If that can't be decided, the error is `remote_unavailable` or `remote_timeout`, and its cause says so.
///
/// - `remote_unavailable`: the service can't be reached, breaks the connection, or fails.
/// - `remote_timeout`: the service is too slow.
/// - `remote_rejected`: the service refuses the call (for example because of an invalid token), or the response isn't one of a
///   `cargo-server`.
///
/// All other errors are those of the service's store.
///
/// Cancelling the calling task aborts the request, and the call returns immediately: with `store_outcome_unknown` if a save may already
/// have been done, otherwise with `remote_unavailable`. A call that starts in a task that is already cancelled runs normally.
public struct RemoteStore: CargoStore {
    /// The store's repositories; the unit of work saves a handling event and its cargo in one commit.
    ///
    /// `outboxPartitions` is nil: a relay works beside the service, on the service's own store.
    public let repositories: Repositories

    /// Creates a store without sending anything.
    ///
    /// The first call connects.
    /// - Parameters:
    ///   - url: the address of the service, such as `https://cargo.example/`. A path before `/v1` is kept.
    ///   - token: the bearer token; nil for a service that accepts all local callers. With `http:`, anyone on the network path can read it.
    ///   - timeouts: how long a call may take.
    ///   - retry: how often to retry a call.
    ///   - connections: how to connect.
    ///   - maximumBytes: the maximum length of a response in bytes.
    /// - Throws: `RemoteStoreError`.
    public init(
        url: URL,
        token: String? = nil,
        timeouts: RemoteTimeouts = RemoteTimeouts(),
        retry: RemoteRetry = RemoteRetry(),
        connections: RemoteConnections = RemoteConnections(),
        maximumBytes: Int = 64 << 20
    ) throws(RemoteStoreError) {
        try self.init(
            url: url,
            token: token,
            timeouts: timeouts,
            retry: retry,
            connections: connections,
            maximumBytes: maximumBytes,
            pacer: .real
        )
    }

    init(
        url: URL,
        token: String? = nil,
        timeouts: RemoteTimeouts = RemoteTimeouts(),
        retry: RemoteRetry = RemoteRetry(),
        connections: RemoteConnections = RemoteConnections(),
        maximumBytes: Int = 64 << 20,
        pacer: Pacer
    ) throws(RemoteStoreError) {
        let client = try RemoteClient(
            url: url,
            token: token,
            transport: connections.transport(timeouts: timeouts, maximumBytes: maximumBytes),
            retry: retry,
            pacer: pacer
        )
        repositories = Repositories(
            cargos: HTTPCargoRepository(client: client),
            handlingEvents: HTTPHandlingEventRepository(client: client),
            handlingUnitOfWork: HTTPHandlingUnitOfWork(client: client),
            voyages: HTTPVoyageRepository(client: client),
            locations: HTTPLocationRepository(client: client),
            idempotencyKeys: HTTPIdempotencyKeyRepository(client: client),
            events: HTTPDomainEventFeed(client: client)
        )
    }
}
#else
/// A store behind a `cargo-server`.
///
/// It requires the trait Remote.
@available(*, unavailable, message: "Enable the trait Remote of cargo-kit to use RemoteStore.")
public enum RemoteStore {}
#endif
