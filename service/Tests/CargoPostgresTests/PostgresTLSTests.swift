import CargoApplication
import CargoDomain
import CargoTesting
import Foundation
import Testing

@testable import CargoPostgres

#if canImport(Glibc)
import Glibc
#endif

@Suite("A PostgreSQL store over TLS")
struct PostgresTLSTests {
    /// A server named `db.example` that only accepts TLS connections over the network.
    static let server = Result { try TestServer(["fsync=off", "tls=db.example"]) }
    let schema = TestServer.newSchema()

    private static func url(_ options: String) throws -> String {
        let server = try server.get()
        let port = try String(contentsOfFile: server.directory + "/port", encoding: .utf8).filter(\.isNumber)
        let text = "postgresql://postgres@/postgres?hostaddr=127.0.0.1&port=\(port)&connect_timeout=20&\(options)"
        return text.replacingOccurrences(of: "FOLDER", with: server.directory)
    }

    @Test("sslmode=verify-full with the server's certificate authority encrypts every connection")
    func proven() async throws {
        let url = try Self.url("host=db.example&sslmode=verify-full&sslrootcert=FOLDER/authority.crt")
        let store = try await PostgresStore.open(url, schema: schema)
        try await store.cargos.save(.stub()).get()
        let stranger = Stranger(PostgresConnection(try PostgresServer(url)))
        let connections = "FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE client_addr IS NOT NULL AND pid <> pg_backend_pid()"
        #expect(try await stranger.run("SELECT bool_and(ssl) \(connections)") == ["t"])
        await store.close()
    }

    #if canImport(Glibc)
    @Test("the connection breaks if the server acknowledges nothing for ten seconds, or the time set in the URL", arguments: [nil, 3000])
    func userTimeout(chosen: Int32?) async throws {
        let option = chosen.map { "&tcp_user_timeout=\($0)" } ?? ""
        let connection = PostgresConnection(try PostgresServer(Self.url("host=db.example&sslmode=require\(option)")))
        let timeout = try await connection.perform { connection in
            Result { () throws(PostgresFailure) in
                try connection.open()
                var (value, size) = (CUnsignedInt(0), socklen_t(MemoryLayout<CUnsignedInt>.size))
                let answer = getsockopt(connection.socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &value, &size)
                return answer == 0 ? value : 0
            }
        }.get()
        #expect(timeout == chosen.map { CUnsignedInt($0) } ?? 10_000)
    }
    #endif

    @Test(
        "a server that the options don't allow is rejected, and nothing is stored there",
        arguments: [
            // A different name than the certificate's.
            "host=other.example&sslmode=verify-full&sslrootcert=FOLDER/authority.crt",
            // An authority that didn't sign the server's certificate, and a missing one.
            "host=db.example&sslmode=verify-full&sslrootcert=FOLDER/stranger.crt",
            "host=db.example&sslmode=verify-full&sslrootcert=FOLDER/missing.crt",
            // A connection without TLS, which the server rejects.
            "host=db.example&sslmode=disable",
        ]
    )
    func refused(options: String) async throws {
        let url = try Self.url(options)
        await #expect(throws: DomainError.technical(.storeUnavailable)) { try await PostgresStore.open(url, schema: schema) }
        let local = try Self.url("host=FOLDER").replacingOccurrences(of: "hostaddr=127.0.0.1&", with: "")
        let stranger = Stranger(PostgresConnection(try PostgresServer(local)))
        #expect(try await stranger.run("SELECT count(*) FROM pg_namespace WHERE nspname = '\(schema)'") == ["0"])
    }
}
