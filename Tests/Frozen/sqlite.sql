CREATE INDEX cargo_by_customer ON cargo (customer, id);
CREATE INDEX cargo_by_pick_up ON cargo (pick_up_by, id) WHERE pick_up_by IS NOT NULL;
CREATE INDEX cargo_by_place ON cargo (place, id) WHERE place IS NOT NULL;
CREATE INDEX cargo_disrupted ON cargo (id) WHERE (needs IS NULL OR needs & 1 <> 0);
CREATE INDEX cargo_held ON cargo (id) WHERE (needs IS NULL OR needs & 16 <> 0);
CREATE INDEX cargo_late ON cargo (id) WHERE (needs IS NULL OR needs & 4 <> 0);
CREATE INDEX cargo_misdirected ON cargo (id) WHERE (needs IS NULL OR needs & 2 <> 0);
CREATE INDEX cargo_on_voyage_by_id ON cargo_on_voyage (id);
CREATE INDEX cargo_reference_by_id ON cargo_reference (id);
CREATE INDEX cargo_unrouted ON cargo (id) WHERE (needs IS NULL OR needs & 8 <> 0);
CREATE INDEX carrierevent_by_status ON carrierevent (status, id);
CREATE TABLE access (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema INTEGER NOT NULL CHECK (schema >= 1),
    document TEXT NOT NULL CHECK (json_valid(document))
) STRICT;
CREATE TABLE booking_key (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version = 1),
    schema INTEGER NOT NULL CHECK (schema >= 1),
    document TEXT NOT NULL CHECK (json_valid(document))
) STRICT;
CREATE TABLE cargo (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema INTEGER NOT NULL CHECK (schema >= 1),
    document TEXT NOT NULL,
    customer TEXT NOT NULL GENERATED ALWAYS AS (json_extract(document, '$.customerId')) STORED, needs INTEGER CHECK (needs BETWEEN 0 AND 255), place TEXT GENERATED ALWAYS AS (
    CASE json_extract(document, '$.delivery.transportStatus') WHEN 'IN_PORT' THEN json_extract(document, '$.delivery.lastKnownLocation') END
) VIRTUAL, pick_up_by TEXT GENERATED ALWAYS AS (
    CASE WHEN json_extract(document, '$.delivery.isUnloadedAtDestination') AND json_extract(document, '$.cancellation') IS NULL
    THEN json_extract(document, '$.pickUpBy') END
) VIRTUAL,
    CHECK (json_extract(document, '$.trackingId') IS id),
    CHECK (json_extract(document, '$.version') IS version)
) STRICT;
CREATE TABLE cargo_on_voyage (
    voyage TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (voyage, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE cargo_reference (
    reference TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (reference, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE carrierevent (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema INTEGER NOT NULL CHECK (schema >= 1),
    document TEXT NOT NULL,
    status TEXT NOT NULL GENERATED ALWAYS AS (json_extract(document, '$.state.status')) STORED,
    CHECK (json_extract(document, '$.id') IS id)
) STRICT;
CREATE TABLE carrierlog (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema INTEGER NOT NULL CHECK (schema >= 1),
    document TEXT NOT NULL,
    CHECK (json_extract(document, '$.trackingId') IS id)
) STRICT;
CREATE TABLE delivery (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema INTEGER NOT NULL CHECK (schema >= 1),
    document TEXT NOT NULL CHECK (json_valid(document))
) STRICT;
CREATE TABLE domain_event (
    sequence INTEGER NOT NULL PRIMARY KEY,
    document TEXT NOT NULL,
    event_id TEXT NOT NULL UNIQUE GENERATED ALWAYS AS (json_extract(document, '$.eventId')) STORED
) STRICT;
CREATE TABLE handling_event (
    id TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema INTEGER NOT NULL CHECK (schema >= 1),
    document TEXT NOT NULL,
    PRIMARY KEY (id, version),
    CHECK (json_extract(document, '$.trackingId') IS id)
) STRICT, WITHOUT ROWID;
CREATE TABLE location (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema INTEGER NOT NULL CHECK (schema >= 1),
    document TEXT NOT NULL,
    CHECK (json_extract(document, '$.unLocode') IS id)
) STRICT;
CREATE TABLE outbox (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    first INTEGER NOT NULL CHECK (first >= 1)
) STRICT;
CREATE TABLE relay (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema INTEGER NOT NULL CHECK (schema >= 1),
    document TEXT NOT NULL CHECK (json_valid(document))
) STRICT;
CREATE TABLE removed_cargo (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema INTEGER NOT NULL CHECK (schema = 255),
    document TEXT NOT NULL CHECK (json_valid(document))
) STRICT;
CREATE TABLE rewriting (id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE subscription (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    schema INTEGER NOT NULL CHECK (schema >= 1),
    document TEXT NOT NULL CHECK (json_valid(document))
) STRICT;
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
CREATE TRIGGER access_version AFTER UPDATE ON access WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
BEGIN SELECT RAISE(ABORT, 'an entry of access goes on by one version'); END;
CREATE TRIGGER cargo_deleted AFTER DELETE ON cargo BEGIN
    DELETE FROM cargo_on_voyage WHERE id = OLD.id;
    DELETE FROM cargo_reference WHERE id = OLD.id;
END;
CREATE TRIGGER cargo_inserted AFTER INSERT ON cargo BEGIN
    INSERT OR IGNORE INTO cargo_on_voyage
    SELECT json_extract(NEW.document, leg.fullkey || '.voyageNumber'), NEW.id FROM json_each(NEW.document, '$.itinerary.legs') AS leg;
END;
CREATE TRIGGER cargo_inserted_with_references AFTER INSERT ON cargo BEGIN
    INSERT OR IGNORE INTO cargo_reference
    SELECT json_extract(one.value, '$.type') || ':' || json_extract(one.value, '$.value'), NEW.id
    FROM json_each(NEW.document, '$.references') AS one;
END;
CREATE TRIGGER cargo_kept BEFORE DELETE ON cargo
WHEN NOT EXISTS (SELECT 1 FROM removed_cargo WHERE id = OLD.id AND version = OLD.version + 1)
BEGIN SELECT RAISE(ABORT, 'a cargo stays'); END;
CREATE TRIGGER cargo_not_removed BEFORE INSERT ON cargo
WHEN EXISTS (SELECT 1 FROM removed_cargo WHERE id = NEW.id AND version <> NEW.version - 1)
BEGIN SELECT RAISE(ABORT, 'the id of a removed cargo stays in use'); END;
CREATE TRIGGER cargo_restored AFTER INSERT ON cargo WHEN NEW.version > 1 BEGIN
    DELETE FROM removed_cargo WHERE id = NEW.id;
END;
CREATE TRIGGER cargo_updated AFTER UPDATE ON cargo
WHEN json_extract(NEW.document, '$.itinerary') IS NOT json_extract(OLD.document, '$.itinerary') BEGIN
    DELETE FROM cargo_on_voyage WHERE id = NEW.id;
    INSERT OR IGNORE INTO cargo_on_voyage
    SELECT json_extract(NEW.document, leg.fullkey || '.voyageNumber'), NEW.id FROM json_each(NEW.document, '$.itinerary.legs') AS leg;
END;
CREATE TRIGGER cargo_updated_with_references AFTER UPDATE ON cargo
WHEN json_extract(NEW.document, '$.references') IS NOT json_extract(OLD.document, '$.references') BEGIN
    DELETE FROM cargo_reference WHERE id = NEW.id;
    INSERT OR IGNORE INTO cargo_reference
    SELECT json_extract(one.value, '$.type') || ':' || json_extract(one.value, '$.value'), NEW.id
    FROM json_each(NEW.document, '$.references') AS one;
END;
CREATE TRIGGER cargo_version AFTER UPDATE ON cargo WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
BEGIN SELECT RAISE(ABORT, 'a cargo goes on by one version'); END;
CREATE TRIGGER carrierevent_version AFTER UPDATE ON carrierevent WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
BEGIN SELECT RAISE(ABORT, 'a carrier''s event goes on by one version'); END;
CREATE TRIGGER carrierlog_version AFTER UPDATE ON carrierlog WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
BEGIN SELECT RAISE(ABORT, 'a carrier log goes on by one version'); END;
CREATE TRIGGER delivery_version AFTER UPDATE ON delivery WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
BEGIN SELECT RAISE(ABORT, 'a delivery goes on by one version'); END;
CREATE TRIGGER domain_event_fixed AFTER UPDATE ON domain_event
WHEN NEW.sequence <> OLD.sequence OR NEW.event_id <> OLD.event_id
    OR NOT EXISTS (SELECT 1 FROM rewriting WHERE id = json_extract(OLD.document, '$.aggregateId'))
BEGIN SELECT RAISE(ABORT, 'a domain event stays as it is'); END;
CREATE TRIGGER domain_event_kept BEFORE DELETE ON domain_event WHEN OLD.sequence >= (SELECT first FROM outbox)
BEGIN SELECT RAISE(ABORT, 'a domain event stays'); END;
CREATE TRIGGER domain_event_number AFTER INSERT ON domain_event WHEN NEW.sequence < (SELECT first FROM outbox)
BEGIN SELECT RAISE(ABORT, 'the number of a domain event is given once'); END;
CREATE TRIGGER handling_event_fixed BEFORE UPDATE ON handling_event
WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version OR NEW.schema <> OLD.schema
    OR NOT EXISTS (SELECT 1 FROM rewriting WHERE id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'a handling event stays as it is'); END;
CREATE TRIGGER handling_event_kept BEFORE DELETE ON handling_event
WHEN NOT EXISTS (SELECT 1 FROM removed_cargo WHERE id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'a handling event stays'); END;
CREATE TRIGGER handling_event_order BEFORE INSERT ON handling_event
WHEN NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM handling_event WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'handling events are numbered without gaps'); END;
CREATE TRIGGER outbox_kept BEFORE DELETE ON outbox BEGIN SELECT RAISE(ABORT, 'the first domain event stays known'); END;
CREATE TRIGGER outbox_raised BEFORE UPDATE ON outbox WHEN NEW.first < OLD.first
BEGIN SELECT RAISE(ABORT, 'the first domain event stays gone'); END;
CREATE TRIGGER relay_version AFTER UPDATE ON relay WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
BEGIN SELECT RAISE(ABORT, 'a relay goes on by one version'); END;
CREATE TRIGGER removed_cargo_inserted AFTER INSERT ON removed_cargo BEGIN DELETE FROM cargo WHERE id = NEW.id; END;
CREATE TRIGGER removed_cargo_kept BEFORE DELETE ON removed_cargo
WHEN NOT EXISTS (SELECT 1 FROM cargo WHERE id = OLD.id AND version = OLD.version + 1)
BEGIN SELECT RAISE(ABORT, 'a removed cargo stays known'); END;
CREATE TRIGGER removed_cargo_order BEFORE INSERT ON removed_cargo
WHEN NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM cargo WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'a removal is the version after that of the cargo'); END;
CREATE TRIGGER removed_cargo_version AFTER UPDATE ON removed_cargo WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
BEGIN SELECT RAISE(ABORT, 'a removed cargo goes on by one version'); END;
CREATE TRIGGER subscription_version AFTER UPDATE ON subscription WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
BEGIN SELECT RAISE(ABORT, 'a subscription goes on by one version'); END;
CREATE TRIGGER voyage_version AFTER UPDATE ON voyage WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
BEGIN SELECT RAISE(ABORT, 'a voyage goes on by one version'); END;
