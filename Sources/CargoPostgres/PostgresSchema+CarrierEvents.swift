#if Postgres
extension PostgresSchema {
    /// Holds carriers' events, which are found by their status, and which handling came from them.
    ///
    /// The log isn't checked against its id: a carrier's id of an event may contain U+0000, and PostgreSQL takes no member out of a document with
    /// one.
    static func ninth(_ schema: String) -> String {
        """
        CREATE TABLE \(schema).carrierevent (
            id text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema integer NOT NULL CHECK (schema >= 1),
            document json NOT NULL,
            status text COLLATE "C" NOT NULL GENERATED ALWAYS AS (document -> 'state' ->> 'status') STORED,
            CHECK ((document ->> 'id') COLLATE "C" IS NOT DISTINCT FROM id)
        ) WITH (fillfactor = 70);
        CREATE INDEX carrierevent_by_status ON \(schema).carrierevent (status, id);
        CREATE TRIGGER carrierevent_version BEFORE UPDATE ON \(schema).carrierevent
            FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.version <> OLD.version + 1)
            EXECUTE FUNCTION \(schema).refuse('a carrier''s event goes on by one version');
        CREATE TABLE \(schema).carrierlog (
            id text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema integer NOT NULL CHECK (schema >= 1),
            document json NOT NULL
        ) WITH (fillfactor = 70);
        CREATE TRIGGER carrierlog_version BEFORE UPDATE ON \(schema).carrierlog
            FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.version <> OLD.version + 1)
            EXECUTE FUNCTION \(schema).refuse('a carrier log goes on by one version');
        """
    }
}
#endif
