CREATE SCHEMA cargo_kit;
CREATE FUNCTION cargo_kit.delete_removed_cargo() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM "cargo_kit".cargo WHERE id = NEW.id;
    RETURN NULL;
END $$;
CREATE FUNCTION cargo_kit.forget_cargo() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM "cargo_kit".cargo_on_voyage WHERE id = OLD.id;
    DELETE FROM "cargo_kit".cargo_reference WHERE id = OLD.id;
    RETURN NULL;
END $$;
CREATE FUNCTION cargo_kit.keep_cargo() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT FROM "cargo_kit".removed_cargo WHERE id = OLD.id AND version = OLD.version + 1) THEN RETURN OLD; END IF;
    RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a cargo stays';
END $$;
CREATE FUNCTION cargo_kit.keep_domain_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF EXISTS (
            SELECT FROM "cargo_kit".domain_event_number AS number, "cargo_kit".outbox
            WHERE number.ordinal = OLD.ordinal AND number.sequence < outbox.first
        ) THEN RETURN OLD; END IF;
    ELSIF current_setting('cargo_kit.rewriting', true) = '"cargo_kit"'
        AND NEW.ordinal = OLD.ordinal AND NEW.document ->> 'eventId' = OLD.event_id THEN RETURN NEW;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a domain event stays as it is';
END $$;
CREATE FUNCTION cargo_kit.keep_domain_event_number() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.sequence < (SELECT first FROM "cargo_kit".outbox)
            AND NOT EXISTS (SELECT FROM "cargo_kit".domain_event WHERE ordinal = OLD.ordinal) THEN RETURN OLD; END IF;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'the number of a domain event stays as it is';
END $$;
CREATE FUNCTION cargo_kit.keep_handling_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF EXISTS (SELECT FROM "cargo_kit".removed_cargo WHERE id = OLD.id) THEN RETURN OLD; END IF;
    ELSIF current_setting('cargo_kit.rewriting', true) = '"cargo_kit"'
        AND (NEW.id, NEW.version, NEW.schema) = (OLD.id, OLD.version, OLD.schema) THEN RETURN NEW;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a handling event stays as it is';
END $$;
CREATE FUNCTION cargo_kit.keep_removed_cargo() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT FROM "cargo_kit".cargo WHERE id = OLD.id AND version = OLD.version + 1) THEN RETURN OLD; END IF;
    RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a removed cargo stays known';
END $$;
CREATE FUNCTION cargo_kit.note_fresh_domain_events() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO "cargo_kit".domain_event_fresh SELECT ordinal FROM raised;
    RETURN NULL;
END $$;
CREATE FUNCTION cargo_kit.note_references() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    all_of json := NEW.document -> 'references';
BEGIN
    DELETE FROM "cargo_kit".cargo_reference WHERE id = NEW.id;
    INSERT INTO "cargo_kit".cargo_reference
    SELECT DISTINCT (one ->> 'type') || ':' || (one ->> 'value'), NEW.id
    FROM json_array_elements(CASE json_typeof(all_of) WHEN 'array' THEN all_of END) AS one
    WHERE (one ->> 'type') || (one ->> 'value') IS NOT NULL;
    RETURN NULL;
END $$;
CREATE FUNCTION cargo_kit.note_voyage_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('"cargo_kit".voyage_change', 0));
    INSERT INTO "cargo_kit".voyage_change (position, id) VALUES (nextval('"cargo_kit".voyage_position'), NEW.id);
    RETURN NULL;
END $$;
CREATE FUNCTION cargo_kit.note_voyages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    legs json := NEW.document -> 'itinerary' -> 'legs';
BEGIN
    DELETE FROM "cargo_kit".cargo_on_voyage WHERE id = NEW.id;
    INSERT INTO "cargo_kit".cargo_on_voyage
    SELECT DISTINCT leg ->> 'voyageNumber', NEW.id FROM json_array_elements(CASE json_typeof(legs) WHEN 'array' THEN legs END) AS leg
    WHERE leg ->> 'voyageNumber' IS NOT NULL;
    RETURN NULL;
