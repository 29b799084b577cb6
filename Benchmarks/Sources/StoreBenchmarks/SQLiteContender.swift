import CargoDomain
import CargoInfrastructure
import CargoWire
import Foundation
import GRDB

/// SQLite through GRDB: WAL, `synchronous=FULL`, one transaction per save, cached statements, our encoder and decoder, our compare and set.
struct SQLiteContender: Sendable {
    let pool: DatabasePool

    init(_ path: String) throws {
        var configuration = Configuration()
        // Waits for other processes' transactions, like our lock.
        configuration.busyMode = .timeout(30)
        pool = try DatabasePool(path: path, configuration: configuration)
        // GRDB's WAL setup uses NORMAL, which doesn't sync every commit. All writes go through this one connection.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS cargo
                        (id TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL, customer TEXT NOT NULL, document BLOB NOT NULL);
                    CREATE INDEX IF NOT EXISTS cargo_customer ON cargo (customer)
                    """
            )
        }
        let (mode, synchronous) = try pool.writeWithoutTransaction { database in
            (try String.fetchOne(database, sql: "PRAGMA journal_mode"), try Int.fetchOne(database, sql: "PRAGMA synchronous"))
        }
        guard mode == "wal", synchronous == 2 else {
            throw BenchmarkFailure("SQLite runs with journal_mode \(mode ?? "?") and synchronous \(synchronous ?? -1)")
        }
    }

    /// Fills the table with the first `count` cargos, at version 1.
    func fill(_ count: Int) throws {
        for start in stride(from: 0, to: count, by: 10_000) {
            try pool.write { database in
                let statement = try database.cachedStatement(sql: "INSERT INTO cargo (id, version, customer, document) VALUES (?, 1, ?, ?)")
                for number in start..<min(start + 10_000, count) {
                    let document = Data(Fleet.bytes(number, version: 1))
                    try statement.execute(arguments: [Fleet.id(number), "customer-\(number / 20)", document])
                }
            }
        }
        try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }

    /// Saves a cargo on the calling thread, which is GRDB's fastest way.
    func save(_ cargo: Cargo) throws {
        let document = Data(CargoRecord.encode(cargo))
        try pool.write { database in try Self.update(cargo, document, database) }
    }

    /// Saves a cargo from a task without blocking its thread.
    func saveAsync(_ cargo: Cargo) async throws {
        let document = Data(CargoRecord.encode(cargo))
        try await pool.write { database in try Self.update(cargo, document, database) }
    }

    /// Saves several cargos in one transaction.
    func save(_ cargos: [Cargo]) throws {
        let documents = cargos.map { Data(CargoRecord.encode($0)) }
        try pool.write { database in
            for (cargo, document) in zip(cargos, documents) { try Self.update(cargo, document, database) }
        }
    }

    func find(_ id: TrackingId) throws -> Cargo {
        try pool.read { database in
            let statement = try database.cachedStatement(sql: "SELECT document FROM cargo WHERE id = ?")
            guard let row = try GRDB.Row.fetchOne(statement, arguments: [id.text]) else { throw BenchmarkFailure("no cargo \(id)") }
            return try row.withUnsafeData(atIndex: 0) { data in
                guard let data else { throw BenchmarkFailure("no document of \(id)") }
                return try data.withUnsafeBytes { bytes in Result { () throws(DomainError) in try CargoRecord.decode(bytes) } }.get()
            }
        }
    }

    func integrityCheck() throws {
        let answer = try pool.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
        guard answer == "ok" else { throw BenchmarkFailure("integrity_check says \(answer ?? "nothing")") }
    }

    private static func update(_ cargo: Cargo, _ document: Data, _ database: Database) throws {
        let sql = "UPDATE cargo SET version = ?, customer = ?, document = ? WHERE id = ? AND version = ?"
        let statement = try database.cachedStatement(sql: sql)
        try statement.execute(
            arguments: [cargo.version + 1, cargo.customerId.text, document, cargo.trackingId.text, cargo.version]
        )
        guard database.changesCount == 1 else { throw BenchmarkFailure("\(cargo.trackingId) is not at version \(cargo.version)") }
    }
}
