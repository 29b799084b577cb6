#if Postgres
extension PostgresSchema {
    /// Holds subscriptions and the progress of their deliveries.
    static func eighth(_ schema: String) -> String {
        """
        CREATE TABLE \(schema).subscription (
            id text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema integer NOT NULL CHECK (schema >= 1),
            document json NOT NULL
        ) WITH (fillfactor = 70);
        CREATE TRIGGER subscription_version BEFORE UPDATE ON \(schema).subscription
            FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.version <> OLD.version + 1)
            EXECUTE FUNCTION \(schema).refuse('a subscription goes on by one version');
        CREATE TABLE \(schema).delivery (
            id text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema integer NOT NULL CHECK (schema >= 1),
            document json NOT NULL
        ) WITH (fillfactor = 70);
        CREATE TRIGGER delivery_version BEFORE UPDATE ON \(schema).delivery
            FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.version <> OLD.version + 1)
            EXECUTE FUNCTION \(schema).refuse('a delivery goes on by one version');
        """
    }
}
#endif
