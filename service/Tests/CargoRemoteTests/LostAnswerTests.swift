import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@testable import CargoRemote

/// The real service handles a request but its response is lost: the store never repeats a change and never reports an outcome it doesn't
/// know.
struct LostAnswerTests {
    private func run(
        _ steps: [ScriptedServer.Step],
        _ body: @escaping @Sendable (RemoteService, RemoteStore, ScriptedServer) async throws -> Void
    ) async throws {
        try await RemoteService.run { service in
            try await ScriptedServer.run(steps, before: service.port) { server in
                try await body(service, try server.store(), server)
                #expect(server.stepsLeft == 0)
            }
        }
    }

    @Test("REP-2, REP-4: a save whose answer is lost is confirmed and stored once")
    func saveDone() async throws {
        try await run([.lose, .pass, .pass]) { service, store, server in
            #expect(await store.cargos.save(.stub()).error == nil)
            #expect(server.requests.map { $0.prefix(3) } == ["PUT", "PUT", "GET"])
            let stored1 = try await service.store.cargos.findByTrackingId(.stub()).get().version
            #expect(stored1 == 1)
            #expect(service.store.eventCount == 1)
        }
    }

    @Test("REP-2: a save that never reached the service is stored by the next attempt")
    func saveRepeated() async throws {
        try await run([.drop, .pass]) { service, store, _ in
            #expect(await store.cargos.save(.stub()).error == nil)
            #expect(service.store.eventCount == 1)
        }
    }

    @Test("REP-2: a save whose answers are all lost is confirmed by reading what is stored")
    func saveDoneAfterAllAttempts() async throws {
        try await run([.lose, .lose, .lose, .pass]) { service, store, _ in
            #expect(await store.cargos.save(.stub()).error == nil)
            #expect(service.store.eventCount == 1)
        }
    }

    @Test("REP-2: the outcome is unknown if nothing can be read either")
    func saveUnknown() async throws {
        try await run([.lose, .lose, .lose, .drop, .drop, .drop]) { _, store, _ in
            let error = await store.cargos.save(.stub()).error
            #expect(error?.code == .remoteUnavailable)
            #expect(error?.cause?.contains("it is unknown whether it was saved") ?? false, "\(error?.cause ?? "")")
        }
    }

    @Test("REP-2: a save that arrives after another caller's save conflicts")
    func saveOvertaken() async throws {
        try await RemoteService.run { service in
            try await service.store.cargos.save(.stub()).get()
            let mine = try await service.store.cargos.findByTrackingId(.stub()).get()
            try await service.store.cargos.save(try mine.changingDeadline(to: .stub(day: 70), at: .stub())).get()
            try await ScriptedServer.run([.drop, .pass, .pass], before: service.port) { server in
                let saved = try await server.store().cargos.save(try mine.changingDeadline(to: .stub(day: 80), at: .stub()))
                #expect(saved.error == .concurrencyConflict(TrackingId.stub(), expected: 1, actual: 2))
            }
        }
    }

    @Test("REP-2: a save that may have been stored and then overwritten has an unknown outcome")
    func saveHidden() async throws {
        try await RemoteService.run { service in
            try await service.store.cargos.save(.stub()).get()
            let mine = try await service.store.cargos.findByTrackingId(.stub()).get()
            for day in [70, 71] {
                let stored = try await service.store.cargos.findByTrackingId(.stub()).get()
                try await service.store.cargos.save(try stored.changingDeadline(to: .stub(day: day), at: .stub())).get()
            }
            try await ScriptedServer.run([.drop, .pass, .pass], before: service.port) { server in
                let error = try await server.store().cargos.save(try mine.changingDeadline(to: .stub(day: 80), at: .stub())).error
                #expect(error?.code == .remoteUnavailable)
                #expect(error?.cause?.contains("it is unknown") ?? false)
            }
        }
    }

    @Test("REP-2: a conflict without a lost answer is reported as a conflict, without a read")
    func conflict() async throws {
        try await RemoteService.run { service in
            try await service.store.cargos.save(.stub()).get()
            try await ScriptedServer.run([.pass], before: service.port) { server in
                let saved = try await server.store().cargos.save(.stub())
                #expect(saved.error == .concurrencyConflict(TrackingId.stub(), expected: 0, actual: 1))
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test("HND-3, HND-7: an event and its retraction whose answers are lost are stored once, with their cargo")
    func handling() async throws {
        let event = HandlingEvent.stub()
        try await RemoteService.run { service in
            try await service.store.cargos.save(.stub()).get()
            let cargo = try await service.store.cargos.findByTrackingId(.stub()).get().derivingDeliveryProgress(from: .stub(event))
            try await ScriptedServer.run([.lose, .pass, .pass], before: service.port) { server in
                try await server.store().handlingUnitOfWork.save(event, after: .empty(of: .stub()), with: cargo).get()
            }
            let stored = try await service.store.cargos.findByTrackingId(.stub()).get()
            #expect(stored.version == 2)
            #expect(service.store.eventCount == 2)
            let retracted = try stored.derivingDeliveryProgress(from: .empty(of: .stub()))
            let retraction = RetractedEvent(event: event, reason: .stub(), retractedAt: .stub(day: 3))
            try await ScriptedServer.run([.lose, .pass, .pass], before: service.port) { server in
                try await server.store().handlingUnitOfWork.retract(retraction, after: .stub(event), with: retracted).get()
            }
            let found = try await service.store.handlingEvents.findRetracted(of: .stub()).get()
            #expect(found == [retraction])
            let version = try await service.store.cargos.findByTrackingId(.stub()).get().version
            #expect(version == 3)
        }
    }

    @Test("HND-3: another caller's equal event is a conflict, even if an answer was lost")
    func handlingKnown() async throws {
        try await RemoteService.run { service in
            try await service.store.cargos.save(.stub()).get()
            let cargo = try await service.store.cargos.findByTrackingId(.stub()).get()
            let theirs = HandlingEvent.stub(registered: .stub(day: 2))
            let mine = HandlingEvent.stub(registered: .stub(day: 3))
            let handled = try cargo.derivingDeliveryProgress(from: .stub(theirs))
            try await service.store.handlingUnitOfWork.save(theirs, after: .empty(of: .stub()), with: handled).get()
            try await ScriptedServer.run([.lose, .pass, .pass], before: service.port) { server in
                let saved = try await server.store().handlingUnitOfWork.save(mine, after: .empty(of: .stub()), with: handled)
                #expect(saved.error?.code == .concurrencyConflict)
            }
        }
    }

    @Test("REP-2: a voyage, a reservation, locations and a drawn id survive a lost answer")
    func others() async throws {
        try await run([.lose, .pass, .pass, .lose, .pass, .lose, .pass, .lose, .pass]) { service, store, _ in
            #expect(await store.voyages.save(.stub()).error == nil)
            #expect(await store.idempotencyKeys.reserve(.stub(), for: .stub("FIRST")) == .success(.stub("FIRST")))
            #expect(await store.locations.save([.stub()]).error == nil)
            #expect(await store.cargos.nextTrackingId().error == nil)
            let stored3 = try await service.store.voyages.findByNumber(.stub()).get().version
            #expect(stored3 == 1)
            let stored4 = try await service.store.locations.findByUnLocode(.stub()).get()
            #expect(stored4 == .stub())
        }
    }
}
