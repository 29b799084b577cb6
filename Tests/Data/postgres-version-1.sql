-- The tables of a PostgreSQL store as version 1 of them left an empty store. A golden file: never changed.
CREATE SCHEMA "cargo_kit";
CREATE TABLE "cargo_kit".schema_version (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL);
INSERT INTO "cargo_kit".schema_version (version) VALUES (1);

CREATE TABLE "cargo_kit".cargo (
    id text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema integer NOT NULL CHECK (schema >= 1),
    document json NOT NULL,
    customer text COLLATE "C" NOT NULL GENERATED ALWAYS AS (document ->> 'customerId') STORED,
    CHECK ((document ->> 'trackingId') COLLATE "C" IS NOT DISTINCT FROM id),
    CHECK ((document ->> 'version')::bigint IS NOT DISTINCT FROM version)
) WITH (fillfactor = 70);
CREATE INDEX cargo_by_customer ON "cargo_kit".cargo (customer, id);

CREATE TABLE "cargo_kit".voyage (
    id text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema integer NOT NULL CHECK (schema >= 1),
    document json NOT NULL,
    CHECK ((document ->> 'voyageNumber') COLLATE "C" IS NOT DISTINCT FROM id),
    CHECK ((document ->> 'version')::bigint IS NOT DISTINCT FROM version)
) WITH (fillfactor = 70);

CREATE SEQUENCE "cargo_kit".voyage_position;
CREATE TABLE "cargo_kit".voyage_change (
    position bigint PRIMARY KEY,
    id text COLLATE "C" NOT NULL REFERENCES "cargo_kit".voyage
);

CREATE TABLE "cargo_kit".location (
    id text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema integer NOT NULL CHECK (schema >= 1),
    document json NOT NULL,
    CHECK ((document ->> 'unLocode') COLLATE "C" IS NOT DISTINCT FROM id)
);

CREATE TABLE "cargo_kit".booking_key (
    id text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL CHECK (version = 1),
    schema integer NOT NULL CHECK (schema >= 1),
    document json NOT NULL
);

CREATE TABLE "cargo_kit".handling_event (
    id text COLLATE "C" NOT NULL,
    version bigint NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema integer NOT NULL CHECK (schema >= 1),
    document json NOT NULL,
    PRIMARY KEY (id, version),
    CHECK ((document ->> 'trackingId') COLLATE "C" IS NOT DISTINCT FROM id)
);

CREATE TABLE "cargo_kit".domain_event (
    ordinal bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    sequence bigint UNIQUE CHECK (sequence >= 1),
    document json NOT NULL,
    event_id text COLLATE "C" NOT NULL UNIQUE GENERATED ALWAYS AS (document ->> 'eventId') STORED
);
CREATE INDEX domain_event_without_number ON "cargo_kit".domain_event (ordinal) WHERE sequence IS NULL;

CREATE FUNCTION "cargo_kit".refuse() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = TG_ARGV[0];
END $body$;

CREATE TRIGGER cargo_version BEFORE UPDATE ON "cargo_kit".cargo
    FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.version <> OLD.version + 1)
    EXECUTE FUNCTION "cargo_kit".refuse('a cargo goes on by one version');
CREATE TRIGGER cargo_kept BEFORE DELETE ON "cargo_kit".cargo
    FOR EACH ROW EXECUTE FUNCTION "cargo_kit".refuse('a cargo stays');
CREATE TRIGGER cargo_all_kept BEFORE TRUNCATE ON "cargo_kit".cargo
    EXECUTE FUNCTION "cargo_kit".refuse('a cargo stays');
CREATE TRIGGER voyage_version BEFORE UPDATE ON "cargo_kit".voyage
    FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.version <> OLD.version + 1)
    EXECUTE FUNCTION "cargo_kit".refuse('a voyage goes on by one version');
CREATE TRIGGER handling_event_fixed BEFORE UPDATE OR DELETE ON "cargo_kit".handling_event
    FOR EACH ROW EXECUTE FUNCTION "cargo_kit".refuse('a handling event stays as it is');
CREATE TRIGGER handling_event_kept BEFORE TRUNCATE ON "cargo_kit".handling_event
    EXECUTE FUNCTION "cargo_kit".refuse('a handling event stays');
CREATE TRIGGER domain_event_fixed BEFORE UPDATE ON "cargo_kit".domain_event
    FOR EACH ROW WHEN (OLD.sequence IS NOT NULL OR NEW.ordinal <> OLD.ordinal OR NEW.document::text <> OLD.document::text)
    EXECUTE FUNCTION "cargo_kit".refuse('a domain event stays as it is');
CREATE TRIGGER domain_event_kept BEFORE DELETE ON "cargo_kit".domain_event
    FOR EACH ROW EXECUTE FUNCTION "cargo_kit".refuse('a domain event stays');
CREATE TRIGGER domain_event_all_kept BEFORE TRUNCATE ON "cargo_kit".domain_event
    EXECUTE FUNCTION "cargo_kit".refuse('a domain event stays');

-- Two that append at once are told apart by the primary key; this is for gaps.
CREATE FUNCTION "cargo_kit".order_handling_events() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    IF NEW.version > 1 + (SELECT coalesce(max(version), 0) FROM "cargo_kit".handling_event WHERE id = NEW.id) THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'handling events are numbered without gaps';
    END IF;
    RETURN NEW;
END $body$;
CREATE TRIGGER handling_event_order BEFORE INSERT ON "cargo_kit".handling_event
    FOR EACH ROW EXECUTE FUNCTION "cargo_kit".order_handling_events();

-- Positions are drawn under a lock that is kept until the commit: whoever sees one sees all before it.
CREATE FUNCTION "cargo_kit".note_voyage_change() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('"cargo_kit".voyage_change', 0));
    INSERT INTO "cargo_kit".voyage_change (position, id) VALUES (nextval('"cargo_kit".voyage_position'), NEW.id);
    RETURN NULL;
END $body$;
CREATE TRIGGER voyage_changed AFTER INSERT OR UPDATE ON "cargo_kit".voyage
    FOR EACH ROW EXECUTE FUNCTION "cargo_kit".note_voyage_change();

-- Numbers the events that can be seen and have no number yet; each statement in here sees what was committed before it began.
CREATE FUNCTION "cargo_kit".number_domain_events() RETURNS void LANGUAGE plpgsql VOLATILE AS $body$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('"cargo_kit".domain_event', 0));
    WITH fresh AS (
        SELECT ordinal, row_number() OVER (ORDER BY ordinal) AS place FROM "cargo_kit".domain_event WHERE sequence IS NULL
    ), last AS (SELECT coalesce(max(sequence), 0) AS number FROM "cargo_kit".domain_event)
    UPDATE "cargo_kit".domain_event AS event SET sequence = last.number + fresh.place
    FROM fresh, last WHERE event.ordinal = fresh.ordinal;
END $body$;
