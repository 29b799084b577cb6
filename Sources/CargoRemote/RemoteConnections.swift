#if canImport(Darwin)
public import Foundation
#endif

/// How connections to a service are made.
public struct RemoteConnections: Sendable {
    /// How many may be open at once; further calls wait for one.
    public var limit: Int

    #if canImport(Darwin)
    /// Proxies, TLS and the like; without cookies and caches, whatever it says.
    public var session = URLSessionConfiguration.ephemeral
    #endif

    /// Sets the number of connections, at least 1.
    public init(limit: Int = 8) { self.limit = max(1, limit) }

    #if canImport(Darwin) || Remote
    /// The transport of this system.
    func transport(timeouts: RemoteTimeouts, mostBytes: Int) -> any HTTPTransport {
        #if canImport(Darwin)
        URLSessionTransport(self, timeouts: timeouts, mostBytes: mostBytes)
        #else
        AsyncHTTPTransport(self, timeouts: timeouts, mostBytes: mostBytes)
        #endif
    }
    #endif
}
