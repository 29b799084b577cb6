import CargoApplication
import CargoDomain
import CargoTesting
import Foundation
import Testing

@testable import CargoRemote

/// Cancelling a task ends its calls and their requests immediately.
///
/// None of the store's time limits ends a call here.
@Suite(.timeLimit(.minutes(10)))
struct CancellationTests {
    private static let never = RemoteTimeouts(response: .seconds(3600), total: .seconds(3600))
    private static let begun = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"

    /// Cancels a call while the server holds its response.
    ///
    /// Returns the call's error after the server has seen the connection close.
    private func cancelled<Value: Sendable>(
        _ step: ScriptedServer.Step = .silence,
        _ call: @escaping @Sendable (RemoteStore) async -> Result<Value, DomainError>
    ) async throws -> DomainError? {
        try await ScriptedServer.run([step]) { server in
            let store = try server.store(timeouts: Self.never)
            let task = Task { await call(store) }
            for await _ in server.arrivals { break }
            task.cancel()
            let error = await task.value.error
            for await _ in server.closings { break }
            #expect(server.requests.count == 1)
            return error
        }
    }

    @Test(arguments: [ScriptedServer.Step.silence, .hold("HTTP/1.1 200 OK\r\nCont"), .hold(begun)])
    func `a cancelled read ends at once, at whatever stage`(step: ScriptedServer.Step) async throws {
        let error = try await cancelled(step) { await $0.cargos.findByTrackingId(.stub()) }
        #expect(error?.code == .remoteUnavailable)
        #expect(error?.cause?.contains("cancelled") ?? false, "\(error?.cause ?? "")")
    }

    @Test("REP-8: a save cancelled in flight ends at once as store_outcome_unknown")
    func saves() async throws {
        let event = HandlingEvent.stub()
        let history = HandlingHistory.empty(of: event.trackingId)
        #expect(try await cancelled { await $0.cargos.save(.stub()) }?.code == .storeOutcomeUnknown)
        #expect(try await cancelled { await $0.voyages.save(.stub()) }?.code == .storeOutcomeUnknown)
        #expect(try await cancelled { await $0.locations.save([.stub()]) }?.code == .storeOutcomeUnknown)
        let handled = try Cargo.stub(version: 1).derivingDeliveryProgress(from: .stub(event))
        let both = try await cancelled { await $0.handlingUnitOfWork.save(event, after: history, with: handled) }
        #expect(both?.code == .storeOutcomeUnknown)
        let retraction = RetractedEvent(event: event, reason: .stub(), retractedAt: .stub(day: 3))
        let back = try await cancelled { await $0.handlingUnitOfWork.retract(retraction, after: .stub(event), with: handled) }
        #expect(back?.code == .storeOutcomeUnknown)
    }

    @Test("REP-8: a save cancelled before its retry is definitely not stored if the first attempt wasn't")
    func pause() async throws {
        let (pauses, paused) = AsyncStream<Void>.makeStream()
        let pacer = Pacer(
            fraction: { 1 },
            wait: { _ in
                paused.yield()
                await Pacer.real.wait(.seconds(3600))
            }
        )
        try await ScriptedServer.run([.send(answer(429, "text/plain", "busy"))]) { server in
            let store = try RemoteStore(url: server.url, timeouts: Self.never, pacer: pacer)
            let task = Task { await store.cargos.save(.stub()) }
            for await _ in pauses { break }
            task.cancel()
            #expect(await task.value.error?.code == .remoteUnavailable)
            #expect(server.requests.count == 1)
        }
    }

    @Test func `a cancelled call doesn't mark the service unavailable for other calls`() async throws {
        let found = ScriptedServer.Step.send(answer(200, body: record(.stub(version: 1))))
        try await ScriptedServer.run([.silence, found]) { server in
            let store = try server.store(timeouts: Self.never, retry: RemoteRetry(circuitBreakDuration: .seconds(3600)))
            let task = Task { await store.cargos.findByTrackingId(.stub()) }
            for await _ in server.arrivals { break }
            task.cancel()
            #expect(await task.value.error?.code == .remoteUnavailable)
            #expect(await store.cargos.findByTrackingId(.stub()) == .success(.stub(version: 1)))
        }
    }

    @Test("REP-8: a call made from an already cancelled task runs normally")
    func begunCancelled() async throws {
        try await ScriptedServer.run([.send(answer(200, body: record(.stub(version: 1))))]) { server in
            let store = try server.store()
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return await store.cargos.findByTrackingId(.stub())
            }
            task.cancel()
            #expect(await task.value == .success(.stub(version: 1)))
        }
    }

    @Test func `a cancelled webhook delivery ends at once without a result for the event`() async throws {
        try await ScriptedServer.run([.silence]) { server in
            let secret = try #require(WebhookSecret(WebhookSecret.random().revealed))
            let handler = try WebhookHandler(url: server.url, secrets: [secret], timeout: .seconds(3600), clock: FixedClock())
            let event = try #require(DomainEvent.events(raisedBy: Cargo.stub(), storedAs: 1, at: .stub()).first).stored(as: 1)
            let task = Task { await handler.handle(event) }
            for await _ in server.arrivals { break }
            task.cancel()
            #expect(await task.value == .unavailable(reason: "the call was cancelled", retryAfter: nil))
            for await _ in server.closings { break }
        }
    }
}
