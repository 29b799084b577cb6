#if SQLite
extension SQLiteSchema {
    /// Lets cargos and old domain events leave (REP-9 to REP-11).
    ///
    /// - `removed_cargo` says where a removed cargo is. A cargo is in one of the two tables; triggers move it.
    /// - `outbox` has the sequence number of the first domain event. Only events before it can be deleted, and no event gets such a number.
    /// - `rewriting` has the cargos whose handling and domain events may be replaced. It is empty outside a transaction that does so.
    static let tenth = """
        CREATE TABLE removed_cargo (
            id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
            schema INTEGER NOT NULL CHECK (schema = 255),
            document TEXT NOT NULL CHECK (json_valid(document))
        ) STRICT;
        CREATE TRIGGER removed_cargo_order BEFORE INSERT ON removed_cargo
        WHEN NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM cargo WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'a removal is the version after that of the cargo'); END;
        CREATE TRIGGER removed_cargo_version AFTER UPDATE ON removed_cargo WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version + 1
        BEGIN SELECT RAISE(ABORT, 'a removed cargo goes on by one version'); END;
        CREATE TRIGGER removed_cargo_inserted AFTER INSERT ON removed_cargo BEGIN DELETE FROM cargo WHERE id = NEW.id; END;
        CREATE TRIGGER removed_cargo_kept BEFORE DELETE ON removed_cargo
        WHEN NOT EXISTS (SELECT 1 FROM cargo WHERE id = OLD.id AND version = OLD.version + 1)
        BEGIN SELECT RAISE(ABORT, 'a removed cargo stays known'); END;

        DROP TRIGGER cargo_kept;
        CREATE TRIGGER cargo_kept BEFORE DELETE ON cargo
        WHEN NOT EXISTS (SELECT 1 FROM removed_cargo WHERE id = OLD.id AND version = OLD.version + 1)
        BEGIN SELECT RAISE(ABORT, 'a cargo stays'); END;
        CREATE TRIGGER cargo_deleted AFTER DELETE ON cargo BEGIN
            DELETE FROM cargo_on_voyage WHERE id = OLD.id;
            DELETE FROM cargo_reference WHERE id = OLD.id;
        END;
        CREATE TRIGGER cargo_not_removed BEFORE INSERT ON cargo
        WHEN EXISTS (SELECT 1 FROM removed_cargo WHERE id = NEW.id AND version <> NEW.version - 1)
        BEGIN SELECT RAISE(ABORT, 'the id of a removed cargo stays in use'); END;
        CREATE TRIGGER cargo_restored AFTER INSERT ON cargo WHEN NEW.version > 1 BEGIN
            DELETE FROM removed_cargo WHERE id = NEW.id;
        END;
        CREATE INDEX cargo_on_voyage_by_id ON cargo_on_voyage (id);
        CREATE INDEX cargo_reference_by_id ON cargo_reference (id);

        CREATE TABLE rewriting (id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
        DROP TRIGGER handling_event_fixed;
        CREATE TRIGGER handling_event_fixed BEFORE UPDATE ON handling_event
        WHEN NEW.id <> OLD.id OR NEW.version <> OLD.version OR NEW.schema <> OLD.schema
            OR NOT EXISTS (SELECT 1 FROM rewriting WHERE id = OLD.id)
        BEGIN SELECT RAISE(ABORT, 'a handling event stays as it is'); END;
        DROP TRIGGER handling_event_kept;
        CREATE TRIGGER handling_event_kept BEFORE DELETE ON handling_event
        WHEN NOT EXISTS (SELECT 1 FROM removed_cargo WHERE id = OLD.id)
        BEGIN SELECT RAISE(ABORT, 'a handling event stays'); END;

        CREATE TABLE outbox (
            one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
            first INTEGER NOT NULL CHECK (first >= 1)
        ) STRICT;
        INSERT INTO outbox (one, first) VALUES (1, 1);
        CREATE TRIGGER outbox_raised BEFORE UPDATE ON outbox WHEN NEW.first < OLD.first
        BEGIN SELECT RAISE(ABORT, 'the first domain event stays gone'); END;
        CREATE TRIGGER outbox_kept BEFORE DELETE ON outbox BEGIN SELECT RAISE(ABORT, 'the first domain event stays known'); END;
        DROP TRIGGER domain_event_fixed;
        CREATE TRIGGER domain_event_fixed AFTER UPDATE ON domain_event
        WHEN NEW.sequence <> OLD.sequence OR NEW.event_id <> OLD.event_id
            OR NOT EXISTS (SELECT 1 FROM rewriting WHERE id = json_extract(OLD.document, '$.aggregateId'))
        BEGIN SELECT RAISE(ABORT, 'a domain event stays as it is'); END;
        DROP TRIGGER domain_event_kept;
        CREATE TRIGGER domain_event_kept BEFORE DELETE ON domain_event WHEN OLD.sequence >= (SELECT first FROM outbox)
        BEGIN SELECT RAISE(ABORT, 'a domain event stays'); END;
        CREATE TRIGGER domain_event_number AFTER INSERT ON domain_event WHEN NEW.sequence < (SELECT first FROM outbox)
        BEGIN SELECT RAISE(ABORT, 'the number of a domain event is given once'); END;
        """
}
#endif
