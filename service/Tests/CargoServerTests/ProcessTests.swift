import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Foundation
import Synchronization
import Testing

@testable import CargoServer

/// The bookings that the service acknowledged.
private final class Acknowledged: Sendable {
    let ids = Mutex<Set<String>>([])

    /// Adds a booking and returns the number of bookings so far.
    func add(_ id: String) -> Int {
        ids.withLock { ids in
            ids.insert(id)
            return ids.count
        }
    }
}

/// The program itself: how it starts, how it ends, and what is stored afterwards.
@Suite(.serialized)
struct ProcessTests {
    @Test(arguments: [SIGTERM, SIGHUP, SIGKILL])
    func `every booking acknowledged under load is there after a stop or a kill`(signal: Int32) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "cargo-server-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let server = try await ServerProcess.start(["--store", "json:\(directory.path)"])
        for code in ["HKHKG", "SESTO"] {
            _ = try await server.send(TestService.text("PUT", "/v1/locations/\(code)", #"{"name":"\#(code)"}"#, as: nil))
        }
        let acknowledged = Acknowledged()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<64 {
                group.addTask {
                    try await blocking {
                        guard let client = try? SocketClient(port: server.port) else { return }
                        for number in 0..<100 {
                            let id = "W\(writer)N\(number)X"
                            let text = TestService.text("POST", "/v1/cargos", Self.booking(id), as: nil)
                            // The connection ends when the service does.
                            guard (try? client.send(text)) != nil, let answer = try? client.answer() else { return }
                            guard answer.status == 201 else { throw SocketClient.Failure(text: answer.text) }
                            // The other 63 connections have bookings in progress.
                            if acknowledged.add(id) == 500 { kill(server.process.processIdentifier, signal) }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let status = try await server.end()
        #expect(status == (signal == SIGKILL ? SIGKILL : 0))
        let store = try await JSONFileStore.open(directory.path)
        let ids = acknowledged.ids.withLock { $0 }
        #expect(ids.count >= 500)
        for id in ids { _ = try await store.cargos.findByTrackingId(TrackingId(id)).get() }
        await store.close()
    }

    @Test func `an event stream ends when the service stops`() async throws {
        let server = try await ServerProcess.start(["--store", "memory:"])
        let text = try await blocking {
            let client = try SocketClient(port: server.port)
            try client.send(TestService.text("GET", "/v1/events", as: nil, headers: ["Accept": "text/event-stream"]))
            _ = try client.line(until: "retry: ")
            kill(server.process.processIdentifier, SIGTERM)
            return try client.line(until: "0\r\n\r\n")
        }
        #expect(text != nil)
        let seen19 = try await server.end()
        #expect(seen19 == 0)
    }

    @Test func `the directory of the archives must be there`() async throws {
        let directory = FileManager.default.temporaryDirectory
        let server = try await ServerProcess.start(["--store", "memory:", "--archives", directory.path])
        kill(server.process.processIdentifier, SIGTERM)
        #expect(try await server.end() == 0)
        let missing = directory.path + "/cargo-archives-\(UUID().uuidString)"
        let (ended, errors) = try await ServerProcess.run(["--store", "memory:", "--archives", missing])
        #expect(ended == 78 && errors.contains("archives: can't read \(missing)"))
    }

    @Test func `flags override variables, which override the file`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "cargo-server-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let access = #"{"tokens": ["clerk@alice:file-secret-0123456789-abcdef"]}"#
        try #"{"store": "json:/nonexistent/x", "limits": {"bodyBytes": 2000}, "access": \#(access)}"#
            .write(to: file, atomically: true, encoding: .utf8)
        let server = try await ServerProcess.start(
            ["--store", "memory:", "--config", file.path],
            environment: ["CARGO_LIMITS_BODY_BYTES": "3000", "CARGO_STORE": "json:/nonexistent/y"]
        )
        let token = "file-secret-0123456789-abcdef"
        let seen20 = try await server.send(TestService.text("GET", "/v1/cargos", as: token))?.status
        #expect(seen20 == 200)
        let seen21 = try await server.send(TestService.text("GET", "/v1/cargos", as: nil))?.status
        #expect(seen21 == 401)
        let long = try await server.send(TestService.text("POST", "/v1/cargos", String(repeating: " ", count: 3001), as: token))
        #expect(try long?.json["detail"]?.asText == "This body may have at most 3000 bytes.")
        kill(server.process.processIdentifier, SIGINT)
        let seen22 = try await server.end()
        #expect(seen22 == 0)
    }

    @Test func `the log says at the start how secrets are stored, and without their keys the service doesn't start`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "cargo-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let (path, keys) = (directory.appending(path: "store").path, directory.appending(path: "keys").path)
        let (old, new) = ("old:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "new:AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=")
        let store = try await JSONFileStore.open(path)
        let subscriptions = try #require(store.subscriptions)
        // Its port is taken, so each of the others ends after it has looked at the store.
        let holder = try await ServerProcess.start(["--store", "memory:"])
        func errors(_ words: String..., status: Int32 = 69) async throws -> String {
            let arguments = ["--store", "json:\(path)", "--port", "\(holder.port)", "--log-format", "json"]
            let (ended, errors) = try await ServerProcess.run(arguments + words)
            #expect(ended == status, "\(errors)")
            #expect(!errors.contains("AAEC") && !errors.contains("AQID") && !errors.contains("whsec_"))
            return errors
        }
        #expect(try await !errors().contains("secrets"))
        #expect(try await !errors("--secrets-keys", old).contains("secrets"))
        let subscription = Subscription.stub()
        #expect(try await subscriptions.save(subscription).get())
        let plain = try await errors()
        #expect(plain.contains("the secrets of subscriptions are stored in plain text; set secrets.keys"))
        #expect(plain.contains("\"secrets\":\"1\""))
        #expect(try await errors("--secrets-keys", old).contains("run cargo-server seal-secrets"))

        let sealed = SealedSubscriptions(subscriptions, keys: [try SecretKey(setting: old)]) { _ in }
        #expect(try await sealed.save(Subscription.stub()).get())
        #expect(
            try await errors(status: 78)
                == "error: secrets.keys: required because the store has secrets that are encrypted with the keys old\n"
        )
        let unknown = try await errors("--secrets-keys", new)
        #expect(unknown.contains("secret_key_missing") && unknown.contains("\"key\":\"old\""))
        try Data("\(new)\n\(old)\n".utf8).write(to: URL(filePath: keys))
        let known = try await errors("--secrets-keys-file", keys)
        #expect(!known.contains("secret_key_missing") && known.contains("\"secrets\":\"2\""))
        _ = try await SealSecrets(subscriptions, keys: try SecretKey.read(list: [], file: keys), clock: SystemClock()).execute()
        #expect(try await !errors("--secrets-keys-file", keys).contains("secrets"))
        #expect(try await errors("--secrets-keys-file", keys, "--secrets-keys", new, status: 78).contains("set either secrets.keys or"))
        await store.close()
        kill(holder.process.processIdentifier, SIGTERM)
        #expect(try await holder.end() == 0)
    }

    @Test(
        arguments: [
            (["--prot", "1"], 64, "error: unknown flag --prot; see --help\n"),
            (["serve"], 64, "error: unexpected argument serve; see --help\n"),
            (["--port", "x"], 78, "error: port: the value has the wrong type\n"),
            (["--port", "70000"], 78, "error: port: expected 0 to 65535\n"),
            (
                ["--metrics-consumers", "webhook,Bad"], 78,
                "error: metrics.consumers: expected names of 1 to 40 characters a-z, 0-9 and -\n"
            ),
            (
                ["--store", "tape:x"], 78,
                "error: store: expected memory:, json:PATH, sqlite:PATH or postgres://…, such as json:./cargo-data\n"
            ),
            (
                ["--store", "tape:x,y"], 78,
                "error: store: expected memory:, json:PATH, sqlite:PATH or postgres://…, such as json:./cargo-data\n"
            ),
            (["--store"], 78, "error: store: the value has the wrong type\n"),
            (["--store", "memory:", "--store=memory:"], 64, "error: --store is given twice\n"),
            (["--log-level", "info,debug"], 78, "error: log.level: the value has the wrong type\n"),
            (
                ["--access-tokens", "boss:0123456789abcdefghijklmnop"], 78,
                "error: access.tokens: expected ROLE:SECRET or ROLE@NAME:SECRET, or customer=CODE:SECRET; roles: tracking, viewer, clerk, carrier, admin, service, metrics, customer\n"
            ),
            (
                ["--access-tokens", "clerk@alice:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"], 78,
                "error: access.tokens: the secret of alice is too easy to guess (about 0 bits, needs 128); generate one with: openssl rand -hex 32\n"
            ),
            (
                ["--access-proxies", "1"], 78,
                "error: access.proxies: a service behind a proxy needs tokens; set access.tokens\n"
            ),
            (
                ["--host", "0.0.0.0"], 78,
                "error: access.tokens: required because other machines can reach 0.0.0.0; set at least one, or listen on 127.0.0.1\n"
            ),
        ] as [([String], Int32, String)]
    )
    func `invalid settings are reported, and the service doesn't start`(arguments: [String], status: Int32, text: String) async throws {
        let (ended, errors) = try await ServerProcess.run(arguments)
        #expect(ended == status)
        #expect(errors == text)
    }

    private static func booking(_ id: String) -> String {
        #"{"arrivalDeadline":"2100-01-01T00:00:00.000Z","customerId":"ACME","destination":"SESTO","origin":"HKHKG","trackingId":"\#(id)"}"#
    }
}
