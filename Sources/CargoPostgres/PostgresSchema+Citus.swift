#if Postgres
extension PostgresSchema {
    /// What is added to the version of tables that are distributed, so that programs that know no such tables refuse them.
    static let distributedVersions: Int64 = 1000

    /// The tables that have a cargo's records, distributed by its tracking id: what a save changes is on one server.
    private static let ofCargos = ["cargo", "removed_cargo", "handling_event", "carrierlog", "cargo_on_voyage", "cargo_reference"]
    /// The tables whose records are distributed by their own ids.
    private static let byOwnId = ["booking_key", "carrierevent"]

    /// Distributes new tables over the servers of Citus (docs/design/stores.md).
    ///
    /// Tables that few write stay on the coordinator, with their triggers. What is distributed has no triggers, because they can't reach other
    /// shards' tables there: functions that run beside the shard do in one call what the triggers and the statements of other stores do.
    static func distributed(_ schema: String) -> String {
        let tables = ofCargos + byOwnId
        return """
            DO $body$
            DECLARE
                one record;
            BEGIN
                FOR one IN
                    SELECT tgname, tgrelid::regclass AS relation FROM pg_trigger JOIN pg_class AS class ON class.oid = tgrelid
                    WHERE relnamespace = '\(schema)'::regnamespace AND NOT tgisinternal
                    AND relname IN (\(tables.map { "'\($0)'" }.joined(separator: ", ")))
                LOOP
                    EXECUTE format('DROP TRIGGER %I ON %s', one.tgname, one.relation);
                END LOOP;
            END $body$;
            DROP TABLE \(schema).domain_event_number, \(schema).domain_event_fresh, \(schema).domain_event;
            DROP FUNCTION \(schema).order_removal, \(schema).delete_removed_cargo, \(schema).keep_removed_cargo, \(schema).keep_cargo,
                \(schema).forget_cargo, \(schema).refuse_removed_cargo, \(schema).restore_cargo, \(schema).keep_handling_event,
                \(schema).keep_domain_event, \(schema).keep_domain_event_number, \(schema).note_fresh_domain_events, \(schema).note_voyages,
                \(schema).note_references, \(schema).order_handling_events;

            -- The id is that of the aggregate, so the events are beside it.
            CREATE TABLE \(schema).domain_event (
                id text COLLATE "C" NOT NULL,
                event_id text COLLATE "C" NOT NULL GENERATED ALWAYS AS (document ->> 'eventId') STORED,
                document json NOT NULL,
                PRIMARY KEY (id, event_id)
            );
            -- The events without a number, with the time at the program that saved them.
            CREATE TABLE \(schema).domain_event_fresh (
                id text COLLATE "C" NOT NULL,
                event_id text COLLATE "C" NOT NULL,
                version bigint NOT NULL,
                place bigint NOT NULL,
                raised bigint NOT NULL,
                PRIMARY KEY (id, event_id)
            );
            CREATE TABLE \(schema).domain_event_number (
                sequence bigint PRIMARY KEY CHECK (sequence >= 1),
                id text COLLATE "C" NOT NULL,
                event_id text COLLATE "C" NOT NULL,
                UNIQUE (id, event_id)
            );
            -- Known to Citus, so that a change of a voyage and its events commit in two phases.
            SELECT citus_add_local_table_to_metadata('\(schema).voyage', cascade_via_foreign_keys := true);
            SELECT create_distributed_table('\(schema).cargo', 'id', colocate_with := 'none');
            SELECT create_distributed_table(format('\(schema).%I', name), 'id', colocate_with := '\(schema).cargo')
            FROM unnest('{\((ofCargos.dropFirst() + ["domain_event", "domain_event_fresh"]).joined(separator: ","))}'::text[]) AS name;
            SELECT create_distributed_table(format('\(schema).%I', name), 'id', colocate_with := 'none')
            FROM unnest('{\(byOwnId.joined(separator: ","))}'::text[]) AS name;

            DROP FUNCTION \(schema).number_domain_events;
            \(functions(schema))
            """
    }

