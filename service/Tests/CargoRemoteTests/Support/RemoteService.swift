import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoServer
import CargoTesting
import CargoWire
import Foundation
import Logging

@testable import CargoRemote

/// The real service, over a real socket, with an in-memory store.
struct RemoteService: Sendable {
    let port: Int
    let store: InMemoryStore

    struct NotListening: Error {}

    /// Runs a test against a running service, then shuts the service down.
    static func run(allowing hosts: Set<String> = [], _ body: @escaping @Sendable (RemoteService) async throws -> Void) async throws {
        let store = InMemoryStore(clock: FixedClock(), trackingIds: SequenceTrackingIdGenerator(RepositoryContract.trackingIds))
        let (ports, listening) = AsyncStream<Int>.makeStream()
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var settings = ServerSettings()
        settings.port = 0
        settings.endpoints = EndpointPolicy(allowedHosts: hosts)
        settings.access.tokens = [try AccessToken(role: .service, secret: ScriptedServer.token)]
        for role in [Role.tracking, .viewer, .clerk, .admin] {
            settings.access.tokens.append(try AccessToken(role: role, secret: secret(of: role)))
        }
        let service = CargoService(
            CargoKit(store: store, clock: store.clock),
            settings: settings,
            logger: logger,
            onListening: { listening.yield($0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.finish() }
                try await service.run()
            }
            group.addTask {
                for await port in ports { return try await body(RemoteService(port: port, store: store)) }
                throw NotListening()
            }
            // Either the test has ended, or the service has failed.
            try await group.next()
            group.cancelAll()
        }
    }

    /// The secret of a role's token.
    static func secret(of role: Role) -> String { "\(role)-secret-0123456789-abcdef" }

    /// A client with a role's token.
    func client(_ role: Role) throws -> CargoClient {
        let url = URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/")
        let timeouts = RemoteTimeouts(response: .seconds(60), total: .seconds(120))
        return try CargoClient(url: url, token: Self.secret(of: role), timeouts: timeouts, retry: .none, clock: store.clock)
    }

    /// A remote store for the service, with its own connections.
    func remoteStore() throws -> RemoteStore {
        let url = URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/")
        // Long timeouts: the contract tests promises, and the time limits have separate tests.
        let timeouts = RemoteTimeouts(response: .seconds(60), total: .seconds(120))
        return try RemoteStore(
            url: url,
            token: ScriptedServer.token,
            timeouts: timeouts,
            retry: .none,
            connections: RemoteConnections(limit: 32)
        )
    }

    /// The remote store as a backend for the contract suite.
    /// - Parameter wrapped: wraps the store, for example in a cache.
    func backend(_ wrapped: @escaping @Sendable (Repositories) -> Repositories = { $0 }) throws -> RepositoryBackend {
        let remote = try remoteStore()
        return RepositoryBackend(
            wrapped(remote.repositories),
            now: .stub(),
            reopen: { try backend(wrapped) },
            insertBrokenCargo: { trackingId, customerId in
                let record: Input = ["customerId": .text(customerId.text), "trackingId": .text(trackingId.text)]
                let error = DomainError.corruptRecord(rule: "route_origin_is_destination", id: trackingId.text)
                try store.atomically { $0.place(BrokenCargo(record: record, error: error)) }.get()
            }
        )
    }
}
