#if Postgres
/// How a PostgreSQL store uses its server.
public struct PostgresOptions: Sendable {
    /// The maximum number of connections.
    public var connections: Int
    /// How long a call waits for a connection before it fails with `store_unavailable`.
    public var poolTimeout: Duration
    /// How long a call may take once it has a connection, plus 10 ms for each record of a commit.
    ///
    /// The server is then asked to cancel it.
    public var callTimeout: Duration
    /// How long a save waits for another transaction's lock before it fails with `store_locked`.
    public var lockTimeout: Duration
    /// Whether to prepare statements once per connection.
    ///
    /// Use false behind a pooler in transaction mode.
    public var preparesStatements: Bool
    /// Over what the tables are distributed; nil for the tables of one server.
    ///
    /// The first program that opens the store decides it for good.
    public var distribution: PostgresDistribution?

    /// Creates options.
    public init(
        connections: Int = 8,
        poolTimeout: Duration = .seconds(10),
        callTimeout: Duration = .seconds(30),
        lockTimeout: Duration = .seconds(10),
        preparesStatements: Bool = true,
        distribution: PostgresDistribution? = nil
    ) {
        self.connections = connections
        self.poolTimeout = poolTimeout
        self.callTimeout = callTimeout
        self.lockTimeout = lockTimeout
        self.preparesStatements = preparesStatements
        self.distribution = distribution
    }
}

/// What distributes the tables of a PostgreSQL store over several servers.
public enum PostgresDistribution: String, Sendable {
    /// The extension Citus, on the server that the store is opened at, its coordinator.
    case citus
}
#endif
