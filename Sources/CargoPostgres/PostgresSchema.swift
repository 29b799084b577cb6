#if Postgres
import CargoDomain
import CargoInfrastructure

/// The tables of a PostgreSQL store, as migration steps.
///
/// A released step never changes; each new version adds a step.
///
/// The documents are the same as in the other backends, byte for byte (`json` preserves them, `jsonb` wouldn't). The other columns are
/// generated from them or checked against them. Triggers keep other programs from doing anything that no repository would: skipping a
/// version, or changing or deleting an event.
enum PostgresSchema {
    /// The version that this program migrates tables to.
    static var newest: Int { steps(in: "").count }

    /// Returns the migration steps.
    ///
    /// Step n migrates from version n to version n + 1. The tables of a new store are distributed by step 13, so the steps after it are for both
    /// forms of the tables, and those before it for tables on one server.
    /// - Parameters:
    ///   - schema: the schema's name, quoted.
    ///   - areDistributed: whether the tables are or are to be distributed.
    static func steps(in schema: String, areDistributed: Bool = false) -> [String] {
        [
            first(schema), second(schema), third(schema), fourth(schema), fifth(schema), sixth(schema), seventh(schema), eighth(schema),
            ninth(schema), tenth(schema), eleventh(schema), twelfth(schema),
            thirteenth(schema) + (areDistributed ? distributed(schema) : ""),
            fourteenth(schema) + (areDistributed ? numbering(schema) : ""),
        ]
    }

    /// Lists the cargos of each need in an index of its own, which one query reads in order.
    ///
    /// No cargo can be read or saved meanwhile.
    private static func fourteenth(_ schema: String) -> String {
        """
        -- In a block, because Citus sends the workers the whole text that a statement came with.
        DO $body$
        BEGIN
            DROP INDEX \(schema).cargo_by_needs;
            CREATE INDEX cargo_disrupted ON \(schema).cargo (id) WHERE needs IS NULL OR needs & 1 <> 0;
            CREATE INDEX cargo_misdirected ON \(schema).cargo (id) WHERE needs IS NULL OR needs & 2 <> 0;
            CREATE INDEX cargo_late ON \(schema).cargo (id) WHERE needs IS NULL OR needs & 4 <> 0;
            CREATE INDEX cargo_unrouted ON \(schema).cargo (id) WHERE needs IS NULL OR needs & 8 <> 0;
            CREATE INDEX cargo_held ON \(schema).cargo (id) WHERE needs IS NULL OR needs & 16 <> 0;
        END $body$;
        """
    }

