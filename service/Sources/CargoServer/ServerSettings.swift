public import CargoApplication

/// The settings of the service.
public struct ServerSettings: Sendable {
    /// The address to listen on; the default is reachable only from this machine.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for any free port.
    public var port = 8080
    /// Tokens and rate limits.
    public var access = Access()
    /// Limits on sizes, times and connections.
    public var limits = Limits()
    /// What carriers send that can't be applied yet.
    public var carriers = Carriers()
    /// How many hours a scan may be late before pages call the cargo overdue.
    public var overdueHours = 24
    /// The consumers of domain events for which `/metrics` reports dead letters and the age of the oldest undelivered event.
    public var reportedConsumers: [ConsumerName] = []
    /// The keys that encrypt the secrets of subscriptions in the store: the first one new secrets, each of them those that it encrypted.
    ///
    /// Without keys, new secrets are stored in plain text. The relay that sends the events has settings of its own.
    public var secretKeys: [SecretKey] = []
    /// The endpoints that new subscriptions may have; the relay that sends the events has a policy of its own.
    public var endpoints = EndpointPolicy()

    /// Creates the default settings.
    public init() {}

    /// Tokens, and the rate limits of their holders.
    public struct Access: Sendable {
        /// The tokens that the service accepts.
        ///
        /// Without tokens, without an identity provider and without `requiresTokens`, every caller is an `admin`, and the service listens only on the loopback interface.
        public var tokens: [AccessToken] = []
        /// The keys that encrypt the sessions of the pages: the first one new sessions, each of them those that it encrypted.
        ///
        /// Without keys, sessions end with the process, and no other process knows them.
        public var sessionKeys: [SessionKey] = []
        /// The company's identity provider; nil if there is none.
        public var identity: Identity?
        /// The keys of carriers, which sign the events that they push.
        public var carriers: [CarrierKey] = []
        /// Whether callers without a token may track a cargo.
        public var allowsPublicTracking = true
        /// Requests per minute for callers without a token, by IPv4 address or the first 64 bits of an IPv6 address; 0 for no limit.
        public var publicRequestsPerMinute = 120
        /// Requests per minute for each token; 0 for no limit.
        public var tokenRequestsPerMinute = 60_000
        /// Requests per minute for each customer, with all their tokens; 0 for no limit.
        public var customerRequestsPerMinute = 12_000
        /// Rates and sizes of some callers that differ from those of all.
        public var tenants: [Tenant: TenantLimits] = [:]
        /// Bookings per day for each customer, also in one burst; 0 for no limit.
        public var customerBookingsPerDay = 10_000
        /// Subscriptions that a customer may add per day, apart from how many they may have; 0 for no limit.
        public var customerSubscriptionsPerDay = 1000
        /// Wrong tokens and wrong signatures per minute that an address may send, at sign-in or to the API, before the service stops
        /// checking them; 0 for no limit.
        public var wrongTokensPerMinute = 10
        /// The number of trusted proxies in front of the service, each of which appends an address to `X-Forwarded-For`; 0 for none.
        public var proxies = 0

        /// Whether session cookies are always restricted to TLS, regardless of what a proxy reports about a request.
        public var requiresSecureCookies = false

        /// Whether callers need a token even if neither the settings nor an identity provider have any: one of the store.
        public var requiresTokens = false

        /// Creates the default settings.
        public init() {}

        /// Whether the service has no way to identify callers, so that every caller is an `admin`.
        var isOpen: Bool { tokens.isEmpty && identity == nil && !requiresTokens }
    }

    /// Limits on the events of carriers that are kept.
    public struct Carriers: Sendable {
        /// The maximum number of events of a carrier that wait; further ones are refused with 429.
        public var openEvents = 10_000
        /// For how many days applied and dismissed events are kept.
        public var eventDays = 90

        /// Creates the default limits.
        public init() {}
    }

    /// Limits on sizes, times and connections.
    public struct Limits: Sendable {
        /// The maximum size of a JSON body, in bytes.
        public var bodyBytes = 1 << 20
        /// The maximum size of a batch, in bytes.
        public var batchBytes = 16 << 20
        /// The memory for the bodies of all callers with a token while they arrive and are worked on, in bytes; each caller gets a quarter.
        ///
        /// Customers have a quarter as much of their own, and each customer a quarter of that.
        public var bodiesBytes = 256 << 20
        /// The same for all callers without a token, such as carriers that sign what they push; each address gets a quarter.
        public var anonymousBodiesBytes = 16 << 20
        /// The maximum size of the header fields, in bytes.
        public var headerBytes = 16 << 10
        /// How long a body may take to arrive, in seconds, whether or not a route reads it.
        public var bodySeconds = 20
        /// How long a connection may be idle between requests, or between two parts of a request, in seconds.
        public var idleSeconds = 60
        /// How long a client may leave a response unread, in seconds; one second more for each 64 KiB.
        public var stallSeconds = 20
        /// The maximum number of open connections.
        ///
        /// At the maximum, a new connection replaces the one that has waited longest for its client.
        public var connections = 4096
        /// The maximum number of open connections per address, with IPv6 addresses grouped by their first 64 bits; 0 for no limit.
        ///
        /// Doesn't apply behind trusted proxies: their connections carry many clients, so only the proxies can limit each client.
        public var connectionsPerAddress = 256
        /// The maximum number of open event streams.
        public var eventStreams = 1024
        /// The maximum number of open event streams per address, with IPv6 addresses grouped by their first 64 bits; 0 for no limit.
        public var eventStreamsPerAddress = 64
        /// The maximum number of open event streams per token that isn't a customer's; 0 for no limit.
        public var eventStreamsPerToken = 256
        /// The maximum number of open event streams per customer; 0 for no limit.
        ///
        /// All customers together get at most half of `eventStreams`.
        public var eventStreamsPerCustomer = 64
        /// How long requests in progress may take after shutdown begins, in seconds.
        public var drainSeconds = 25

        /// Creates the default limits.
        public init() {}
    }

    /// Whether only this machine can reach the service.
    var isLoopback: Bool {
        host == "localhost" || host == "::1" || (host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber })
    }

    /// Rejects settings that would open the service to everyone.
    /// - Throws: `ServerSettingsError`.
    func check() throws(ServerSettingsError) {
        guard isLoopback || !access.isOpen else { throw .openBeyondLoopback(host: host) }
        guard access.proxies == 0 || !access.isOpen else {
            throw .invalid(key: "access.proxies", reason: "a service behind a proxy needs tokens; set access.tokens")
        }
        try access.identity?.check()
        guard Set(access.tokens.map(\.digest)).count == access.tokens.count else {
            throw .invalid(key: "access.tokens", reason: "two tokens have the same secret; use a different secret for each token")
        }
    }
}

/// The reason why the service doesn't start with these settings.
public enum ServerSettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The service would listen beyond this machine without tokens, so everyone could do everything.
    case openBeyondLoopback(host: String)
    /// A setting has an invalid value.
    case invalid(key: String, reason: String)

    /// The reason as a sentence for people.
    public var description: String {
        switch self {
        case .openBeyondLoopback(let host):
            "access.tokens: required because other machines can reach \(host); set at least one, or listen on 127.0.0.1"
        case .invalid(let key, let reason): "\(key): \(reason)"
        }
    }
}
