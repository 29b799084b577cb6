#if Postgres
extension PostgresSchema {
    /// The tables that keep what they held of an erased customer until `VACUUM FULL`, as docs/postgres.md lists them.
    static let tablesOfCustomers = [
        "access", "booking_key", "cargo", "cargo_reference", "carrierevent", "domain_event", "handling_event", "subscription",
    ]

    /// Lets cargos and old domain events leave (REP-9 to REP-11).
    ///
    /// - `removed_cargo` says where a removed cargo is. A cargo is in one of the two tables; triggers move it.
    /// - `outbox` has the sequence number of the first domain event. Only events before it can be deleted, and no event gets such a number.
    /// - A transaction that sets `cargo_kit.rewriting` to the schema's name may replace documents of handling and domain events.
    static func eleventh(_ schema: String) -> String {
        """
        -- Waits for saves under way, in the order in which they lock the tables; otherwise each could wait for the other.
        LOCK TABLE \(schema).handling_event, \(schema).cargo, \(schema).domain_event, \(schema).domain_event_number IN ACCESS EXCLUSIVE MODE;
        CREATE TABLE \(schema).removed_cargo (
            id text COLLATE "C" PRIMARY KEY,
            version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema integer NOT NULL CHECK (schema = 255),
            document json NOT NULL
        );
        CREATE INDEX cargo_on_voyage_by_id ON \(schema).cargo_on_voyage (id);
        CREATE INDEX cargo_reference_by_id ON \(schema).cargo_reference (id);

        CREATE FUNCTION \(schema).order_removal() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            -- A booking of the same id may be under way: neither would see the other's row.
            IF NEW.version = 1 THEN LOCK TABLE \(schema).cargo IN SHARE ROW EXCLUSIVE MODE; END IF;
            IF NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM \(schema).cargo WHERE id = NEW.id) THEN
                RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a removal is the version after that of the cargo';
            END IF;
            RETURN NEW;
        END $body$;
        CREATE TRIGGER removed_cargo_order BEFORE INSERT ON \(schema).removed_cargo
            FOR EACH ROW EXECUTE FUNCTION \(schema).order_removal();
        CREATE FUNCTION \(schema).delete_removed_cargo() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            DELETE FROM \(schema).cargo WHERE id = NEW.id;
            RETURN NULL;
        END $body$;
        CREATE TRIGGER removed_cargo_inserted AFTER INSERT ON \(schema).removed_cargo
            FOR EACH ROW EXECUTE FUNCTION \(schema).delete_removed_cargo();
        CREATE TRIGGER removed_cargo_version BEFORE UPDATE ON \(schema).removed_cargo
            FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.version <> OLD.version + 1)
            EXECUTE FUNCTION \(schema).refuse('a removed cargo goes on by one version');
        CREATE FUNCTION \(schema).keep_removed_cargo() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            IF EXISTS (SELECT FROM \(schema).cargo WHERE id = OLD.id AND version = OLD.version + 1) THEN RETURN OLD; END IF;
            RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a removed cargo stays known';
        END $body$;
        CREATE TRIGGER removed_cargo_kept BEFORE DELETE ON \(schema).removed_cargo
            FOR EACH ROW EXECUTE FUNCTION \(schema).keep_removed_cargo();
        CREATE TRIGGER removed_cargo_all_kept BEFORE TRUNCATE ON \(schema).removed_cargo
            EXECUTE FUNCTION \(schema).refuse('a removed cargo stays known');

        CREATE FUNCTION \(schema).keep_cargo() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            IF EXISTS (SELECT FROM \(schema).removed_cargo WHERE id = OLD.id AND version = OLD.version + 1) THEN RETURN OLD; END IF;
            RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a cargo stays';
        END $body$;
        DROP TRIGGER cargo_kept ON \(schema).cargo;
        CREATE TRIGGER cargo_kept BEFORE DELETE ON \(schema).cargo
            FOR EACH ROW EXECUTE FUNCTION \(schema).keep_cargo();
        CREATE FUNCTION \(schema).forget_cargo() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            DELETE FROM \(schema).cargo_on_voyage WHERE id = OLD.id;
            DELETE FROM \(schema).cargo_reference WHERE id = OLD.id;
            RETURN NULL;
        END $body$;
        CREATE TRIGGER cargo_deleted AFTER DELETE ON \(schema).cargo
            FOR EACH ROW EXECUTE FUNCTION \(schema).forget_cargo();
        CREATE FUNCTION \(schema).refuse_removed_cargo() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            IF EXISTS (SELECT FROM \(schema).removed_cargo WHERE id = NEW.id AND version <> NEW.version - 1) THEN
                RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'the id of a removed cargo stays in use';
            END IF;
            RETURN NEW;
        END $body$;
        CREATE TRIGGER cargo_not_removed BEFORE INSERT ON \(schema).cargo
            FOR EACH ROW EXECUTE FUNCTION \(schema).refuse_removed_cargo();
        CREATE FUNCTION \(schema).restore_cargo() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            DELETE FROM \(schema).removed_cargo WHERE id = NEW.id;
            RETURN NULL;
        END $body$;
        CREATE TRIGGER cargo_restored AFTER INSERT ON \(schema).cargo
            FOR EACH ROW WHEN (NEW.version > 1) EXECUTE FUNCTION \(schema).restore_cargo();

        CREATE FUNCTION \(schema).keep_handling_event() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            IF TG_OP = 'DELETE' THEN
                IF EXISTS (SELECT FROM \(schema).removed_cargo WHERE id = OLD.id) THEN RETURN OLD; END IF;
            ELSIF current_setting('cargo_kit.rewriting', true) = '\(schema)'
                AND (NEW.id, NEW.version, NEW.schema) = (OLD.id, OLD.version, OLD.schema) THEN RETURN NEW;
            END IF;
            RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a handling event stays as it is';
        END $body$;
        DROP TRIGGER handling_event_fixed ON \(schema).handling_event;
        CREATE TRIGGER handling_event_fixed BEFORE UPDATE OR DELETE ON \(schema).handling_event
            FOR EACH ROW EXECUTE FUNCTION \(schema).keep_handling_event();

        CREATE TABLE \(schema).outbox (
            one boolean PRIMARY KEY DEFAULT true CHECK (one),
            first bigint NOT NULL CHECK (first >= 1)
        );
        INSERT INTO \(schema).outbox (first) VALUES (1);
        -- Events are numbered under the same lock, so that none gets a number that is trimmed at this moment.
        CREATE FUNCTION \(schema).raise_outbox() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            PERFORM pg_advisory_xact_lock(hashtextextended('\(schema).domain_event', 0));
            IF NEW.first >= OLD.first THEN RETURN NEW; END IF;
            RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'the first domain event stays gone';
        END $body$;
        CREATE TRIGGER outbox_raised BEFORE UPDATE ON \(schema).outbox
            FOR EACH ROW EXECUTE FUNCTION \(schema).raise_outbox();
        CREATE TRIGGER outbox_kept BEFORE DELETE OR TRUNCATE ON \(schema).outbox
            EXECUTE FUNCTION \(schema).refuse('the first domain event stays known');

        CREATE FUNCTION \(schema).keep_domain_event() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            IF TG_OP = 'DELETE' THEN
                IF EXISTS (
                    SELECT FROM \(schema).domain_event_number AS number, \(schema).outbox
                    WHERE number.ordinal = OLD.ordinal AND number.sequence < outbox.first
                ) THEN RETURN OLD; END IF;
            ELSIF current_setting('cargo_kit.rewriting', true) = '\(schema)'
                AND NEW.ordinal = OLD.ordinal AND NEW.document ->> 'eventId' = OLD.event_id THEN RETURN NEW;
            END IF;
            RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a domain event stays as it is';
        END $body$;
        DROP TRIGGER domain_event_fixed ON \(schema).domain_event;
        DROP TRIGGER domain_event_kept ON \(schema).domain_event;
        CREATE TRIGGER domain_event_fixed BEFORE UPDATE OR DELETE ON \(schema).domain_event
            FOR EACH ROW EXECUTE FUNCTION \(schema).keep_domain_event();
        CREATE FUNCTION \(schema).keep_domain_event_number() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            IF TG_OP = 'DELETE' THEN
                IF OLD.sequence < (SELECT first FROM \(schema).outbox)
                    AND NOT EXISTS (SELECT FROM \(schema).domain_event WHERE ordinal = OLD.ordinal) THEN RETURN OLD; END IF;
            END IF;
            RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'the number of a domain event stays as it is';
        END $body$;
        DROP TRIGGER domain_event_number_fixed ON \(schema).domain_event_number;
        CREATE TRIGGER domain_event_number_fixed BEFORE UPDATE OR DELETE ON \(schema).domain_event_number
            FOR EACH ROW EXECUTE FUNCTION \(schema).keep_domain_event_number();

        -- As before, but no event gets a number that was trimmed.
        CREATE OR REPLACE FUNCTION \(schema).number_domain_events() RETURNS void LANGUAGE plpgsql VOLATILE AS $body$
        BEGIN
            PERFORM pg_advisory_xact_lock(hashtextextended('\(schema).domain_event', 0));
            WITH fresh AS (DELETE FROM \(schema).domain_event_fresh RETURNING ordinal),
            last AS (
                SELECT greatest((SELECT max(sequence) FROM \(schema).domain_event_number), (SELECT first - 1 FROM \(schema).outbox)) AS number
            )
            INSERT INTO \(schema).domain_event_number (sequence, ordinal)
            SELECT last.number + row_number() OVER (ORDER BY ordinal), ordinal FROM fresh, last;
        END $body$;
        """
    }
}
#endif
