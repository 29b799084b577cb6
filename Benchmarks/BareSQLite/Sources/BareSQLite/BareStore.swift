import CargoDomain
import CargoInfrastructure
import CargoWire
import GRDB

/// What an application would write with GRDB alone for the same transaction: compare and set a cargo, and insert its domain events.
///
/// It has the same encoder, WAL with `synchronous=FULL`, cached statements, index and unique event id, but none of our constraints and
/// triggers.
struct BareStore: Sendable {
    let pool: DatabasePool

    init(_ path: String) throws {
        pool = try DatabasePool(path: path)
        try pool.writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL;
                    CREATE TABLE cargo
                        (id TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL, customer TEXT NOT NULL, document TEXT NOT NULL);
                    CREATE INDEX cargo_customer ON cargo (customer, id);
                    CREATE TABLE domain_event (sequence INTEGER PRIMARY KEY NOT NULL, document TEXT NOT NULL, event_id TEXT NOT NULL UNIQUE)
                    """
            )
        }
    }

    /// Saves a cargo and its domain events.
    func save(_ cargo: Cargo, at now: Instant) async throws {
        let version = cargo.version + 1
        let document = String(decoding: CargoRecord.encode(try cargo.reconstituted(atVersion: version)), as: UTF8.self)
        let events = DomainEvent.events(raisedBy: cargo, storedAs: version, at: now)
        try await pool.write { database in
            if cargo.version == 0 {
                try database.cachedStatement(sql: "INSERT INTO cargo (id, version, customer, document) VALUES (?, 1, ?, ?)")
                    .execute(arguments: [cargo.trackingId.text, cargo.customerId.text, document])
            } else {
                try database.cachedStatement(sql: "UPDATE cargo SET version = ?, customer = ?, document = ? WHERE id = ? AND version = ?")
                    .execute(arguments: [version, cargo.customerId.text, document, cargo.trackingId.text, cargo.version])
                guard database.changesCount == 1 else { throw Conflict() }
            }
            for event in events {
                try database.cachedStatement(sql: "INSERT INTO domain_event (document, event_id) VALUES (?, ?)")
                    .execute(arguments: [String(decoding: DomainEventRecord.encode(event), as: UTF8.self), event.eventId])
            }
        }
    }

    struct Conflict: Error {}
}