    /// Forgets the voyages and the references that a cargo no longer has, in the save that removes them.
    ///
    /// Most saves change neither, and leave both tables alone. Writes both tables again; no cargo can be saved meanwhile, nor found by them.
    private static func thirteenth(_ schema: String) -> String {
        """
        -- Waits for saves under way, whose rows would otherwise be missing.
        LOCK TABLE \(schema).cargo IN SHARE ROW EXCLUSIVE MODE;
        CREATE OR REPLACE FUNCTION \(schema).note_voyages() RETURNS trigger LANGUAGE plpgsql AS $body$
        DECLARE
            legs json := NEW.document -> 'itinerary' -> 'legs';
        BEGIN
            DELETE FROM \(schema).cargo_on_voyage WHERE id = NEW.id;
            INSERT INTO \(schema).cargo_on_voyage
            SELECT DISTINCT leg ->> 'voyageNumber', NEW.id FROM json_array_elements(CASE json_typeof(legs) WHEN 'array' THEN legs END) AS leg
            WHERE leg ->> 'voyageNumber' IS NOT NULL;
            RETURN NULL;
        END $body$;
        CREATE OR REPLACE TRIGGER cargo_routed AFTER INSERT ON \(schema).cargo
            FOR EACH ROW WHEN (NEW.document -> 'itinerary' IS NOT NULL) EXECUTE FUNCTION \(schema).note_voyages();
        CREATE TRIGGER cargo_rerouted AFTER UPDATE ON \(schema).cargo
            FOR EACH ROW WHEN (NEW.document ->> 'itinerary' IS DISTINCT FROM OLD.document ->> 'itinerary')
            EXECUTE FUNCTION \(schema).note_voyages();
        TRUNCATE \(schema).cargo_on_voyage;
        INSERT INTO \(schema).cargo_on_voyage
        SELECT DISTINCT leg ->> 'voyageNumber', id FROM \(schema).cargo, LATERAL (SELECT document -> 'itinerary' -> 'legs') AS route(legs),
            json_array_elements(CASE json_typeof(legs) WHEN 'array' THEN legs END) AS leg
        WHERE leg ->> 'voyageNumber' IS NOT NULL;

        CREATE OR REPLACE FUNCTION \(schema).note_references() RETURNS trigger LANGUAGE plpgsql AS $body$
        DECLARE
            all_of json := NEW.document -> 'references';
        BEGIN
            DELETE FROM \(schema).cargo_reference WHERE id = NEW.id;
            INSERT INTO \(schema).cargo_reference
            SELECT DISTINCT (one ->> 'type') || ':' || (one ->> 'value'), NEW.id
            FROM json_array_elements(CASE json_typeof(all_of) WHEN 'array' THEN all_of END) AS one
            WHERE (one ->> 'type') || (one ->> 'value') IS NOT NULL;
            RETURN NULL;
        END $body$;
        CREATE OR REPLACE TRIGGER cargo_referenced AFTER INSERT ON \(schema).cargo
            FOR EACH ROW WHEN (NEW.document -> 'references' IS NOT NULL) EXECUTE FUNCTION \(schema).note_references();
        CREATE TRIGGER cargo_referenced_anew AFTER UPDATE ON \(schema).cargo
            FOR EACH ROW WHEN (NEW.document ->> 'references' IS DISTINCT FROM OLD.document ->> 'references')
            EXECUTE FUNCTION \(schema).note_references();
        TRUNCATE \(schema).cargo_reference;
        INSERT INTO \(schema).cargo_reference
        SELECT DISTINCT (one ->> 'type') || ':' || (one ->> 'value'), id FROM \(schema).cargo,
            LATERAL (SELECT document -> 'references') AS list(all_of), json_array_elements(CASE json_typeof(all_of) WHEN 'array' THEN all_of END) AS one
        WHERE (one ->> 'type') || (one ->> 'value') IS NOT NULL;
        """
    }

    /// Holds who has access to the services that use the store.
    private static func twelfth(_ schema: String) -> String {
        """
        CREATE TABLE \(schema).access (
            id text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema integer NOT NULL CHECK (schema >= 1),
            document json NOT NULL
        ) WITH (fillfactor = 70);
        CREATE TRIGGER access_version BEFORE UPDATE ON \(schema).access
            FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.version <> OLD.version + 1)
            EXECUTE FUNCTION \(schema).refuse('an entry of access goes on by one version');
        """
    }

    /// Finds cargos by until when they are to be collected at their destination, as `Cargo.collectionDeadline` says.
    ///
    /// Instants have one spelling, which sorts by time. An index of the documents themselves would need no column, but then no update could
    /// be a heap-only one. Writes each row of the table again, and no cargo can be read or saved meanwhile.
    private static func tenth(_ schema: String) -> String {
        """
        ALTER TABLE \(schema).cargo ADD COLUMN pick_up_by text COLLATE "C" GENERATED ALWAYS AS (
            CASE WHEN document -> 'delivery' ->> 'isUnloadedAtDestination' = 'true' AND document -> 'cancellation' IS NULL
            THEN document ->> 'pickUpBy' END
        ) STORED;
        CREATE INDEX cargo_by_pick_up ON \(schema).cargo (pick_up_by, id) WHERE pick_up_by IS NOT NULL;
        """
    }

    /// Lists the cargos with each reference, which is `TYPE:VALUE`.
    ///
    /// Rows stayed when a reference was removed, until step 13.
    private static func seventh(_ schema: String) -> String {
        """
        -- Waits for saves under way, whose references would otherwise be missing.
        LOCK TABLE \(schema).cargo IN SHARE ROW EXCLUSIVE MODE;
        CREATE TABLE \(schema).cargo_reference (
            reference text COLLATE "C" NOT NULL,
            id text COLLATE "C" NOT NULL,
            PRIMARY KEY (reference, id)
        );
        INSERT INTO \(schema).cargo_reference
        SELECT DISTINCT (one ->> 'type') || ':' || (one ->> 'value'), id FROM \(schema).cargo,
            LATERAL (SELECT document -> 'references') AS list(all_of), json_array_elements(CASE json_typeof(all_of) WHEN 'array' THEN all_of END) AS one
        WHERE (one ->> 'type') || (one ->> 'value') IS NOT NULL;
        CREATE FUNCTION \(schema).note_references() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            INSERT INTO \(schema).cargo_reference
            SELECT DISTINCT (one ->> 'type') || ':' || (one ->> 'value'), NEW.id FROM json_array_elements(NEW.document -> 'references') AS one
            WHERE (one ->> 'type') || (one ->> 'value') IS NOT NULL
            ON CONFLICT DO NOTHING;
            RETURN NULL;
        END $body$;
        CREATE TRIGGER cargo_referenced AFTER INSERT OR UPDATE ON \(schema).cargo
            FOR EACH ROW WHEN (json_typeof(NEW.document -> 'references') = 'array')
            EXECUTE FUNCTION \(schema).note_references();
        """
    }