END $$;
CREATE FUNCTION cargo_kit.number_domain_events() RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('"cargo_kit".domain_event', 0));
    WITH fresh AS (DELETE FROM "cargo_kit".domain_event_fresh RETURNING ordinal),
    last AS (
        SELECT greatest((SELECT max(sequence) FROM "cargo_kit".domain_event_number), (SELECT first - 1 FROM "cargo_kit".outbox)) AS number
    )
    INSERT INTO "cargo_kit".domain_event_number (sequence, ordinal)
    SELECT last.number + row_number() OVER (ORDER BY ordinal), ordinal FROM fresh, last;
END $$;
CREATE FUNCTION cargo_kit.order_handling_events() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.version > 1 + (SELECT coalesce(max(version), 0) FROM "cargo_kit".handling_event WHERE id = NEW.id) THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'handling events are numbered without gaps';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION cargo_kit.order_removal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    -- A booking of the same id may be under way: neither would see the other's row.
    IF NEW.version = 1 THEN LOCK TABLE "cargo_kit".cargo IN SHARE ROW EXCLUSIVE MODE; END IF;
    IF NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM "cargo_kit".cargo WHERE id = NEW.id) THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a removal is the version after that of the cargo';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION cargo_kit.raise_outbox() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('"cargo_kit".domain_event', 0));
    IF NEW.first >= OLD.first THEN RETURN NEW; END IF;
    RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'the first domain event stays gone';
END $$;
CREATE FUNCTION cargo_kit.refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = TG_ARGV[0];
END $$;
CREATE FUNCTION cargo_kit.refuse_removed_cargo() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT FROM "cargo_kit".removed_cargo WHERE id = NEW.id AND version <> NEW.version - 1) THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'the id of a removed cargo stays in use';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION cargo_kit.restore_cargo() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM "cargo_kit".removed_cargo WHERE id = NEW.id;
    RETURN NULL;
