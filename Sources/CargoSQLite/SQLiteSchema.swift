#if SQLite
import CargoDomain
import CargoInfrastructure

/// The tables of a SQLite store, as migration steps.
///
/// A released step never changes; each new version adds a step.
///
/// The documents are the same as in the other backends. SQLite generates the other columns from them or checks them against them, so the
/// two can't disagree. Constraints and triggers keep other programs from storing anything that no repository would: a different id or
/// version in a document, a version that skips or goes back, an event that is changed or deleted.
enum SQLiteSchema {
    /// Marks a database as ours: the ASCII codes of "CRGO".
    static let applicationId = 0x4352_474F

    /// Step n migrates from version n to version n + 1.
    static let steps = [first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth]

    /// Lists the cargos of each need in an index of its own, which one query reads in order.
    private static let thirteenth = """
        DROP INDEX cargo_by_needs;
        CREATE INDEX cargo_disrupted ON cargo (id) WHERE (needs IS NULL OR needs & 1 <> 0);
        CREATE INDEX cargo_misdirected ON cargo (id) WHERE (needs IS NULL OR needs & 2 <> 0);
        CREATE INDEX cargo_late ON cargo (id) WHERE (needs IS NULL OR needs & 4 <> 0);
        CREATE INDEX cargo_unrouted ON cargo (id) WHERE (needs IS NULL OR needs & 8 <> 0);
        CREATE INDEX cargo_held ON cargo (id) WHERE (needs IS NULL OR needs & 16 <> 0);
        """

    /// Forgets the voyages and the references that a cargo no longer has, in the save that removes them.
    ///
    /// Most saves change neither, and leave both tables alone.
    private static let twelfth = """
        DELETE FROM cargo_on_voyage;
        INSERT OR IGNORE INTO cargo_on_voyage
        SELECT json_extract(cargo.document, leg.fullkey || '.voyageNumber'), cargo.id FROM cargo, json_each(cargo.document, '$.itinerary.legs') AS leg;
        DROP TRIGGER cargo_updated;
        CREATE TRIGGER cargo_updated AFTER UPDATE ON cargo
        WHEN json_extract(NEW.document, '$.itinerary') IS NOT json_extract(OLD.document, '$.itinerary') BEGIN
            DELETE FROM cargo_on_voyage WHERE id = NEW.id;
            INSERT OR IGNORE INTO cargo_on_voyage
            SELECT json_extract(NEW.document, leg.fullkey || '.voyageNumber'), NEW.id FROM json_each(NEW.document, '$.itinerary.legs') AS leg;
        END;
        DELETE FROM cargo_reference;
        INSERT OR IGNORE INTO cargo_reference
        SELECT json_extract(one.value, '$.type') || ':' || json_extract(one.value, '$.value'), cargo.id
        FROM cargo, json_each(cargo.document, '$.references') AS one;
        DROP TRIGGER cargo_updated_with_references;
        CREATE TRIGGER cargo_updated_with_references AFTER UPDATE ON cargo
        WHEN json_extract(NEW.document, '$.references') IS NOT json_extract(OLD.document, '$.references') BEGIN
            DELETE FROM cargo_reference WHERE id = NEW.id;
            INSERT OR IGNORE INTO cargo_reference
            SELECT json_extract(one.value, '$.type') || ':' || json_extract(one.value, '$.value'), NEW.id
            FROM json_each(NEW.document, '$.references') AS one;
        END;
        """

    /// Holds who has access to the services that use the store.
    private static let eleventh = """
        CREATE TABLE access (
            id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema INTEGER NOT NULL CHECK (schema >= 1),
            document TEXT NOT NULL CHECK (json_valid(document))
        ) STRICT;
        CREATE TRIGGER access_version AFTER UPDATE ON access WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
        BEGIN SELECT RAISE(ABORT, 'an entry of access goes on by one version'); END;
        """

    /// Finds cargos by until when they are to be collected at their destination, as `Cargo.collectionDeadline` says.
    ///
    /// Instants have one spelling, which sorts by time.
    private static let ninth = """
        ALTER TABLE cargo ADD COLUMN pick_up_by TEXT GENERATED ALWAYS AS (
            CASE WHEN json_extract(document, '$.delivery.isUnloadedAtDestination') AND json_extract(document, '$.cancellation') IS NULL
            THEN json_extract(document, '$.pickUpBy') END
        ) VIRTUAL;
        CREATE INDEX cargo_by_pick_up ON cargo (pick_up_by, id) WHERE pick_up_by IS NOT NULL;
        """

