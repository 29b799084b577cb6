import CargoDomain
import CargoTesting
import Testing

@testable import CargoPostgres

@Suite("The URL of a PostgreSQL store")
struct PostgresStoreURLTests {
    @Test("passes libpq's parameters on and keeps the kit's own")
    func parts() throws {
        let plain = try PostgresStoreURL("postgres://u:p@host:5433/db?sslmode=verify-full")
        #expect(plain.connectionString == "postgres://u:p@host:5433/db?sslmode=verify-full")
        #expect(plain.schema == "cargo_kit")
        #expect(plain.replica == nil)
        #expect(plain.options.preparesStatements)
        let own = try PostgresStoreURL(
            "postgresql://host/db?cargo_schema=mine&sslmode=require&cargo_prepare=false&cargo_connections=3&cargo_replica=postgres%3A%2F%2Fr%2Fdb"
        )
        #expect(own.connectionString == "postgresql://host/db?sslmode=require")
        #expect(own.schema == "mine")
        #expect(own.replica == "postgres://r/db")
        #expect(!own.options.preparesStatements)
        #expect(own.options.connections == 3)
        #expect(try PostgresStoreURL("postgres:///db?cargo_distribution=citus").options.distribution == .citus)
        #expect(try PostgresStoreURL("postgres:///db?cargo_schema=mine").connectionString == "postgres:///db")
    }

    @Test("is shown without anything that might be a password", arguments: ["postgres://u:geheim@h/d", "postgresql://h/d?password=geheim"])
    func shown(text: String) throws {
        #expect(try PostgresStoreURL(text).description == text.prefix { $0 != ":" } + "://…")
    }

    @Test(
        "is store_unavailable if one of the kit's parameters is invalid",
        arguments: [
            "cargo_schemas=x", "cargo_prepare=yes", "cargo_connections=0", "cargo_connections=1001", "cargo_replica=%4", "cargo_schema",
            "cargo_distribution=shards",
        ]
    )
    func nonsense(parameter: String) {
        #expect(throws: DomainError.technical(.storeUnavailable)) { try PostgresStoreURL("postgres://u:geheim@h/d?\(parameter)") }
    }
}