    /// The functions that store the records of a cargo, each in one call to the server that has them.
    ///
    /// Their statements are dynamic, because a connection never forgets what Citus plans for a static one: some 80 KB of memory for each save.
    /// Rows are inserted one by one: Citus would take an `INSERT … SELECT` through its executor for several servers, as slowly as the rest of a save.
    private static func functions(_ schema: String) -> String {
        func execute(_ sql: String, _ values: String, into variable: String? = nil) -> String {
            "EXECUTE $q$\(sql)$q$\(variable.map { " INTO \($0)" } ?? "") USING \(values);"
        }
        /// A statement that must concern a row.
        func require(_ sql: String, _ values: String) -> String {
            "\(execute(sql, values)) GET DIAGNOSTICS matched = ROW_COUNT; IF matched = 0 THEN RETURN false; END IF;"
        }
        let raise = """
            FOR one IN SELECT value, value ->> 'eventId' AS event_id, ordinality AS place FROM json_array_elements(p_events) WITH ORDINALITY LOOP
                    \(execute("INSERT INTO \(schema).domain_event (id, document) VALUES ($1, $2)", "p_id, one.value"))
                    \(execute(
                        "INSERT INTO \(schema).domain_event_fresh (id, event_id, version, place, raised) VALUES ($1, $2, $3, $4, $5)",
                        "p_id, one.event_id, p_version, one.place, p_raised"
                    ))
                END LOOP;
            """
        // A booking and a removal of an id that isn't there yet would see nothing of each other.
        let alone = "PERFORM pg_advisory_xact_lock(hashtextextended('\(schema).cargo ' || p_id, 0));"
        let record = "p_id text, p_version bigint, p_schema integer, p_document json"
        let events = "p_events json, p_raised bigint"
        let columns = "(id, version, schema, document) VALUES ($1, $2, $3, $4)"
        let values = "p_id, p_version, p_schema, p_document"
        let replacement = "version = $2, schema = $3, document = $4"
        let cargo = "INSERT INTO \(schema).cargo (id, version, schema, document, needs) VALUES ($1, $2, $3, $4, $5)"
        let isBefore = "WHERE id = $1 AND version = $2 - 1"
        return """
            CREATE FUNCTION \(schema).raise_events(p_id text, p_version bigint, \(events)) RETURNS void LANGUAGE plpgsql AS $body$
            DECLARE
                one record;
            BEGIN
                -- Events of an earlier version may be prepared but not committed here; a prepared transaction keeps the lock.
                PERFORM pg_advisory_xact_lock(hashtextextended('\(schema).domain_event ' || p_id, 0));
                \(raise)
            END $body$;

            CREATE FUNCTION \(schema).save_cargo(\(record), p_needs smallint, \(events)) RETURNS boolean LANGUAGE plpgsql AS $body$
            DECLARE
                old json;
                legs json := p_document -> 'itinerary' -> 'legs';
                all_of json := p_document -> 'references';
                one record;
                matched bigint;
            BEGIN
                IF p_version = 1 THEN
                    \(alone)
                    \(execute("SELECT 1 FROM \(schema).removed_cargo WHERE id = $1", "p_id", into: "matched"))
                    IF matched = 1 THEN RETURN false; END IF;
                    \(require("\(cargo) ON CONFLICT DO NOTHING", "\(values), p_needs"))
                ELSE
                    \(execute("SELECT document FROM \(schema).cargo \(isBefore) FOR UPDATE", "p_id, p_version", into: "old"))
                    IF old IS NOT NULL THEN
                        \(execute("UPDATE \(schema).cargo SET \(replacement), needs = $5 WHERE id = $1", "\(values), p_needs"))
                    ELSE
                        \(require("DELETE FROM \(schema).removed_cargo \(isBefore)", "p_id, p_version"))
                        \(execute(cargo, "\(values), p_needs"))
                    END IF;
                END IF;
                IF p_document ->> 'itinerary' IS DISTINCT FROM old ->> 'itinerary' THEN
                    \(execute("DELETE FROM \(schema).cargo_on_voyage WHERE id = $1", "p_id"))
                    FOR one IN
                        SELECT DISTINCT leg ->> 'voyageNumber' AS voyage
                        FROM json_array_elements(CASE json_typeof(legs) WHEN 'array' THEN legs END) AS leg WHERE leg ->> 'voyageNumber' IS NOT NULL
                    LOOP
                        \(execute("INSERT INTO \(schema).cargo_on_voyage (voyage, id) VALUES ($1, $2)", "one.voyage, p_id"))
                    END LOOP;
                END IF;
                IF p_document ->> 'references' IS DISTINCT FROM old ->> 'references' THEN
                    \(execute("DELETE FROM \(schema).cargo_reference WHERE id = $1", "p_id"))
                    FOR one IN
                        SELECT DISTINCT (item ->> 'type') || ':' || (item ->> 'value') AS reference
                        FROM json_array_elements(CASE json_typeof(all_of) WHEN 'array' THEN all_of END) AS item
                        WHERE (item ->> 'type') || (item ->> 'value') IS NOT NULL
                    LOOP
                        \(execute("INSERT INTO \(schema).cargo_reference (reference, id) VALUES ($1, $2)", "one.reference, p_id"))
                    END LOOP;
                END IF;
                \(raise)
                RETURN true;
            END $body$;

            CREATE FUNCTION \(schema).remove_cargo(\(record), \(events)) RETURNS boolean LANGUAGE plpgsql AS $body$
            DECLARE
                one record;
                matched bigint;
            BEGIN
                IF p_version = 1 THEN
                    \(alone)
                    \(execute("SELECT 1 FROM \(schema).cargo WHERE id = $1", "p_id", into: "matched"))
                    IF matched = 1 THEN RETURN false; END IF;
                    \(require("INSERT INTO \(schema).removed_cargo \(columns) ON CONFLICT DO NOTHING", values))
                ELSE
                    \(execute("UPDATE \(schema).removed_cargo SET \(replacement) \(isBefore)", values))
                    GET DIAGNOSTICS matched = ROW_COUNT;
                    IF matched = 0 THEN
                        \(require("DELETE FROM \(schema).cargo \(isBefore)", "p_id, p_version"))
                        \(execute("INSERT INTO \(schema).removed_cargo \(columns)", values))
                        \(execute("DELETE FROM \(schema).cargo_on_voyage WHERE id = $1", "p_id"))
                        \(execute("DELETE FROM \(schema).cargo_reference WHERE id = $1", "p_id"))
                    END IF;
                END IF;
                \(raise)
                RETURN true;
            END $body$;

            CREATE FUNCTION \(schema).save_handling_event(\(record), \(events)) RETURNS boolean LANGUAGE plpgsql AS $body$
            DECLARE
                one record;
                matched bigint;
            BEGIN
                \(execute("SELECT coalesce(max(version), 0) FROM \(schema).handling_event WHERE id = $1", "p_id", into: "matched"))
                IF p_version <> 1 + matched THEN RETURN false; END IF;
                \(require("INSERT INTO \(schema).handling_event \(columns) ON CONFLICT DO NOTHING", values))
                \(raise)
                RETURN true;
            END $body$;

            SELECT create_distributed_function(function::regprocedure, 'p_id', colocate_with := '\(schema).cargo', force_delegation := true)
            FROM unnest(ARRAY[
                '\(schema).raise_events(text, bigint, json, bigint)',
                '\(schema).save_cargo(text, bigint, integer, json, smallint, json, bigint)',
                '\(schema).remove_cargo(text, bigint, integer, json, json, bigint)',
                '\(schema).save_handling_event(text, bigint, integer, json, json, bigint)'
            ]) AS function;
            """
    }