    /// Holds carriers' events, which are found by their status, and which handling came from them.
    private static let eighth = """
        CREATE TABLE carrierevent (
            id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema INTEGER NOT NULL CHECK (schema >= 1),
            document TEXT NOT NULL,
            status TEXT NOT NULL GENERATED ALWAYS AS (json_extract(document, '$.state.status')) STORED,
            CHECK (json_extract(document, '$.id') IS id)
        ) STRICT;
        CREATE INDEX carrierevent_by_status ON carrierevent (status, id);
        CREATE TRIGGER carrierevent_version AFTER UPDATE ON carrierevent WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
        BEGIN SELECT RAISE(ABORT, 'a carrier''s event goes on by one version'); END;
        CREATE TABLE carrierlog (
            id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema INTEGER NOT NULL CHECK (schema >= 1),
            document TEXT NOT NULL,
            CHECK (json_extract(document, '$.trackingId') IS id)
        ) STRICT;
        CREATE TRIGGER carrierlog_version AFTER UPDATE ON carrierlog WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
        BEGIN SELECT RAISE(ABORT, 'a carrier log goes on by one version'); END;
        """

    /// Holds subscriptions and the progress of their deliveries.
    private static let seventh = """
        CREATE TABLE subscription (
            id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema INTEGER NOT NULL CHECK (schema >= 1),
            document TEXT NOT NULL CHECK (json_valid(document))
        ) STRICT;
        CREATE TRIGGER subscription_version AFTER UPDATE ON subscription WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
        BEGIN SELECT RAISE(ABORT, 'a subscription goes on by one version'); END;
        CREATE TABLE delivery (
            id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema INTEGER NOT NULL CHECK (schema >= 1),
            document TEXT NOT NULL CHECK (json_valid(document))
        ) STRICT;
        CREATE TRIGGER delivery_version AFTER UPDATE ON delivery WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
        BEGIN SELECT RAISE(ABORT, 'a delivery goes on by one version'); END;
        """

    /// Lists the cargos with each reference, which is `TYPE:VALUE`.
    ///
    /// Rows stayed when a reference was removed, until step 12.
    private static let sixth = """
        CREATE TABLE cargo_reference (
            reference TEXT NOT NULL,
            id TEXT NOT NULL,
            PRIMARY KEY (reference, id)
        ) STRICT, WITHOUT ROWID;
        INSERT OR IGNORE INTO cargo_reference
        SELECT json_extract(one.value, '$.type') || ':' || json_extract(one.value, '$.value'), cargo.id
        FROM cargo, json_each(cargo.document, '$.references') AS one;
        CREATE TRIGGER cargo_inserted_with_references AFTER INSERT ON cargo BEGIN
            INSERT OR IGNORE INTO cargo_reference
            SELECT json_extract(one.value, '$.type') || ':' || json_extract(one.value, '$.value'), NEW.id
            FROM json_each(NEW.document, '$.references') AS one;
        END;
        CREATE TRIGGER cargo_updated_with_references AFTER UPDATE ON cargo BEGIN
            INSERT OR IGNORE INTO cargo_reference
            SELECT json_extract(one.value, '$.type') || ':' || json_extract(one.value, '$.value'), NEW.id
            FROM json_each(NEW.document, '$.references') AS one;
        END;
        """

    /// Finds cargos by the port where they lie, as `Delivery.currentPort` says.
    private static let fifth = """
        ALTER TABLE cargo ADD COLUMN place TEXT GENERATED ALWAYS AS (
            CASE json_extract(document, '$.delivery.transportStatus') WHEN 'IN_PORT' THEN json_extract(document, '$.delivery.lastKnownLocation') END
        ) VIRTUAL;
        CREATE INDEX cargo_by_place ON cargo (place, id) WHERE place IS NOT NULL;
        """

    /// Notes what each cargo needs, as `AttentionReason` says.
    private static let fourth = """
        ALTER TABLE cargo ADD COLUMN needs INTEGER CHECK (needs BETWEEN 0 AND 255);
        CREATE INDEX cargo_by_needs ON cargo (needs, id) WHERE (needs IS NULL OR needs <> 0);
        """

