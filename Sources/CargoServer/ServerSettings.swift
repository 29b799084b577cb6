#if Server
/// How the service is run.
public struct ServerSettings: Sendable {
    /// The address to listen at; only this machine can reach the default.
    public var host = "127.0.0.1"
    /// The port to listen at; 0 for any free one.
    public var port = 8080
    /// Who may do what.
    public var access = Access()
    /// How much a caller may take.
    public var limits = Limits()

    /// The defaults.
    public init() {}

    /// Who may do what.
    public struct Access: Sendable {
        /// The tokens that are known.
        ///
        /// Without tokens everyone who reaches the service is an `admin`; it then listens to this machine alone.
        public var tokens: [AccessToken] = []
        /// Whether one may track a cargo without a token.
        public var allowsPublicTracking = true
        /// How often somebody without a token may ask in a minute, by their IPv4 address or the first 64 bits of their IPv6 address; 0 for
        /// no bound.
        public var publicRequestsPerMinute = 120
        /// How often each token may ask in a minute; 0 for no bound.
        public var tokenRequestsPerMinute = 60_000
        /// How many wrong tokens an address may show in a minute, at sign-in or to the API, before none is looked at; 0 for no bound.
        public var wrongTokensPerMinute = 10
        /// How many proxies of ours stand before the service, each of which adds an address to `X-Forwarded-For`; 0 for none.
        public var proxies = 0

        /// Whether browsers are to send session cookies over TLS alone, whatever a proxy says of a request.
        public var requiresSecureCookies = false

        /// The defaults.
        public init() {}

        /// Whether there are no tokens.
        var isOpen: Bool { tokens.isEmpty }
    }

    /// How much a caller may take.
    public struct Limits: Sendable {
        /// The most bytes of a JSON body.
        public var bodyBytes = 1 << 20
        /// The most bytes of a batch.
        public var batchBytes = 16 << 20
        /// The most bytes of header fields.
        public var headerBytes = 16 << 10
        /// How long a body may take to arrive, in seconds, whether a route reads it or not.
        public var bodySeconds = 20
        /// How long a connection may be without a request, or a request without a next part, in seconds.
        public var idleSeconds = 60
        /// How long a client may leave what was sent to it unread, in seconds; a second more for each 64 KiB.
        public var stallSeconds = 20
        /// How many connections there may be at once.
        public var connections = 4096
        /// How many of them an address may have, an IPv6 address by its first 64 bits; 0 for no bound.
        ///
        /// Behind proxies of ours it doesn't apply: their connections carry many clients, and only they can bound those of each.
        public var connectionsPerAddress = 256
        /// How many of them may be event streams.
        public var eventStreams = 1024
        /// How many of these an address may have, an IPv6 address by its first 64 bits; 0 for no bound.
        public var eventStreamsPerAddress = 64
        /// How long requests under way may take once the service is to end, in seconds.
        public var drainSeconds = 25

        /// The defaults.
        public init() {}
    }

    /// Whether nobody beyond this machine can reach the service.
    var isLoopback: Bool {
        host == "localhost" || host == "::1" || (host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber })
    }

    /// Refuses settings that would let everybody in.
    /// - Throws: `ServerSettingsError`.
    func check() throws(ServerSettingsError) {
        guard isLoopback || !access.isOpen else { throw .openBeyondLoopback(host: host) }
        guard access.proxies == 0 || !access.isOpen else {
            throw .invalid(key: "access.proxies", reason: "a service behind a proxy needs tokens; set access.tokens")
        }
        guard Set(access.tokens.map(\.digest)).count == access.tokens.count else {
            throw .invalid(key: "access.tokens", reason: "two tokens have the same secret; give each its own")
        }
    }
}

/// Why the service does not start with these settings.
public enum ServerSettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It would listen beyond this machine with no tokens, so that everybody could do everything.
    case openBeyondLoopback(host: String)
    /// A setting has a value that it cannot have.
    case invalid(key: String, reason: String)

    /// What is wrong, for people.
    public var description: String {
        switch self {
        case .openBeyondLoopback(let host):
            "access-tokens: none are set, and \(host) can be reached from other machines; set some, or listen at 127.0.0.1"
        case .invalid(let key, let reason): "\(key): \(reason)"
        }
    }
}
#endif
