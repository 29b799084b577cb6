#if Remote && !canImport(Darwin)
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// Sends requests with async-http-client, on the process's shared event loops.
///
/// FoundationNetworking isn't used because it crashes the process if a connection breaks within a response head (swift-corelibs-foundation
/// issue 5285).
final class AsyncHTTPTransport: HTTPTransport {
    private let connections: RemoteConnections
    private let timeouts: RemoteTimeouts
    private let maximumBytes: Int
    /// The addresses to connect to for some hosts, in place of those that the system would find.
    private let addresses: [String: String]
    /// Created with the first request, because it starts event loop threads.
    private let made = Mutex<HTTPClient?>(nil)

    init(_ connections: RemoteConnections, timeouts: RemoteTimeouts, maximumBytes: Int, addresses: [String: String] = [:]) {
        self.connections = connections
        self.addresses = addresses
        self.timeouts = timeouts
        self.maximumBytes = maximumBytes
    }

    // Every request retains its transport, so none is running here.
    deinit { made.withLock { $0 }?.shutdown { _ in } }

    private var client: HTTPClient {
        made.withLock { client in
            if let client { return client }
            let new = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            client = new
            return new
        }
    }

    private var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: .makeClientConfiguration(),
            redirectConfiguration: .disallow,
            // This transport enforces its own timeouts; the client's must be longer.
            timeout: .init(connect: .seconds(min(timeouts.response.components.seconds, 86_400) + 2))
        )
        configuration.httpVersion = .http1Only
        configuration.dnsOverride = addresses
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections.limit
        // The caller counts the attempts and pauses between them.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    func send(_ request: RemoteRequest) async -> Result<RemoteAnswer, TransportFailure> {
        let start = ContinuousClock.now
        let client = client
        let prepared = Self.prepared(request)
        do {
            let head = try await Self.within(start + min(timeouts.response, timeouts.total), or: .noHead) {
                try await client.execute(prepared, deadline: .distantFuture)
            }
            let body = try await Self.within(start + timeouts.total, or: .noEnd) { [maximumBytes] in
                try await Self.body(of: head, maximumBytes: maximumBytes)
            }
            return .success(RemoteAnswer(status: Int(head.status.code), headers: Self.headers(of: head), body: body))
        } catch let failure as TransportFailure {
            return .failure(failure)
        } catch {
            return .failure(Task.isCancelled ? .cancelled : Self.failure(of: error))
        }
    }

    private static func prepared(_ request: RemoteRequest) -> HTTPClientRequest {
        var own = HTTPClientRequest(url: request.url.absoluteString)
        own.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers { own.headers.replaceOrAdd(name: name, value: value) }
        if let body = request.body { own.body = .bytes(body) }
        return own
    }

    private static func headers(of head: HTTPClientResponse) -> [String: String] {
        Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    }

    /// Reads the body to its end.
    ///
    /// Throwing before that closes the connection.
    private static func body(of head: HTTPClientResponse, maximumBytes: Int) async throws -> [UInt8] {
        var body: [UInt8] = []
        for try await part in head.body {
            guard part.readableBytes <= maximumBytes - body.count else { throw TransportFailure.tooLong(maximumBytes) }
            body.append(contentsOf: part.readableBytesView)
        }
        return body
    }

    /// Runs the work until a deadline.
    ///
    /// Cancels it at the deadline, and when the calling task is cancelled.
    private static func within<Value: Sendable>(
        _ end: ContinuousClock.Instant,
        or late: TransportFailure,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(until: end)
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else { throw late }
            return value
        }
    }

    private static func failure(of error: any Error) -> TransportFailure {
        TransportFailure(kind: kind(of: error), cause: "\(error)")
    }

    private static func kind(of error: any Error) -> TransportFailure.Kind {
        switch error {
        case NIOSSLError.uncleanShutdown: .broken
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: .untrusted
        case is NIOConnectionError, is SocketAddressError: .unreached
        case let error as IOError where refusals.contains(error.errnoCode): .unreached
        case let error as HTTPClientError where clientRefusals.contains(error): .unreached
        default: .broken
        }
    }

    /// The system errors that mean that no connection was made.
    private static let refusals: Set<CInt> = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL]
    /// The client errors that mean that no connection was made.
    private static let clientRefusals: [HTTPClientError] = [.connectTimeout, .tlsHandshakeTimeout, .invalidURL, .emptyHost]
}
#endif
