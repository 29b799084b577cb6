import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Synchronization
import Testing

/// Backends that each break one promise, with the rules whose checks must fail.
///
/// They prove that the checks can fail.
@Suite("The repository contract on broken backends")
struct ContractDefectTests {
    struct Defect: Sendable, CustomTestStringConvertible {
        let name: String
        let rules: [String]
        let breaking: @Sendable (RepositoryBackend) -> RepositoryBackend

        var testDescription: String { name }

        init(_ name: String, _ rules: String..., breaking: @escaping @Sendable (RepositoryBackend) -> RepositoryBackend) {
            self.name = name
            self.rules = rules
            self.breaking = breaking
        }
    }

    static let cargoDefects: [Defect] = [
        Defect("nothing is stored", "REP-2", "REP-3") { backend in
            backend.with(cargos: PatchedCargoRepository(wrapped: backend.cargos, doSave: { _ in .success(()) }))
        },
        Defect("the last writer wins", "REP-2", "REP-7") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    doSave: { cargo in
                        for _ in 0..<100 {
                            let stored = (try? await backend.cargos.findByTrackingId(cargo.trackingId).get().version) ?? 0
                            guard let newest = try? cargo.reconstituted(atVersion: stored) else { return .success(()) }
                            if case .success = await backend.cargos.save(newest) { return .success(()) }
                        }
                        return await backend.cargos.save(cargo)
                    }
                )
            )
        },
        Defect("a conflict lacks the versions", "REP-2") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    doSave: { cargo in
                        await backend.cargos.save(cargo).mapError { error in
                            error.code == .concurrencyConflict ? .concurrencyConflict(cargo.trackingId, expected: 0, actual: 0) : error
                        }
                    }
                )
            )
        },
        Defect("a conflicting save is stored", "REP-2", "REP-4") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    doSave: { cargo in
                        let result = await backend.cargos.save(cargo)
                        if case .failure = result, let stored = try? await backend.cargos.findByTrackingId(cargo.trackingId).get(),
                            let newest = try? cargo.reconstituted(atVersion: stored.version)
                        {
                            _ = await backend.cargos.save(newest)
                        }
                        return result
                    }
                )
            )
        },
        Defect("an absent cargo is reported as corrupt", "REP-1") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    find: { id in await backend.cargos.findByTrackingId(id).mapError { _ in .corruptRecord(rule: "REP-1", id: id.text) } }
                )
            )
        },
        Defect("a corrupt cargo is reported as absent", "REP-5") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    find: { id in await backend.cargos.findByTrackingId(id).mapError { _ in .cargoNotFound(id) } }
                )
            )
        },
        Defect("a cargo that is read has raised facts", "REP-5") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    find: { id in
                        await backend.cargos.findByTrackingId(id).map { cargo in
                            cargo.noting(retractionOf: .stub(), because: .stub())
                        }
                    }
                )
            )
        },
        Defect("a customer's cargos are unordered", "REP-1") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    list: { customer in await backend.cargos.findForCustomer(customer).map { $0.reversed() } }
                )
            )
        },
        Defect("a customer sees other customers' cargos", "REP-1") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    list: { _ in await backend.cargos.find(CargoQuery(), after: nil, limit: 1000).map(\.items) }
                )
            )
        },
        Defect("the last page has a cursor", "REP-1") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    page: { query, id, limit in
                        await backend.cargos.find(query, after: id, limit: limit).map {
                            Page(items: $0.items, next: $0.items.last?.trackingId)
                        }
                    }
                )
            )
        },
        Defect("only the first page is returned", "REP-1") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    page: { query, id, limit in
                        await backend.cargos.find(query, after: id, limit: limit).map { Page(items: $0.items, next: nil) }
                    }
                )
            )
        },
        Defect("any page size is accepted", "VAL-INT-1") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    page: { query, id, limit in await backend.cargos.find(query, after: id, limit: min(max(limit, 1), 1000)) }
                )
            )
        },
        Defect("an id is generated twice", "REP-6") { backend in
            backend.with(cargos: PatchedCargoRepository(wrapped: backend.cargos, next: { .success(.stub()) }))
        },
        Defect("an id in use is generated", "REP-6") { backend in
            let ids = SequenceTrackingIdGenerator(RepositoryContract.trackingIds)
            return backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    next: { ids.next().map { .success($0) } ?? .failure(.technical(.trackingIdsExhausted)) }
                )
            )
        },
        Defect("cancellation is reported as a store failure", "REP-8") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    doSave: { cargo in
                        Task.isCancelled ? .failure(.technical(.storeUnavailable)) : await backend.cargos.save(cargo)
                    }
                )
            )
        },
        Defect("a reopened store is empty", "REP-4") { backend in
            backend.with(reopen: { InMemoryContractTests.makeBackend() })
        },
    ]

    static let otherDefects: [Defect] = [
        Defect("the outbox stays empty", "REP-3") { backend in backend.with(events: PatchedDomainEventFeed { _, _ in .success([]) }) },
        Defect("the outbox is read backwards", "REP-3") { backend in
            backend.with(
                events: PatchedDomainEventFeed { start, limit in
                    await backend.events.events(after: start, limit: limit).map { $0.reversed() }
                }
            )
        },
        Defect("the outbox ends with the first page", "REP-3") { backend in
            backend.with(
                events: PatchedDomainEventFeed { start, limit in
                    start == 0 ? await backend.events.events(after: start, limit: limit) : .success([])
                }
            )
        },
        Defect("the outbox lacks voyages' events", "REP-3") { backend in
            backend.with(
                events: PatchedDomainEventFeed { start, limit in
                    await backend.events.events(after: start, limit: limit).map { $0.filter { $0.aggregateType == .cargo } }
                }
            )
        },
        Defect("events and retractions are stored without a check of the history", "HND-6", "HND-7") { backend in
            let (known, unitOfWork) = (backend.handlingEvents, backend.handlingUnitOfWork)
            return backend.with(
                handlingUnitOfWork: PatchedHandlingUnitOfWork(
                    wrapped: unitOfWork,
                    doSave: { event, _, cargo in
                        switch await known.findHistory(of: event.trackingId) {
                        case .success(let history): await unitOfWork.save(event, after: history, with: cargo)
                        case .failure(let error): .failure(error)
                        }
                    },
                    doRetract: { retraction, _, cargo in
                        switch await known.findHistory(of: cargo.trackingId) {
                        case .success(let history): await unitOfWork.retract(retraction, after: history, with: cargo)
                        case .failure(let error): .failure(error)
                        }
                    }
                )
            )
        },
        Defect("events are lost", "REP-4") { backend in
            backend.with(
                handlingUnitOfWork: PatchedHandlingUnitOfWork(
                    wrapped: backend.handlingUnitOfWork,
                    doSave: { _, _, cargo in await backend.cargos.save(cargo) }
                )
            )
        },
        Defect("the unit of work stores nothing", "REP-3", "REP-4") { backend in
            backend.with(
                handlingUnitOfWork: PatchedHandlingUnitOfWork(wrapped: backend.handlingUnitOfWork, doSave: { _, _, _ in .success(()) })
            )
        },
        Defect("the cargo is stored before the event is checked", "HND-6") { backend in
            backend.with(
                handlingUnitOfWork: PatchedHandlingUnitOfWork(
                    wrapped: backend.handlingUnitOfWork,
                    doSave: { event, history, cargo in
                        if case .failure(let error) = await backend.cargos.save(cargo) { return .failure(error) }
                        guard let saved = try? cargo.saved() else { return .success(()) }
                        return await backend.handlingUnitOfWork.save(event, after: history, with: saved)
                    }
                )
            )
        },
        Defect("retractions only look as if they were stored", "HND-7") { backend in
            backend.with(
                handlingUnitOfWork: PatchedHandlingUnitOfWork(
                    wrapped: backend.handlingUnitOfWork,
                    doRetract: { _, _, cargo in await backend.cargos.save(cargo) }
                )
            )
        },
        Defect("retracted events are forgotten", "HND-7") { backend in
            backend.with(handlingEvents: PatchedHandlingEventRepository(wrapped: backend.handlingEvents, retracted: { _ in [] }))
        },
        Defect("the revision is the number of events", "HND-7") { backend in
            backend.with(
                handlingEvents: PatchedHandlingEventRepository(
                    wrapped: backend.handlingEvents,
                    history: { known in (try? HandlingHistory(trackingId: known.trackingId, events: known.events)) ?? known }
                )
            )
        },
        Defect("a voyage has cargos that left it", "REP-1") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    page: { query, after, limit in
                        await backend.cargos.find(query.voyage == nil ? query : CargoQuery(), after: after, limit: limit)
                    }
                )
            )
        },
        Defect("a cargo that is late no more stays in the list", "REP-1") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    page: { query, after, limit in
                        await backend.cargos.find(query.need == nil ? query : CargoQuery(), after: after, limit: limit)
                    }
                )
            )
        },
        Defect("a port keeps the cargos that left it", "DLV-1") { backend in
            let left = Mutex<[UnLocode: Set<TrackingId>]>([:])
            return backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    page: { query, after, limit in
                        guard let location = query.place,
                            case .success(let page) = await backend.cargos.find(query, after: nil, limit: 1000)
                        else { return await backend.cargos.find(query, after: after, limit: limit) }
                        let ids = left.withLock { left in
                            left[location, default: []].formUnion(page.items.map(\.trackingId))
                            return left[location] ?? []
                        }
                        var cargos: [Cargo] = []
                        for id in ids.sorted() {
                            if case .success(let cargo) = await backend.cargos.findByTrackingId(id) { cargos.append(cargo) }
                        }
                        return .success(.cut(from: cargos, after: after, limit: limit, key: \.trackingId))
                    }
                )
            )
        },
        Defect("a port has the cargos of all ports", "REP-1") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    page: { query, after, limit in
                        await backend.cargos.find(query.place == nil ? query : CargoQuery(), after: after, limit: limit)
                    }
                )
            )
        },
        Defect("a page of a customer's cargos has those of others", "REP-1") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    page: { query, after, limit in
                        await backend.cargos.find(query.customer == nil ? query : CargoQuery(), after: after, limit: limit)
                    }
                )
            )
        },
        Defect("a reference finds every cargo", "REF-5") { backend in
            backend.with(
                cargos: PatchedCargoRepository(
                    wrapped: backend.cargos,
                    page: { query, after, limit in
                        await backend.cargos.find(query.reference == nil ? query : CargoQuery(), after: after, limit: limit)
                    }
                )
            )
        },
        Defect("a voyage can't be saved again", "VOY-4") { backend in
            backend.with(
                voyages: PatchedVoyageRepository(
                    wrapped: backend.voyages,
                    doSave: { voyage in voyage.version == 0 ? await backend.voyages.save(voyage) : .success(()) }
                )
            )
        },
        Defect("changes always list all voyages", "REP-7") { backend in
            backend.with(
                voyages: PatchedVoyageRepository(wrapped: backend.voyages, changes: { _ in await backend.voyages.findChanges(after: 0) })
            )
        },
        Defect("locations keep their first name", "REP-4") { backend in
            backend.with(
                locations: PatchedLocationRepository(wrapped: backend.locations) { locations in
                    for location in locations {
                        if case .success = await backend.locations.findByUnLocode(location.unLocode) { continue }
                        _ = await backend.locations.save([location])
                    }
                    return .success(())
                }
            )
        },
        Defect("names are normalised", "VAL-TXT-1") { backend in
            backend.with(
                locations: PatchedLocationRepository(wrapped: backend.locations) { locations in
                    await backend.locations.save(
                        locations.map { location in
                            location.name.text == "G\u{F6}teborg" ? .stub(location.unLocode.text, name: "G\u{F6}teborg") : location
                        }
                    )
                }
            )
        },
        Defect("versions are those of the first question", "REP-2") { backend in
            backend.with(versions: FrozenVersions(wrapped: backend.versions))
        },
        Defect("a key keeps its last reservation", "REP-2", "REP-7") { backend in
            backend.with(idempotencyKeys: ForgetfulIdempotencyKeyRepository())
        },
    ]

    /// Backends that break a promise of what leaves a store.
    static let retentionDefects: [Defect] = [
        (RetentionFlaw.keepsCargos, "REP-9"), (.forgetsIds, "REP-9"), (.removesOneByOne, "REP-9"), (.losesRetractions, "REP-9"),
        (.restoresAnything, "REP-9"), (.keepsEvents, "REP-10"), (.trimsOneMore, "REP-10"), (.keepsKeys, "REP-10"),
        (.keepsSubscriptions, "REP-10"), (.keepsReasons, "REP-11"),
    ].map { flaw, rule in
        Defect("\(flaw)", rule) { backend in
            guard let retention = backend.retention else { return backend }
            return backend.with(retention: FlawedRetention(wrapped: retention, backend: backend, flaw: flaw))
        }
    }

    @Test(
        "REP-1 to REP-11: a backend that breaks a promise fails a check of that promise",
        arguments: cargoDefects + otherDefects + retentionDefects
    )
    func found(defect: Defect) async {
        var failed: Set<String> = []
        let checks = RepositoryContract.checks + SubscriptionContract.checks
        for check in checks.supported(by: defect.breaking(InMemoryContractTests.makeBackend())) {
            do {
                try await check.run(defect.breaking(InMemoryContractTests.makeBackend()))
            } catch let failure as ContractFailure {
                #expect(failure.check == check.description)
                failed.formUnion(check.rules)
            } catch {
                Issue.record("\(check) ends with \(error)")
            }
        }
        for rule in defect.rules { #expect(failed.contains(rule), "\(defect.name) breaks \(rule) unseen") }
    }

    /// Backends in memory that each lack one of the optional members.
    private static let withoutOnePart: [(missing: String, backend: @Sendable () -> RepositoryBackend)] = {
        @Sendable func backend(without missing: String) -> RepositoryBackend {
            let whole = InMemoryContractTests.makeBackend()
            return RepositoryBackend(
                Repositories(
                    cargos: whole.cargos,
                    handlingEvents: whole.handlingEvents,
                    handlingUnitOfWork: whole.handlingUnitOfWork,
                    voyages: whole.voyages,
                    locations: whole.locations,
                    idempotencyKeys: whole.idempotencyKeys,
                    events: whole.events,
                    outboxPartitions: missing == "outboxPartitions" ? nil : whole.outboxPartitions,
                    subscriptions: missing == "subscriptions" ? nil : whole.subscriptions,
                    carrierEvents: missing == "carrierEvents" ? nil : whole.carrierEvents,
                    access: missing == "access" ? nil : whole.access,
                    versions: missing == "versions" ? nil : whole.versions,
                    retention: missing == "retention" ? nil : whole.retention
                ),
                now: missing == "now" ? nil : whole.now,
                reopen: missing == "reopen" ? nil : { @Sendable in whole },
                insertBrokenCargo: missing == "insertBrokenCargo" ? nil : whole.insertBrokenCargo,
                insertBrokenLocation: missing == "insertBrokenLocation" ? nil : { @Sendable _ in },
                insertUnreadableEvent: missing == "insertUnreadableEvent" ? nil : whole.insertUnreadableEvent
            )
        }
        return [
            "outboxPartitions", "subscriptions", "carrierEvents", "access", "versions", "retention", "now", "reopen", "insertBrokenCargo",
            "insertBrokenLocation", "insertUnreadableEvent",
        ].map {
            missing in
            (missing, { backend(without: missing) })
        }
    }()

    @Test(
        "REP-1 to REP-8: a check that needs a missing member is listed as left out, and fails if it is run",
        arguments: withoutOnePart
    )
    func missingPart(missing: String, backend: @Sendable () -> RepositoryBackend) async throws {
        let checks =
            RepositoryContract.checks + RelayContract.checks + SubscriptionContract.checks + CarrierEventContract.checks
            + AccessContract.checks
        let skipped = checks.skipped(by: backend())
        #expect(!skipped.isEmpty)
        #expect(skipped.allSatisfy { $0.missing == [missing] })
        #expect(checks.supported(by: backend()).count + skipped.count == checks.count)
        for entry in skipped {
            let failure = await #expect(throws: ContractFailure.self) { try await entry.check.run(backend()) }
            #expect(failure?.actual == "one without \(missing)")
        }
    }
}
