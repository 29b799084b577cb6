#if Postgres
/// How a PostgreSQL store uses its server.
///
/// All times are in milliseconds.
public struct PostgresOptions: Sendable {
    /// The maximum number of connections.
    public var connections: Int
    /// How long a call waits for a connection before it fails with `store_unavailable`.
    public var waitTimeLimit: Int
    /// How long a call may take once it has a connection, plus 10 ms for each record of a commit.
    ///
    /// The server is then asked to cancel it.
    public var callTimeLimit: Int
    /// How long a save waits for another transaction's lock before it fails with `store_locked`.
    public var lockTimeLimit: Int
    /// Whether to prepare statements once per connection.
    ///
    /// Use false behind a pooler in transaction mode.
    public var preparesStatements: Bool

    /// Creates options.
    public init(
        connections: Int = 8,
        waitTimeLimit: Int = 10_000,
        callTimeLimit: Int = 30_000,
        lockTimeLimit: Int = 10_000,
        preparesStatements: Bool = true
    ) {
        self.connections = connections
        self.waitTimeLimit = waitTimeLimit
        self.callTimeLimit = callTimeLimit
        self.lockTimeLimit = lockTimeLimit
        self.preparesStatements = preparesStatements
    }
}
#endif