    /// Finds cargos by the port where they lie, as `Delivery.currentPort` says.
    ///
    /// Writes each row of the table again, and no cargo can be read or saved meanwhile.
    private static func sixth(_ schema: String) -> String {
        """
        ALTER TABLE \(schema).cargo ADD COLUMN place text COLLATE "C" GENERATED ALWAYS AS (
            CASE document -> 'delivery' ->> 'transportStatus' WHEN 'IN_PORT' THEN document -> 'delivery' ->> 'lastKnownLocation' END
        ) STORED;
        CREATE INDEX cargo_by_place ON \(schema).cargo (place, id) WHERE place IS NOT NULL;
        """
    }

    /// Notes what each cargo needs, as `AttentionReason` says.
    private static func fifth(_ schema: String) -> String {
        """
        ALTER TABLE \(schema).cargo ADD COLUMN needs smallint CHECK (needs BETWEEN 0 AND 255);
        CREATE INDEX cargo_by_needs ON \(schema).cargo (needs, id) WHERE (needs IS NULL OR needs <> 0);
        """
    }

    /// Lists the cargos of each voyage.
    ///
    /// Rows stayed when a route was replaced, until step 13.
    private static func fourth(_ schema: String) -> String {
        """
        -- Waits for saves under way, whose voyages would otherwise be missing.
        LOCK TABLE \(schema).cargo IN SHARE ROW EXCLUSIVE MODE;
        CREATE TABLE \(schema).cargo_on_voyage (
            voyage text COLLATE "C" NOT NULL,
            id text COLLATE "C" NOT NULL,
            PRIMARY KEY (voyage, id)
        );
        INSERT INTO \(schema).cargo_on_voyage
        SELECT DISTINCT leg ->> 'voyageNumber', id FROM \(schema).cargo, LATERAL (SELECT document -> 'itinerary' -> 'legs') AS route(legs),
            json_array_elements(CASE json_typeof(legs) WHEN 'array' THEN legs END) AS leg
        WHERE leg ->> 'voyageNumber' IS NOT NULL;
        CREATE FUNCTION \(schema).note_voyages() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            INSERT INTO \(schema).cargo_on_voyage
            SELECT DISTINCT leg ->> 'voyageNumber', NEW.id FROM json_array_elements(NEW.document -> 'itinerary' -> 'legs') AS leg
            WHERE leg ->> 'voyageNumber' IS NOT NULL
            ON CONFLICT DO NOTHING;
            RETURN NULL;
        END $body$;
        CREATE TRIGGER cargo_routed AFTER INSERT OR UPDATE ON \(schema).cargo
            FOR EACH ROW WHEN (json_typeof(NEW.document -> 'itinerary' -> 'legs') = 'array')
            EXECUTE FUNCTION \(schema).note_voyages();
        """
    }

