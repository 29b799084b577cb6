#if Postgres
/// How a PostgreSQL store uses its server; all times are in milliseconds.
public struct PostgresOptions: Sendable {
    /// How many connections there may be at a time.
    public var connections: Int
    /// How long a call waits for a connection before it is `store_unavailable`.
    public var waitTimeLimit: Int
    /// How long a call may take once it has a connection, 10 ms more for each record of a commit; the server is asked to cancel it then.
    public var callTimeLimit: Int
    /// How long a save waits for another's lock before it is `store_locked`.
    public var lockTimeLimit: Int
    /// Whether statements are prepared once a connection; false behind a pooler that lends connections for a transaction each.
    public var preparesStatements: Bool

    /// Puts options together.
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