    /// Lists the cargos of each voyage.
    ///
    /// Rows stayed when a route was replaced, until step 12.
    private static let third = """
        CREATE TABLE cargo_on_voyage (
            voyage TEXT NOT NULL,
            id TEXT NOT NULL,
            PRIMARY KEY (voyage, id)
        ) STRICT, WITHOUT ROWID;
        INSERT OR IGNORE INTO cargo_on_voyage
        SELECT json_extract(cargo.document, leg.fullkey || '.voyageNumber'), cargo.id FROM cargo, json_each(cargo.document, '$.itinerary.legs') AS leg;
        CREATE TRIGGER cargo_inserted AFTER INSERT ON cargo BEGIN
            INSERT OR IGNORE INTO cargo_on_voyage
            SELECT json_extract(NEW.document, leg.fullkey || '.voyageNumber'), NEW.id FROM json_each(NEW.document, '$.itinerary.legs') AS leg;
        END;
        CREATE TRIGGER cargo_updated AFTER UPDATE ON cargo BEGIN
            INSERT OR IGNORE INTO cargo_on_voyage
            SELECT json_extract(NEW.document, leg.fullkey || '.voyageNumber'), NEW.id FROM json_each(NEW.document, '$.itinerary.legs') AS leg;
        END;
        """

    private static let second = """
        CREATE TABLE relay (
            id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema INTEGER NOT NULL CHECK (schema >= 1),
            document TEXT NOT NULL CHECK (json_valid(document))
        ) STRICT;
        CREATE TRIGGER relay_version AFTER UPDATE ON relay WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
        BEGIN SELECT RAISE(ABORT, 'a relay goes on by one version'); END;
        """

    private static let first = """
        CREATE TABLE cargo (
            id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema INTEGER NOT NULL CHECK (schema >= 1),
            document TEXT NOT NULL,
            customer TEXT NOT NULL GENERATED ALWAYS AS (json_extract(document, '$.customerId')) STORED,
            CHECK (json_extract(document, '$.trackingId') IS id),
            CHECK (json_extract(document, '$.version') IS version)
        ) STRICT;
        CREATE INDEX cargo_by_customer ON cargo (customer, id);

        CREATE TABLE voyage (
            id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema INTEGER NOT NULL CHECK (schema >= 1),
            document TEXT NOT NULL,
            CHECK (json_extract(document, '$.voyageNumber') IS id),
            CHECK (json_extract(document, '$.version') IS version)
        ) STRICT;

        CREATE TABLE voyage_change (
            position INTEGER NOT NULL PRIMARY KEY,
            id TEXT NOT NULL REFERENCES voyage
        ) STRICT;

        CREATE TABLE location (
            id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema INTEGER NOT NULL CHECK (schema >= 1),
            document TEXT NOT NULL,
            CHECK (json_extract(document, '$.unLocode') IS id)
        ) STRICT;

        CREATE TABLE booking_key (
            id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version = 1),
            schema INTEGER NOT NULL CHECK (schema >= 1),
            document TEXT NOT NULL CHECK (json_valid(document))
        ) STRICT;

        CREATE TABLE handling_event (
            id TEXT NOT NULL,
            version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema INTEGER NOT NULL CHECK (schema >= 1),
            document TEXT NOT NULL,
            PRIMARY KEY (id, version),
            CHECK (json_extract(document, '$.trackingId') IS id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE domain_event (
            sequence INTEGER NOT NULL PRIMARY KEY,
            document TEXT NOT NULL,
            event_id TEXT NOT NULL UNIQUE GENERATED ALWAYS AS (json_extract(document, '$.eventId')) STORED
        ) STRICT;

        CREATE TRIGGER cargo_version AFTER UPDATE ON cargo WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
        BEGIN SELECT RAISE(ABORT, 'a cargo goes on by one version'); END;
        CREATE TRIGGER cargo_kept BEFORE DELETE ON cargo BEGIN SELECT RAISE(ABORT, 'a cargo stays'); END;
        CREATE TRIGGER voyage_version AFTER UPDATE ON voyage WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
        BEGIN SELECT RAISE(ABORT, 'a voyage goes on by one version'); END;
        CREATE TRIGGER handling_event_order BEFORE INSERT ON handling_event
        WHEN NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM handling_event WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'handling events are numbered without gaps'); END;
        CREATE TRIGGER handling_event_fixed BEFORE UPDATE ON handling_event BEGIN SELECT RAISE(ABORT, 'a handling event stays as it is'); END;
        CREATE TRIGGER handling_event_kept BEFORE DELETE ON handling_event BEGIN SELECT RAISE(ABORT, 'a handling event stays'); END;
        CREATE TRIGGER domain_event_fixed BEFORE UPDATE ON domain_event BEGIN SELECT RAISE(ABORT, 'a domain event stays as it is'); END;
        CREATE TRIGGER domain_event_kept BEFORE DELETE ON domain_event BEGIN SELECT RAISE(ABORT, 'a domain event stays'); END;
        """
}
#endif