    /// Moves the numbers of domain events to a separate table.
    ///
    /// Numbering an event in place rewrote its row and four indexes; now it inserts one narrow row. `domain_event_fresh` contains the
    /// ordinals without a number.
    private static func third(_ schema: String) -> String {
        """
        -- Waits for saves under way, whose events would otherwise get no number.
        LOCK TABLE \(schema).domain_event IN ACCESS EXCLUSIVE MODE;
        CREATE TABLE \(schema).domain_event_number (
            sequence bigint PRIMARY KEY CHECK (sequence >= 1),
            ordinal bigint NOT NULL UNIQUE
        );
        CREATE TABLE \(schema).domain_event_fresh (ordinal bigint PRIMARY KEY);
        INSERT INTO \(schema).domain_event_number SELECT sequence, ordinal FROM \(schema).domain_event WHERE sequence IS NOT NULL;
        INSERT INTO \(schema).domain_event_fresh SELECT ordinal FROM \(schema).domain_event WHERE sequence IS NULL;

        DROP TRIGGER domain_event_fixed ON \(schema).domain_event;
        ALTER TABLE \(schema).domain_event DROP COLUMN sequence;
        CREATE TRIGGER domain_event_fixed BEFORE UPDATE ON \(schema).domain_event
            FOR EACH ROW EXECUTE FUNCTION \(schema).refuse('a domain event stays as it is');
        CREATE TRIGGER domain_event_number_fixed BEFORE UPDATE OR DELETE ON \(schema).domain_event_number
            FOR EACH ROW EXECUTE FUNCTION \(schema).refuse('the number of a domain event stays as it is');
        CREATE TRIGGER domain_event_number_kept BEFORE TRUNCATE ON \(schema).domain_event_number
            EXECUTE FUNCTION \(schema).refuse('the number of a domain event stays');

        CREATE FUNCTION \(schema).note_fresh_domain_events() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            INSERT INTO \(schema).domain_event_fresh SELECT ordinal FROM raised;
            RETURN NULL;
        END $body$;
        CREATE TRIGGER domain_event_raised AFTER INSERT ON \(schema).domain_event REFERENCING NEW TABLE AS raised
            FOR EACH STATEMENT EXECUTE FUNCTION \(schema).note_fresh_domain_events();

        -- Numbers the events that can be seen and have no number yet; each statement in here sees what was committed before it began.
        CREATE OR REPLACE FUNCTION \(schema).number_domain_events() RETURNS void LANGUAGE plpgsql VOLATILE AS $body$
        BEGIN
            PERFORM pg_advisory_xact_lock(hashtextextended('\(schema).domain_event', 0));
            WITH fresh AS (DELETE FROM \(schema).domain_event_fresh RETURNING ordinal),
            last AS (SELECT coalesce(max(sequence), 0) AS number FROM \(schema).domain_event_number)
            INSERT INTO \(schema).domain_event_number (sequence, ordinal)
            SELECT last.number + row_number() OVER (ORDER BY ordinal), ordinal FROM fresh, last;
        END $body$;
        """
    }

    private static func second(_ schema: String) -> String {
        """
        CREATE TABLE \(schema).relay (
            id text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema integer NOT NULL CHECK (schema >= 1),
            document json NOT NULL
        ) WITH (fillfactor = 70);
        CREATE TRIGGER relay_version BEFORE UPDATE ON \(schema).relay
            FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.version <> OLD.version + 1)
            EXECUTE FUNCTION \(schema).refuse('a relay goes on by one version');
        """
    }

