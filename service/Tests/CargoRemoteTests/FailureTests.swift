import CargoApplication
import CargoDomain
import CargoTesting
import Foundation
import Testing

@testable import CargoRemote

/// How a remote store reports every kind of failure of a service.
struct FailureTests {
    private static let found = answer(200, body: record(.stub(version: 1)))

    private func find(_ steps: [ScriptedServer.Step], _ pauses: Pauses = Pauses()) async throws -> (Result<Cargo, DomainError>, Int) {
        try await ScriptedServer.run(steps) { server in
            let result = try await server.store(pauses).cargos.findByTrackingId(.stub())
            return (result, server.requests.count)
        }
    }

    @Test func `a request carries the id and the actor of the request that it is made for`() async throws {
        try await ScriptedServer.run([.send(Self.found), .send(Self.found)]) { server in
            let store = try server.store(Pauses())
            for (id, actor) in [(RequestId("order.7-a_B"), EventActor.commandLine("alice")), (nil, nil)] {
                _ = await Correlation.$id.withValue(id) {
                    await Correlation.$actor.withValue(actor) { await store.cargos.findByTrackingId(.stub()) }
                }
            }
            #expect(server.requests.map { $0.contains("X-Request-Id: order.7-a_B\r\n") } == [true, false])
            #expect(server.requests.map { $0.lowercased().contains("x-request-id") } == [true, false])
            #expect(server.requests.map { $0.contains("Cargo-Actor: cli:alice\r\n") } == [true, false])
            #expect(server.requests.map { $0.lowercased().contains("cargo-actor") } == [true, false])
        }
    }

    // MARK: Service unreachable

    @Test func `a refused connection is unavailable after the policy's number of attempts`() async throws {
        let pauses = Pauses()
        let nobody = try HeldPort()
        defer { nobody.letGo() }
        let store = try RemoteStore(url: nobody.url, retry: RemoteRetry(maximumAttempts: 4), pacer: pauses.pacer)
        let error = await store.cargos.findByTrackingId(.stub()).error
        #expect(error?.code == .remoteUnavailable)
        #expect(error?.cause?.contains("attempt 4 of 4") ?? false, "\(error?.cause ?? "")")
        #expect(pauses.all == [.milliseconds(200), .milliseconds(400), .milliseconds(800)])
    }