END $$;
CREATE TABLE cargo_kit.access (
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    schema integer NOT NULL,
    document json NOT NULL,
    CONSTRAINT access_schema_check CHECK ((schema >= 1)),
    CONSTRAINT access_version_check CHECK (((version >= 1) AND (version <= '9007199254740991'::bigint)))
)
WITH (fillfactor='70');
CREATE TABLE cargo_kit.booking_key (
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    schema integer NOT NULL,
    document json NOT NULL,
    CONSTRAINT booking_key_schema_check CHECK ((schema >= 1)),
    CONSTRAINT booking_key_version_check CHECK ((version = 1))
);
CREATE TABLE cargo_kit.cargo (
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    schema integer NOT NULL,
    document json NOT NULL,
    customer text GENERATED ALWAYS AS ((document ->> 'customerId'::text)) STORED NOT NULL COLLATE pg_catalog."C",
    needs smallint,
    place text GENERATED ALWAYS AS (
CASE ((document -> 'delivery'::text) ->> 'transportStatus'::text)
    WHEN 'IN_PORT'::text THEN ((document -> 'delivery'::text) ->> 'lastKnownLocation'::text)
    ELSE NULL::text
END) STORED COLLATE pg_catalog."C",
    pick_up_by text GENERATED ALWAYS AS (
CASE
    WHEN ((((document -> 'delivery'::text) ->> 'isUnloadedAtDestination'::text) = 'true'::text) AND ((document -> 'cancellation'::text) IS NULL)) THEN (document ->> 'pickUpBy'::text)
    ELSE NULL::text
END) STORED COLLATE pg_catalog."C",
    CONSTRAINT cargo_check CHECK ((NOT (((document ->> 'trackingId'::text) COLLATE "C") IS DISTINCT FROM id))),
    CONSTRAINT cargo_check1 CHECK ((NOT (((document ->> 'version'::text))::bigint IS DISTINCT FROM version))),
    CONSTRAINT cargo_needs_check CHECK (((needs >= 0) AND (needs <= 255))),
    CONSTRAINT cargo_schema_check CHECK ((schema >= 1)),
    CONSTRAINT cargo_version_check CHECK (((version >= 1) AND (version <= '9007199254740991'::bigint)))
)
WITH (fillfactor='70');
CREATE TABLE cargo_kit.cargo_on_voyage (
    voyage text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE cargo_kit.cargo_reference (
    reference text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE cargo_kit.carrierevent (
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    schema integer NOT NULL,
    document json NOT NULL,
    status text GENERATED ALWAYS AS (((document -> 'state'::text) ->> 'status'::text)) STORED NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT carrierevent_check CHECK ((NOT (((document ->> 'id'::text) COLLATE "C") IS DISTINCT FROM id))),
    CONSTRAINT carrierevent_schema_check CHECK ((schema >= 1)),
    CONSTRAINT carrierevent_version_check CHECK (((version >= 1) AND (version <= '9007199254740991'::bigint)))
)
WITH (fillfactor='70');
CREATE TABLE cargo_kit.carrierlog (
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    schema integer NOT NULL,
    document json NOT NULL,
    CONSTRAINT carrierlog_schema_check CHECK ((schema >= 1)),
    CONSTRAINT carrierlog_version_check CHECK (((version >= 1) AND (version <= '9007199254740991'::bigint)))
)
WITH (fillfactor='70');
CREATE TABLE cargo_kit.delivery (
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    schema integer NOT NULL,
    document json NOT NULL,
    CONSTRAINT delivery_schema_check CHECK ((schema >= 1)),
    CONSTRAINT delivery_version_check CHECK (((version >= 1) AND (version <= '9007199254740991'::bigint)))
)
WITH (fillfactor='70');
CREATE TABLE cargo_kit.domain_event (
    ordinal bigint NOT NULL,
    document json NOT NULL,
    event_id text GENERATED ALWAYS AS ((document ->> 'eventId'::text)) STORED NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE cargo_kit.domain_event_fresh (
    ordinal bigint NOT NULL
);
CREATE TABLE cargo_kit.domain_event_number (
    sequence bigint NOT NULL,
    ordinal bigint NOT NULL,
    CONSTRAINT domain_event_number_sequence_check CHECK ((sequence >= 1))
);
ALTER TABLE cargo_kit.domain_event ALTER COLUMN ordinal ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME cargo_kit.domain_event_ordinal_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE cargo_kit.handling_event (
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    schema integer NOT NULL,
    document json NOT NULL,
    CONSTRAINT handling_event_check CHECK ((NOT (((document ->> 'trackingId'::text) COLLATE "C") IS DISTINCT FROM id))),
    CONSTRAINT handling_event_schema_check CHECK ((schema >= 1)),
    CONSTRAINT handling_event_version_check CHECK (((version >= 1) AND (version <= '9007199254740991'::bigint)))
);
CREATE TABLE cargo_kit.location (
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    schema integer NOT NULL,
    document json NOT NULL,
    CONSTRAINT location_check CHECK ((NOT (((document ->> 'unLocode'::text) COLLATE "C") IS DISTINCT FROM id))),
    CONSTRAINT location_schema_check CHECK ((schema >= 1)),
    CONSTRAINT location_version_check CHECK (((version >= 1) AND (version <= '9007199254740991'::bigint)))
);
CREATE TABLE cargo_kit.outbox (
    one boolean DEFAULT true NOT NULL,
    first bigint NOT NULL,
    CONSTRAINT outbox_first_check CHECK ((first >= 1)),
    CONSTRAINT outbox_one_check CHECK (one)
);
CREATE TABLE cargo_kit.relay (
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    schema integer NOT NULL,
    document json NOT NULL,
    CONSTRAINT relay_schema_check CHECK ((schema >= 1)),
    CONSTRAINT relay_version_check CHECK (((version >= 1) AND (version <= '9007199254740991'::bigint)))
)
WITH (fillfactor='70');
CREATE TABLE cargo_kit.removed_cargo (
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    schema integer NOT NULL,
    document json NOT NULL,
    CONSTRAINT removed_cargo_schema_check CHECK ((schema = 255)),
    CONSTRAINT removed_cargo_version_check CHECK (((version >= 1) AND (version <= '9007199254740991'::bigint)))
);
CREATE TABLE cargo_kit.schema_version (
    one boolean DEFAULT true NOT NULL,
    version integer NOT NULL,
    CONSTRAINT schema_version_one_check CHECK (one)
);
CREATE TABLE cargo_kit.subscription (
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    schema integer NOT NULL,
    document json NOT NULL,
    CONSTRAINT subscription_schema_check CHECK ((schema >= 1)),
    CONSTRAINT subscription_version_check CHECK (((version >= 1) AND (version <= '9007199254740991'::bigint)))
)
WITH (fillfactor='70');
CREATE TABLE cargo_kit.voyage (
    id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    schema integer NOT NULL,
    document json NOT NULL,
    CONSTRAINT voyage_check CHECK ((NOT (((document ->> 'voyageNumber'::text) COLLATE "C") IS DISTINCT FROM id))),
    CONSTRAINT voyage_check1 CHECK ((NOT (((document ->> 'version'::text))::bigint IS DISTINCT FROM version))),
    CONSTRAINT voyage_schema_check CHECK ((schema >= 1)),
    CONSTRAINT voyage_version_check CHECK (((version >= 1) AND (version <= '9007199254740991'::bigint)))
)
WITH (fillfactor='70');
CREATE TABLE cargo_kit.voyage_change (
    "position" bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE cargo_kit.voyage_position
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE ONLY cargo_kit.access
    ADD CONSTRAINT access_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cargo_kit.booking_key
    ADD CONSTRAINT booking_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cargo_kit.cargo_on_voyage
    ADD CONSTRAINT cargo_on_voyage_pkey PRIMARY KEY (voyage, id);
ALTER TABLE ONLY cargo_kit.cargo
    ADD CONSTRAINT cargo_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cargo_kit.cargo_reference
    ADD CONSTRAINT cargo_reference_pkey PRIMARY KEY (reference, id);
ALTER TABLE ONLY cargo_kit.carrierevent
    ADD CONSTRAINT carrierevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cargo_kit.carrierlog
    ADD CONSTRAINT carrierlog_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cargo_kit.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cargo_kit.domain_event
    ADD CONSTRAINT domain_event_event_id_key UNIQUE (event_id);
ALTER TABLE ONLY cargo_kit.domain_event_fresh
    ADD CONSTRAINT domain_event_fresh_pkey PRIMARY KEY (ordinal);
ALTER TABLE ONLY cargo_kit.domain_event_number
    ADD CONSTRAINT domain_event_number_ordinal_key UNIQUE (ordinal);
ALTER TABLE ONLY cargo_kit.domain_event_number
    ADD CONSTRAINT domain_event_number_pkey PRIMARY KEY (sequence);
ALTER TABLE ONLY cargo_kit.domain_event
    ADD CONSTRAINT domain_event_pkey PRIMARY KEY (ordinal);
ALTER TABLE ONLY cargo_kit.handling_event
    ADD CONSTRAINT handling_event_pkey PRIMARY KEY (id, version);
ALTER TABLE ONLY cargo_kit.location
    ADD CONSTRAINT location_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cargo_kit.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (one);
ALTER TABLE ONLY cargo_kit.relay
    ADD CONSTRAINT relay_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cargo_kit.removed_cargo
    ADD CONSTRAINT removed_cargo_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cargo_kit.schema_version
    ADD CONSTRAINT schema_version_pkey PRIMARY KEY (one);
ALTER TABLE ONLY cargo_kit.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cargo_kit.voyage_change
    ADD CONSTRAINT voyage_change_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY cargo_kit.voyage
    ADD CONSTRAINT voyage_pkey PRIMARY KEY (id);
CREATE INDEX cargo_by_customer ON cargo_kit.cargo USING btree (customer, id);
CREATE INDEX cargo_by_pick_up ON cargo_kit.cargo USING btree (pick_up_by, id) WHERE (pick_up_by IS NOT NULL);
CREATE INDEX cargo_by_place ON cargo_kit.cargo USING btree (place, id) WHERE (place IS NOT NULL);
CREATE INDEX cargo_disrupted ON cargo_kit.cargo USING btree (id) WHERE ((needs IS NULL) OR (((needs)::integer & 1) <> 0));
CREATE INDEX cargo_held ON cargo_kit.cargo USING btree (id) WHERE ((needs IS NULL) OR (((needs)::integer & 16) <> 0));
CREATE INDEX cargo_late ON cargo_kit.cargo USING btree (id) WHERE ((needs IS NULL) OR (((needs)::integer & 4) <> 0));
CREATE INDEX cargo_misdirected ON cargo_kit.cargo USING btree (id) WHERE ((needs IS NULL) OR (((needs)::integer & 2) <> 0));
CREATE INDEX cargo_on_voyage_by_id ON cargo_kit.cargo_on_voyage USING btree (id);
CREATE INDEX cargo_reference_by_id ON cargo_kit.cargo_reference USING btree (id);
CREATE INDEX cargo_unrouted ON cargo_kit.cargo USING btree (id) WHERE ((needs IS NULL) OR (((needs)::integer & 8) <> 0));
CREATE INDEX carrierevent_by_status ON cargo_kit.carrierevent USING btree (status, id);
CREATE TRIGGER access_version BEFORE UPDATE ON cargo_kit.access FOR EACH ROW WHEN (((new.id <> old.id) OR (new.version <> (old.version + 1)))) EXECUTE FUNCTION cargo_kit.refuse('an entry of access goes on by one version');
CREATE TRIGGER cargo_all_kept BEFORE TRUNCATE ON cargo_kit.cargo FOR EACH STATEMENT EXECUTE FUNCTION cargo_kit.refuse('a cargo stays');
CREATE TRIGGER cargo_deleted AFTER DELETE ON cargo_kit.cargo FOR EACH ROW EXECUTE FUNCTION cargo_kit.forget_cargo();
CREATE TRIGGER cargo_kept BEFORE DELETE ON cargo_kit.cargo FOR EACH ROW EXECUTE FUNCTION cargo_kit.keep_cargo();
CREATE TRIGGER cargo_not_removed BEFORE INSERT ON cargo_kit.cargo FOR EACH ROW EXECUTE FUNCTION cargo_kit.refuse_removed_cargo();
CREATE TRIGGER cargo_referenced AFTER INSERT ON cargo_kit.cargo FOR EACH ROW WHEN (((new.document -> 'references'::text) IS NOT NULL)) EXECUTE FUNCTION cargo_kit.note_references();
CREATE TRIGGER cargo_referenced_anew AFTER UPDATE ON cargo_kit.cargo FOR EACH ROW WHEN (((new.document ->> 'references'::text) IS DISTINCT FROM (old.document ->> 'references'::text))) EXECUTE FUNCTION cargo_kit.note_references();
CREATE TRIGGER cargo_rerouted AFTER UPDATE ON cargo_kit.cargo FOR EACH ROW WHEN (((new.document ->> 'itinerary'::text) IS DISTINCT FROM (old.document ->> 'itinerary'::text))) EXECUTE FUNCTION cargo_kit.note_voyages();
CREATE TRIGGER cargo_restored AFTER INSERT ON cargo_kit.cargo FOR EACH ROW WHEN ((new.version > 1)) EXECUTE FUNCTION cargo_kit.restore_cargo();
CREATE TRIGGER cargo_routed AFTER INSERT ON cargo_kit.cargo FOR EACH ROW WHEN (((new.document -> 'itinerary'::text) IS NOT NULL)) EXECUTE FUNCTION cargo_kit.note_voyages();
CREATE TRIGGER cargo_version BEFORE UPDATE ON cargo_kit.cargo FOR EACH ROW WHEN (((new.id <> old.id) OR (new.version <> (old.version + 1)))) EXECUTE FUNCTION cargo_kit.refuse('a cargo goes on by one version');
CREATE TRIGGER carrierevent_version BEFORE UPDATE ON cargo_kit.carrierevent FOR EACH ROW WHEN (((new.id <> old.id) OR (new.version <> (old.version + 1)))) EXECUTE FUNCTION cargo_kit.refuse('a carrier''s event goes on by one version');
CREATE TRIGGER carrierlog_version BEFORE UPDATE ON cargo_kit.carrierlog FOR EACH ROW WHEN (((new.id <> old.id) OR (new.version <> (old.version + 1)))) EXECUTE FUNCTION cargo_kit.refuse('a carrier log goes on by one version');
CREATE TRIGGER delivery_version BEFORE UPDATE ON cargo_kit.delivery FOR EACH ROW WHEN (((new.id <> old.id) OR (new.version <> (old.version + 1)))) EXECUTE FUNCTION cargo_kit.refuse('a delivery goes on by one version');
CREATE TRIGGER domain_event_all_kept BEFORE TRUNCATE ON cargo_kit.domain_event FOR EACH STATEMENT EXECUTE FUNCTION cargo_kit.refuse('a domain event stays');
CREATE TRIGGER domain_event_fixed BEFORE DELETE OR UPDATE ON cargo_kit.domain_event FOR EACH ROW EXECUTE FUNCTION cargo_kit.keep_domain_event();
CREATE TRIGGER domain_event_number_fixed BEFORE DELETE OR UPDATE ON cargo_kit.domain_event_number FOR EACH ROW EXECUTE FUNCTION cargo_kit.keep_domain_event_number();
CREATE TRIGGER domain_event_number_kept BEFORE TRUNCATE ON cargo_kit.domain_event_number FOR EACH STATEMENT EXECUTE FUNCTION cargo_kit.refuse('the number of a domain event stays');
CREATE TRIGGER domain_event_raised AFTER INSERT ON cargo_kit.domain_event REFERENCING NEW TABLE AS raised FOR EACH STATEMENT EXECUTE FUNCTION cargo_kit.note_fresh_domain_events();
CREATE TRIGGER handling_event_fixed BEFORE DELETE OR UPDATE ON cargo_kit.handling_event FOR EACH ROW EXECUTE FUNCTION cargo_kit.keep_handling_event();
CREATE TRIGGER handling_event_kept BEFORE TRUNCATE ON cargo_kit.handling_event FOR EACH STATEMENT EXECUTE FUNCTION cargo_kit.refuse('a handling event stays');
CREATE TRIGGER handling_event_order BEFORE INSERT ON cargo_kit.handling_event FOR EACH ROW EXECUTE FUNCTION cargo_kit.order_handling_events();
CREATE TRIGGER outbox_kept BEFORE DELETE OR TRUNCATE ON cargo_kit.outbox FOR EACH STATEMENT EXECUTE FUNCTION cargo_kit.refuse('the first domain event stays known');
CREATE TRIGGER outbox_raised BEFORE UPDATE ON cargo_kit.outbox FOR EACH ROW EXECUTE FUNCTION cargo_kit.raise_outbox();
CREATE TRIGGER relay_version BEFORE UPDATE ON cargo_kit.relay FOR EACH ROW WHEN (((new.id <> old.id) OR (new.version <> (old.version + 1)))) EXECUTE FUNCTION cargo_kit.refuse('a relay goes on by one version');
CREATE TRIGGER removed_cargo_all_kept BEFORE TRUNCATE ON cargo_kit.removed_cargo FOR EACH STATEMENT EXECUTE FUNCTION cargo_kit.refuse('a removed cargo stays known');
CREATE TRIGGER removed_cargo_inserted AFTER INSERT ON cargo_kit.removed_cargo FOR EACH ROW EXECUTE FUNCTION cargo_kit.delete_removed_cargo();
CREATE TRIGGER removed_cargo_kept BEFORE DELETE ON cargo_kit.removed_cargo FOR EACH ROW EXECUTE FUNCTION cargo_kit.keep_removed_cargo();
CREATE TRIGGER removed_cargo_order BEFORE INSERT ON cargo_kit.removed_cargo FOR EACH ROW EXECUTE FUNCTION cargo_kit.order_removal();
CREATE TRIGGER removed_cargo_version BEFORE UPDATE ON cargo_kit.removed_cargo FOR EACH ROW WHEN (((new.id <> old.id) OR (new.version <> (old.version + 1)))) EXECUTE FUNCTION cargo_kit.refuse('a removed cargo goes on by one version');
CREATE TRIGGER subscription_version BEFORE UPDATE ON cargo_kit.subscription FOR EACH ROW WHEN (((new.id <> old.id) OR (new.version <> (old.version + 1)))) EXECUTE FUNCTION cargo_kit.refuse('a subscription goes on by one version');
CREATE TRIGGER voyage_changed AFTER INSERT OR UPDATE ON cargo_kit.voyage FOR EACH ROW EXECUTE FUNCTION cargo_kit.note_voyage_change();
CREATE TRIGGER voyage_version BEFORE UPDATE ON cargo_kit.voyage FOR EACH ROW WHEN (((new.id <> old.id) OR (new.version <> (old.version + 1)))) EXECUTE FUNCTION cargo_kit.refuse('a voyage goes on by one version');
ALTER TABLE ONLY cargo_kit.voyage_change
    ADD CONSTRAINT voyage_change_id_fkey FOREIGN KEY (id) REFERENCES cargo_kit.voyage(id);