    private static func first(_ schema: String) -> String {
        """
        CREATE TABLE \(schema).cargo (
            id text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema integer NOT NULL CHECK (schema >= 1),
            document json NOT NULL,
            customer text COLLATE "C" NOT NULL GENERATED ALWAYS AS (document ->> 'customerId') STORED,
            CHECK ((document ->> 'trackingId') COLLATE "C" IS NOT DISTINCT FROM id),
            CHECK ((document ->> 'version')::bigint IS NOT DISTINCT FROM version)
        ) WITH (fillfactor = 70);
        CREATE INDEX cargo_by_customer ON \(schema).cargo (customer, id);

        CREATE TABLE \(schema).voyage (
            id text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema integer NOT NULL CHECK (schema >= 1),
            document json NOT NULL,
            CHECK ((document ->> 'voyageNumber') COLLATE "C" IS NOT DISTINCT FROM id),
            CHECK ((document ->> 'version')::bigint IS NOT DISTINCT FROM version)
        ) WITH (fillfactor = 70);

        CREATE SEQUENCE \(schema).voyage_position;
        CREATE TABLE \(schema).voyage_change (
            position bigint PRIMARY KEY,
            id text COLLATE "C" NOT NULL REFERENCES \(schema).voyage
        );

        CREATE TABLE \(schema).location (
            id text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema integer NOT NULL CHECK (schema >= 1),
            document json NOT NULL,
            CHECK ((document ->> 'unLocode') COLLATE "C" IS NOT DISTINCT FROM id)
        );

        CREATE TABLE \(schema).booking_key (
            id text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL CHECK (version = 1),
            schema integer NOT NULL CHECK (schema >= 1),
            document json NOT NULL
        );

        CREATE TABLE \(schema).handling_event (
            id text COLLATE "C" NOT NULL,
            version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema integer NOT NULL CHECK (schema >= 1),
            document json NOT NULL,
            PRIMARY KEY (id, version),
            CHECK ((document ->> 'trackingId') COLLATE "C" IS NOT DISTINCT FROM id)
        );

        CREATE TABLE \(schema).domain_event (
            ordinal bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
            sequence bigint UNIQUE CHECK (sequence >= 1),
            document json NOT NULL,
            event_id text COLLATE "C" NOT NULL UNIQUE GENERATED ALWAYS AS (document ->> 'eventId') STORED
        );
        CREATE INDEX domain_event_without_number ON \(schema).domain_event (ordinal) WHERE sequence IS NULL;

        CREATE FUNCTION \(schema).refuse() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = TG_ARGV[0];
        END $body$;

        CREATE TRIGGER cargo_version BEFORE UPDATE ON \(schema).cargo
            FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.version <> OLD.version + 1)
            EXECUTE FUNCTION \(schema).refuse('a cargo goes on by one version');
        CREATE TRIGGER cargo_kept BEFORE DELETE ON \(schema).cargo
            FOR EACH ROW EXECUTE FUNCTION \(schema).refuse('a cargo stays');
        CREATE TRIGGER cargo_all_kept BEFORE TRUNCATE ON \(schema).cargo
            EXECUTE FUNCTION \(schema).refuse('a cargo stays');
        CREATE TRIGGER voyage_version BEFORE UPDATE ON \(schema).voyage
            FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.version <> OLD.version + 1)
            EXECUTE FUNCTION \(schema).refuse('a voyage goes on by one version');
        CREATE TRIGGER handling_event_fixed BEFORE UPDATE OR DELETE ON \(schema).handling_event
            FOR EACH ROW EXECUTE FUNCTION \(schema).refuse('a handling event stays as it is');
        CREATE TRIGGER handling_event_kept BEFORE TRUNCATE ON \(schema).handling_event
            EXECUTE FUNCTION \(schema).refuse('a handling event stays');
        CREATE TRIGGER domain_event_fixed BEFORE UPDATE ON \(schema).domain_event
            FOR EACH ROW WHEN (OLD.sequence IS NOT NULL OR NEW.ordinal <> OLD.ordinal OR NEW.document::text <> OLD.document::text)
            EXECUTE FUNCTION \(schema).refuse('a domain event stays as it is');
        CREATE TRIGGER domain_event_kept BEFORE DELETE ON \(schema).domain_event
            FOR EACH ROW EXECUTE FUNCTION \(schema).refuse('a domain event stays');
        CREATE TRIGGER domain_event_all_kept BEFORE TRUNCATE ON \(schema).domain_event
            EXECUTE FUNCTION \(schema).refuse('a domain event stays');

        -- Two that append at once are told apart by the primary key; this is for gaps.
        CREATE FUNCTION \(schema).order_handling_events() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            IF NEW.version > 1 + (SELECT coalesce(max(version), 0) FROM \(schema).handling_event WHERE id = NEW.id) THEN
                RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'handling events are numbered without gaps';
            END IF;
            RETURN NEW;
        END $body$;
        CREATE TRIGGER handling_event_order BEFORE INSERT ON \(schema).handling_event
            FOR EACH ROW EXECUTE FUNCTION \(schema).order_handling_events();

        -- Positions are drawn under a lock that is kept until the commit: whoever sees one sees all before it.
        CREATE FUNCTION \(schema).note_voyage_change() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            PERFORM pg_advisory_xact_lock(hashtextextended('\(schema).voyage_change', 0));
            INSERT INTO \(schema).voyage_change (position, id) VALUES (nextval('\(schema).voyage_position'), NEW.id);
            RETURN NULL;
        END $body$;
        CREATE TRIGGER voyage_changed AFTER INSERT OR UPDATE ON \(schema).voyage
            FOR EACH ROW EXECUTE FUNCTION \(schema).note_voyage_change();

        -- Numbers the events that can be seen and have no number yet; each statement in here sees what was committed before it began.
        CREATE FUNCTION \(schema).number_domain_events() RETURNS void LANGUAGE plpgsql VOLATILE AS $body$
        BEGIN
            PERFORM pg_advisory_xact_lock(hashtextextended('\(schema).domain_event', 0));
            WITH fresh AS (
                SELECT ordinal, row_number() OVER (ORDER BY ordinal) AS place FROM \(schema).domain_event WHERE sequence IS NULL
            ), last AS (SELECT coalesce(max(sequence), 0) AS number FROM \(schema).domain_event)
            UPDATE \(schema).domain_event AS event SET sequence = last.number + fresh.place
            FROM fresh, last WHERE event.ordinal = fresh.ordinal;
        END $body$;
        """
    }

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