    @Test func `after an unreachable service, later calls fail at once for the policy's pause`() async throws {
        let (unrested, rested) = (RemoteRetry(maximumAttempts: 2), RemoteRetry(maximumAttempts: 2, circuitBreakDuration: .seconds(3600)))
        try await ScriptedServer.run([.drop, .drop, .drop, .drop]) { server in
            let store = try server.store(retry: unrested)
            for _ in 1...2 { #expect(await store.cargos.findByTrackingId(.stub()).error?.code == .remoteUnavailable) }
            #expect(server.requests.count == 4)
        }
        try await ScriptedServer.run([.drop, .drop, .send(Self.found)]) { server in
            let store = try server.store(retry: rested)
            for _ in 1...2 { #expect(await store.cargos.findByTrackingId(.stub()).error?.code == .remoteUnavailable) }
            #expect(await store.locations.findByUnLocode(.stub()).error?.code == .remoteUnavailable)
            #expect(server.requests.count == 2)
        }
        // A rejection from a reachable service doesn't stop further requests.
        try await ScriptedServer.run([.send(problem(404, "cargo_not_found")), .send(Self.found)]) { server in
            let store = try server.store(retry: rested)
            #expect(await store.cargos.findByTrackingId(.stub()).error?.code == .cargoNotFound)
            #expect(await store.cargos.findByTrackingId(.stub()) == .success(.stub(version: 1)))
        }
    }

    @Test func `a connection that is dropped without an answer is tried again`() async throws {
        let (result, count) = try await find([.drop, .drop, .send(Self.found)])
        #expect(try result.get() == .stub(version: 1))
        #expect(count == 3)
    }

    @Test func `a connection that is dropped every time is unavailable`() async throws {
        let (result, count) = try await find([.drop, .drop, .drop, .drop])
        #expect(result.error?.code == .remoteUnavailable)
        #expect(count == 3)
    }

    @Test func `a late answer and an endless answer are time-outs`() async throws {
        try await ScriptedServer.run([.silence]) { server in
            let store = try server.store(timeouts: RemoteTimeouts(response: .milliseconds(100)), retry: .none)
            #expect(await store.cargos.findByTrackingId(.stub()).error?.code == .remoteTimeout)
        }
        try await ScriptedServer.run([.silence]) { server in
            let store = try server.store(timeouts: RemoteTimeouts(response: .seconds(30), total: .milliseconds(100)), retry: .none)
            #expect(await store.cargos.findByTrackingId(.stub()).error?.code == .remoteTimeout)
        }
    }

    @Test func `the next attempt succeeds when a slow service has recovered`() async throws {
        try await ScriptedServer.run([.silence, .send(Self.found)]) { server in
            // Each attempt has long enough for its request to arrive and be answered on a busy machine.
            let store = try server.store(timeouts: RemoteTimeouts(response: .seconds(5), total: .seconds(120)))
            #expect(await store.cargos.findByTrackingId(.stub()) == .success(.stub(version: 1)))
            #expect(server.requests.count == 2)
        }
    }

    // MARK: Incomplete response

    private static let halves = [
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"customerId\":",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{\"customerId\":",
        "", "H", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Ty", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n",
    ]

    @Test(arguments: halves)
    func `a truncated answer is a failure`(half: String) async throws {
        let (result, count) = try await find([.send(half), .send(half), .send(half)])
        #expect(result.error?.code == .remoteUnavailable, "\(String(describing: result))")
        #expect(count == 3)
        let (whole, _) = try await find([.send(half), .send(Self.found)])
        #expect(try whole.get() == .stub(version: 1))
    }

    // MARK: Retry later

    @Test(arguments: [429, 503])
    func `Retry-After is respected`(status: Int) async throws {
        let pauses = Pauses()
        let busy = answer(status, "text/plain", "busy", "Retry-After: 7")
        let (result, _) = try await find([.send(busy), .send(Self.found)], pauses)
        #expect(try result.get() == .stub(version: 1))
        #expect(pauses.all == [.seconds(7)])
    }

    @Test func `a Retry-After longer than the policy's limit isn't waited for`() async throws {
        let pauses = Pauses()
        let (result, count) = try await find([.send(answer(503, "text/plain", "busy", "Retry-After: 3600"))], pauses)
        #expect(result.error?.code == .remoteUnavailable)
        #expect(count == 1)
        #expect(pauses.all == [])
    }

    @Test func `Retry-After may be a date, and an invalid value is ignored`() throws {
        let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
        func pause(_ field: String) -> Duration? { RemoteAnswer(status: 503, headers: ["retry-after": field], body: []).retryAfter(now) }
        #expect(pause("Sun, 06 Nov 1994 08:49:47 GMT") == .seconds(10))
        #expect(pause("Sun, 06 Nov 1994 08:00:00 GMT") == .zero)
        #expect(pause("0") == .zero)
        for nonsense in ["", "-1", "soon", "1.5"] { #expect(pause(nonsense) == nil, "\(nonsense)") }
    }

    @Test func `pauses double up to the maximum, and jitter shortens them by half at most`() {
        let retry = RemoteRetry(maximumAttempts: 6, initialBackoff: .seconds(1), maximumBackoff: .seconds(5))
        #expect(
            (1...6).map { retry.backoff(after: $0, retryAfter: nil, fraction: 1) } == [
                .seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5), nil,
            ]
        )
        #expect(retry.backoff(after: 2, retryAfter: nil, fraction: 0.5) == .seconds(1))
        #expect(retry.backoff(after: 1, retryAfter: .seconds(3), fraction: 1) == .seconds(3))
        #expect(retry.backoff(after: 1, retryAfter: .seconds(6), fraction: 1) == nil)
        for _ in 1...100 { #expect((0.5...1).contains(Pacer.real.fraction())) }
    }

    // MARK: Reported problems

    @Test func `a problem document becomes the error it describes, with parameters, and its text is kept for the log`() async throws {
        let told = problem(
            409,
            "concurrency_conflict",
            #""detail":"Look again.","params":{"trackingId":"ABC123","expected":1,"actual":2},"#
        )
        let (result, count) = try await find([.send(told)])
        #expect(result.error == .concurrencyConflict(TrackingId.stub(), expected: 1, actual: 2))
        #expect(result.error?.cause?.contains("Look again.; request r-1") ?? false, "\(result.error?.cause ?? "")")
        #expect(count == 1)
    }

    @Test func `the fields of a rejected request are returned as paths`() async throws {
        let errors =
            ##""errors":[{"code":"un_locode_invalid","pointer":"#/legs/0/loadLocation"},{"code":"integer_out_of_range","parameter":"limit"}],"##
        let (result, _) = try await find([.send(problem(422, "validation_failed", errors))])
        #expect(
            result.error
                == .validationFailed([
                    .init(path: "limit", code: .integerOutOfRange), .init(path: "legs[0].loadLocation", code: .unLocodeInvalid),
                ])
        )
    }

    @Test(arguments: [
        (401, "token_invalid", DomainError.Code.remoteRejected), (403, "role_insufficient", .remoteRejected),
        (404, "not_found", .remoteRejected),
        (418, "never_heard_of", .remoteRejected), (500, "internal_error", .remoteUnavailable), (500, "corrupt_record", .corruptRecord),
        (503, "tracking_ids_exhausted", .trackingIdsExhausted), (507, "store_full", .storeFull),
        (500, "store_schema_unsupported", .storeSchemaUnsupported),
    ])
    func `a permanent problem is reported at once`(status: Int, code: String, expected: DomainError.Code) async throws {
        let (result, count) = try await find([.send(problem(status, code))])
        #expect(result.error?.code == expected)
        #expect(result.error?.cause?.contains(code) ?? false)
        #expect(result.error?.cause?.contains(ScriptedServer.token) == false)
        #expect(count == 1)
    }

    @Test(arguments: [(503, "store_locked", DomainError.Code.storeLocked), (503, "store_unavailable", .storeUnavailable)])
    func `a transient problem is retried, and reported if it persists`(status: Int, code: String, expected: DomainError.Code)
        async throws
    {
        let told = ScriptedServer.Step.send(problem(status, code))
        let (result, count) = try await find([told, told, told])
        #expect(result.error?.code == expected)
        #expect(count == 3)
        let stored1 = try await find([told, .send(Self.found)]).0.get()
        #expect(stored1 == .stub(version: 1))
    }

    // MARK: Response from another server

    private static let garbage = [
        answer(200, "text/html", "<html>Log in to the hotel's network</html>"),
        answer(200, "application/json", "<html>"),
        answer(200, "application/json", #"{"trackingId":"ABC123"}"#),
        answer(200, "application/json", record(.stub(version: 1)).replacing(#""destination":"SESTO""#, with: #""destination":"HKHKG""#)),
        answer(200, "application/json", record(.stub(version: 1)).replacing("NOT_RECEIVED", with: "CLAIMED")),
        answer(204, "application/json", ""),
        answer(404, "text/html", "<html>"),
        answer(302, "text/html", "", "Location: http://127.0.0.1:1/elsewhere"),
    ]

    @Test(arguments: garbage)
    func `an answer in another format is rejected at once`(text: String) async throws {
        let (result, count) = try await find([.send(text)])
        #expect(result.error?.code == .remoteRejected, "\(String(describing: result))")
        #expect(count == 1)
    }

    @Test func `an answer that isn't HTTP is unavailable`() async throws {
        let (result, _) = try await find([
            .send("SSH-2.0-OpenSSH_9.6\r\n"), .send("SSH-2.0-OpenSSH_9.6\r\n"), .send("SSH-2.0-OpenSSH_9.6\r\n"),
        ])
        #expect(result.error?.tier == .technical)
        #expect([.remoteUnavailable, .remoteRejected].contains(result.error?.code))
    }

    @Test func `redirects aren't followed, so the token isn't sent elsewhere`() async throws {
        try await ScriptedServer.run([.send(Self.found)]) { elsewhere in
            try await ScriptedServer.run([.send(answer(307, "text/plain", "", "Location: \(elsewhere.url)/v1/repository/cargos/ABC123"))]) {
                server in
                let store = try server.store()
                #expect(await store.cargos.findByTrackingId(.stub()).error?.code == .remoteRejected)
                #expect(server.requests[0].contains("Authorization: Bearer \(ScriptedServer.token)"))
            }
            #expect(elsewhere.requests.isEmpty)
        }
    }

    @Test func `cookies aren't stored`() async throws {
        let found = answer(200, "application/json", record(.stub(version: 1)), "Set-Cookie: session=1; Path=/")
        try await ScriptedServer.run([.send(found), .send(found)]) { server in
            let store = try server.store()
            for _ in 1...2 { #expect(await store.cargos.findByTrackingId(.stub()) == .success(.stub(version: 1))) }
            #expect(server.requests.count == 2)
            #expect(server.requests.allSatisfy { !$0.lowercased().contains("\r\ncookie:") })
        }
    }

    @Test func `an answer with an endless header is the service's failure`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX: " + String(repeating: "x", count: 1 << 20)
        try await ScriptedServer.run([.hold(head)]) { server in
            let store = try server.store(timeouts: RemoteTimeouts(response: .seconds(600), total: .seconds(600)), retry: .none)
            #expect(await store.cargos.findByTrackingId(.stub()).error?.code == .remoteUnavailable)
        }
    }

    @Test func `an answer over the size limit is rejected`() async throws {
        try await ScriptedServer.run([.send(answer(200, body: String(repeating: " ", count: 100_000) + record(.stub(version: 1))))]) {
            server in
            let store = try server.store(maximumBytes: 50_000)
            #expect(await store.cargos.findByTrackingId(.stub()).error?.code == .remoteRejected)
        }
    }

    @Test func `an answer to a save that doesn't come from the service isn't a success`() async throws {
        // The impostor's response to the store's follow-up read is no better.
        let portal = ScriptedServer.Step.send(answer(200, "text/html", "<html>"))
        for steps in [[portal, portal], [.send(answer(204, "text/html", "")), portal]] {
            try await ScriptedServer.run(steps) { server in
                let store = try server.store()
                #expect(await store.cargos.save(.stub()).error?.code == .remoteRejected)
            }
        }
        try await ScriptedServer.run([portal]) { server in
            let store = try server.store()
            #expect(await store.locations.save([.stub()]).error?.code == .remoteRejected)
        }
    }

    // MARK: Settings

    @Test(arguments: ["ftp://host", "http://", "cargo", "http://user:secret@host", "http://host?x=1", "http://host#top"])
    func `an invalid service address is rejected`(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(throws: RemoteStoreError.self) { try RemoteStore(url: url) }
    }

    @Test(arguments: ["", "with space", "line\r\nbreak: injected", "ümlaut"])
    func `an invalid token is rejected and never shown`(token: String) throws {
        let url = try #require(URL(string: "http://localhost"))
        #expect(throws: RemoteStoreError.tokenInvalid) { try RemoteStore(url: url, token: token) }
    }

    @Test func `a path prefix in the address is kept, and keys are percent-encoded`() async throws {
        try await ScriptedServer.run([.send(answer(200, body: "{}"))]) { server in
            let store = try RemoteStore(url: server.url.appendingPathComponent("cargo/"), pacer: Pauses().pacer)
            let key = try IdempotencyKey("../a+b%2F&c=~")
            #expect(await store.idempotencyKeys.find(key) == .success(nil))
            #expect(server.requests[0].hasPrefix("GET /cargo/v1/repository/booking-reservation?key=..%2Fa%2Bb%252F%26c%3D~ HTTP/1.1\r\n"))
        }
    }
}
