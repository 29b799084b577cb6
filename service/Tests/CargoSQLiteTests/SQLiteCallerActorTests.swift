import CargoApplication
import CargoDomain
import CargoTesting
import GRDB
import Testing

@testable import CargoSQLite

@Suite("A SQLite store called from the main actor leaves it free")
@MainActor struct SQLiteCallerActorTests {
    private let directory = TemporaryDirectory()
    private var path: String { directory.path + "/cargo.sqlite" }

    /// A connection of another program that keeps the database locked until `release` runs.
    private func lock() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try other.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE IF NOT EXISTS other (id); BEGIN EXCLUSIVE") }
        return other
    }

    private func release(_ other: DatabaseQueue) throws {
        try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK; DROP TABLE other") }
        try other.close()
    }

    @Test func `opening a locked database waits elsewhere, so the main actor can release the lock`() async throws {
        let other = try lock()
        // Runs only if the main actor is free while the store waits.
        let releasing = Task { try release(other) }
        let store = try await SQLiteStore.open(path, lockTimeout: .seconds(60))
        try await releasing.value
        await store.close()
    }
}
