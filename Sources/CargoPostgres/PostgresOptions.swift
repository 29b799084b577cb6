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

    /// Creates options.
    public init(
        connections: Int = 8,
        poolTimeout: Duration = .seconds(10),
        callTimeout: Duration = .seconds(30),
        lockTimeout: Duration = .seconds(10),
        preparesStatements: Bool = true
    ) {
        self.connections = connections
        self.poolTimeout = poolTimeout
        self.callTimeout = callTimeout
        self.lockTimeout = lockTimeout
        self.preparesStatements = preparesStatements
    }
}
#endif