    /// Numbers the events of distributed tables, on the coordinator, and deletes the marks of those that have a number.
    ///
    /// `number_events` numbers the earliest events without a number. They are in order of the time at which they were raised, but those of an aggregate
    /// in order of its versions, whatever the clocks say. `delete_marks` runs after it in a transaction of its own: a worker may commit before the
    /// coordinator does, so an event could lose its mark and get no number. A mark that stays does no harm.
    static func numbering(_ schema: String) -> String {
        let order = "place_in_time, id, version, place"
        return """
            CREATE FUNCTION \(schema).number_events(p_limit bigint, OUT ids text[], OUT event_ids text[]) LANGUAGE plpgsql AS $body$
            DECLARE
                latest bigint;
            BEGIN
                PERFORM pg_advisory_xact_lock(hashtextextended('\(schema).domain_event', 0));
                -- Commits wait for a synchronous standby only if they write: numbers that are there may not have reached it yet.
                PERFORM pg_logical_emit_message(true, 'cargo', '');
                -- Only aggregates of the earliest events are looked at, so that the time it takes doesn't grow with those that wait.
                SELECT max(raised) INTO latest FROM (SELECT raised FROM \(schema).domain_event_fresh ORDER BY raised LIMIT p_limit) AS first;
                -- An event's id begins with the kind of its aggregate: a voyage may have a cargo's id.
                SELECT array_agg(id ORDER BY \(order)), array_agg(event_id ORDER BY \(order)) INTO ids, event_ids FROM (
                    SELECT id, event_id, version, place,
                        max(raised) OVER (PARTITION BY id, split_part(event_id, ':', 1) ORDER BY version, place) AS place_in_time
                    FROM \(schema).domain_event_fresh JOIN \(schema).domain_event USING (id, event_id)
                    WHERE id IN (SELECT id FROM \(schema).domain_event_fresh WHERE raised <= latest) ORDER BY \(order) LIMIT p_limit
                ) AS fresh;
                INSERT INTO \(schema).domain_event_number (sequence, id, event_id)
                SELECT last.number + row_number() OVER (ORDER BY fresh.turn), fresh.id, fresh.event_id
                FROM unnest(ids, event_ids) WITH ORDINALITY AS fresh (id, event_id, turn), (
                    SELECT greatest((SELECT max(sequence) FROM \(schema).domain_event_number), (SELECT first - 1 FROM \(schema).outbox)) AS number
                ) AS last
                WHERE NOT EXISTS (
                    SELECT 1 FROM \(schema).domain_event_number AS known WHERE known.id = fresh.id AND known.event_id = fresh.event_id
                );
            END $body$;
            CREATE FUNCTION \(schema).delete_marks(ids text[], event_ids text[]) RETURNS void LANGUAGE plpgsql AS $body$
            DECLARE
                one record;
            BEGIN
                -- Another may delete some of the same marks, in another order.
                PERFORM pg_advisory_xact_lock(hashtextextended('\(schema).domain_event_fresh', 0));
                -- A statement for all shards would take the whole list to each.
                FOR one IN
                    SELECT array_agg(mark.id) AS ids, array_agg(mark.event_id) AS event_ids FROM unnest(ids, event_ids) AS mark (id, event_id)
                    GROUP BY get_shard_id_for_distribution_column('\(schema).domain_event_fresh', mark.id)
                LOOP
                    EXECUTE 'DELETE FROM \(schema).domain_event_fresh WHERE id = ANY ($1) AND event_id = ANY ($2)' USING one.ids, one.event_ids;
                END LOOP;
            END $body$;
            """
    }
}
#endif
