#if canImport(Darwin)
public import Foundation
#endif

/// How to connect to a service.
public struct RemoteConnections: Sendable {
    /// The maximum number of open connections.
    ///
    /// Further calls wait for one.
    public var limit: Int

    #if canImport(Darwin)
    /// Settings for proxies, TLS and so on.
    ///
    /// Cookies and caches are always off.
    public var session = URLSessionConfiguration.ephemeral
    #endif

    /// Sets the maximum number of connections, at least 1.
    public init(limit: Int = 8) { self.limit = max(1, limit) }

    #if canImport(Darwin) || Remote
    /// Returns the transport of this platform.
    func transport(timeouts: RemoteTimeouts, maximumBytes: Int) -> any HTTPTransport {
        #if canImport(Darwin)
        URLSessionTransport(self, timeouts: timeouts, maximumBytes: maximumBytes)
        #else
        AsyncHTTPTransport(self, timeouts: timeouts, maximumBytes: maximumBytes)
        #endif
    }
    #endif
}
