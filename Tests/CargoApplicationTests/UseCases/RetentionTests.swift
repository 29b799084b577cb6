import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@Suite("Archiving, trimming and erasing")
struct RetentionTests {
    private static let clock = FixedClock(.stub(day: 400))

    /// Groups of archived cargos in memory; the offset is the number of the group.
    private actor Archive: CargoArchive, CargoArchives {
        nonisolated let name: ArchiveName
        private var groups: [[ArchivedCargo]] = []
        private let isFull: Bool

        init(isFull: Bool = false) throws {
            name = try ArchiveName("2026-01")
            self.isFull = isFull
        }

        func add(_ cargos: [ArchivedCargo]) -> Result<ArchivePlace, DomainError> {
            if isFull { return .failure(.technical(.storeFull)) }
            groups.append(cargos)
            return Result { () throws(DomainError) in try ArchivePlace(archive: name, offset: Int64(groups.count - 1)) }
        }

        func find(_ trackingId: TrackingId, at place: ArchivePlace) -> Result<ArchivedCargo?, DomainError> {
            .success(groups[Int(place.offset)].first { $0.contents.cargo.trackingId == trackingId })
        }

        var ids: [String] { groups.flatMap { $0.map(\.contents.cargo.trackingId.text) } }
        var events: [String] { groups.flatMap { $0.flatMap { $0.events.map(\.eventId) } } }
    }

    /// A kit over a store with a cargo on its way, one that was cancelled on day 1, and one that was cancelled on day 399.
    private func kit() async throws -> CargoKit {
        let store = InMemoryStore(clock: Self.clock, trackingIds: SequenceTrackingIdGenerator([]))
        for (id, day) in [("OLD", 1), ("RECENT", 399)] {
            try await store.cargos.save(try Cargo.stub(id).adding(.stub()).cancelled(because: .stub(), at: .stub(day: day))).get()
        }
        try await store.cargos.save(.stub("UNDERWAY", customer: "CUST-2")).get()
        return CargoKit(store: store, clock: Self.clock)
    }

    @Test("CRG-17, REP-9: closed cargos go into the archive with their events, and can be tracked there and restored")
    func archive() async throws {
        let (kit, archive) = (try await kit(), try Archive())
        let dry = try await ArchiveCargos(kit).execute(to: nil, days: 90).get()
        #expect(dry.archived.map(\.text) == ["OLD"] && dry.read == 3)
        #expect(try await kit.store.cargos.findByTrackingId(.stub("OLD")).get().version == 1)
        let report = try await ArchiveCargos(kit).execute(to: archive, days: 90).get()
        #expect(report == dry)
        #expect(await archive.ids == ["OLD"])
        #expect(await archive.events == ["Cargo:OLD:1:0", "Cargo:OLD:1:1", "Cargo:OLD:1:2"])
        let gone = DomainError.cargoArchived(.stub("OLD"), in: archive.name)
        let request = CargoRequest(trackingId: .stub("OLD"))
        #expect(await TrackCargo(kit).execute(request) == .failure(gone))
        let reading = kit.reading(archive)
        #expect(try await TrackCargo(reading).execute(request).get().bookingStatus == .cancelled)
        #expect(try await ArchiveCargos(kit).execute(to: archive, days: 90).get().archived.isEmpty)
        try await RestoreCargo(kit).execute(.stub("OLD"), from: archive).get()
        #expect(try await TrackCargo(kit).execute(request).get().bookingStatus == .cancelled)
        let again = await RestoreCargo(kit).execute(.stub("OLD"), from: archive)
        #expect(again.failure?.code == .concurrencyConflict)
        #expect(await RestoreCargo(kit).execute(.stub("NOBODY"), from: archive).failure == .cargoNotFound(.stub("NOBODY")))
    }

    @Test("REP-9: a cargo's events go into the archive with it, wherever they are in the outbox")
    func scatteredEvents() async throws {
        let (store, archive) = (InMemoryStore(clock: Self.clock), try Archive())
        for id in ["AAA", "BBB"] { try await store.cargos.save(.stub(id)).get() }
        for id in ["AAA", "BBB"] {
            try await store.cargos.save(.stub("UNDERWAY-\(id)")).get()
            let cargo = try await store.cargos.findByTrackingId(.stub(id)).get()
            try await store.cargos.save(cargo.cancelled(because: .stub(), at: .stub(day: 1))).get()
        }
        #expect(try await ArchiveCargos(CargoKit(store: store, clock: Self.clock)).execute(to: archive, days: 90).get().archived.count == 2)
        #expect(await archive.events == ["Cargo:AAA:1:0", "Cargo:AAA:2:0", "Cargo:BBB:1:0", "Cargo:BBB:2:0"])
    }

    @Test("REP-9: what the archive can't take stays in the store")
    func fullArchive() async throws {
        let kit = try await kit()
        let result = await ArchiveCargos(kit).execute(to: try Archive(isFull: true), days: 90)
        #expect(result.failure?.code == .storeFull)
        #expect(try await kit.store.cargos.findByTrackingId(.stub("OLD")).get().trackingId == .stub("OLD"))
    }

    @Test("UC-1: an archived cargo's id is in use")
    func bookingOver() async throws {
        let (kit, archive) = (try await kit(), try Archive())
        _ = try await ArchiveCargos(kit).execute(to: archive, days: 90).get()
        try await kit.store.locations.save([.stub(), .stub("SESTO")]).get()
        let request = BookCargo.Request(
            from: .stub(),
            to: .stub("SESTO"),
            by: .stub(day: 500),
            for: .stub(),
            trackingId: .stub("OLD")
        )
        #expect(await BookCargo(kit).execute(request).failure == .trackingIdInUse(.stub("OLD")))
    }

    @Test("REP-10: events stay for their age, for a consumer that needs them, and for a cargo in the store")
    func trim() async throws {
        let (kit, archive) = (try await kit(), try Archive())
        func trimmed(_ limits: TrimStore.Limits, isDryRun: Bool = true) async throws -> TrimStore.Report {
            try await TrimStore(kit).execute(limits, isDryRun: isDryRun).get()
        }
        #expect(try await trimmed(.init(days: 1)).stays == .young)
        #expect(try await trimmed(.init(days: 0)).stays == .cargo(.stub("OLD")))
        let consumer = try ConsumerName("search")
        let partition = try OutboxPartition(number: 3, version: 0, position: 0, lease: nil, held: [])
        let partitions = try #require(kit.store.outboxPartitions)
        #expect(try await partitions.save(partition, of: consumer).get())
        #expect(try await trimmed(.init(days: 0)).stays == .consumer("search"))
        _ = try await ArchiveCargos(kit).execute(to: archive, days: 90).get()
        let ignoring = TrimStore.Limits(days: 0, ignoredConsumers: ["search"])
        let dry = try await trimmed(ignoring)
        #expect(dry.first == 4 && dry.stays == .cargo(.stub("RECENT")) && dry.firstBefore == 1)
        #expect(try await kit.store.events.events(after: 0, limit: 1).get().first?.sequence == 1)
        #expect(try await trimmed(ignoring, isDryRun: false) == dry)
        #expect(await kit.store.events.events(after: 1, limit: 1) == .failure(.eventsTrimmed(first: 4)))
        let subscriptions = try #require(kit.store.subscriptions)
        var subscription = Subscription.stub()
        _ = try await subscriptions.save(subscription).get()
        subscription = subscription.stored(as: 1)
        subscription.remove(at: kit.clock.now())
        _ = try await subscriptions.save(subscription).get()
        #expect(try await trimmed(.init(days: 1), isDryRun: false).subscriptions == 0)
        let all = try await trimmed(.init(days: 0, includesStoredCargos: true, ignoredConsumers: ["search"]), isDryRun: false)
        #expect(all.stays == .end && all.since == nil && all.subscriptions == 1)
        #expect(try await kit.store.retention?.firstEvent().get() == all.first)
        #expect(try await kit.store.events.lastSequence(atLeast: 3) == all.first - 1)
    }

    @Test("CRG-18, REP-11: nothing of an erased customer is left, and a second time finds nothing")
    func erase() async throws {
        let kit = try await kit()
        let erased = try await EraseCustomer(kit).execute(.stub(), as: .stub("ERASED-1")).get()
        #expect(erased.cargos.map(\.text) == ["OLD", "RECENT"] && erased.records > 0)
        let held = try await ExportCustomer(kit).execute(.stub()).get()
        #expect(held.cargos.isEmpty && held.events.isEmpty)
        let kept = try await ExportCustomer(kit).execute(.stub("ERASED-1")).get()
        #expect(kept.cargos.count == 2 && !"\(kept)".contains("CUST-1") && !"\(kept)".contains(Reason.stub().text))
        #expect(try await EraseCustomer(kit).execute(.stub(), as: .stub("ERASED-2")).get().isEmpty)
        #expect(try await ExportCustomer(kit).execute(.stub("CUST-2")).get().cargos.count == 1)
    }

    @Test("REP-11: the company's own subscriptions stay, with the pseudonym in their filters")
    func filters() async throws {
        let kit = try await kit()
        let subscriptions = try #require(kit.store.subscriptions)
        let (box, carried) = (CargoReference.stub(.container, "CSQU3054383"), CargoReference.stub(.booking, "BKG-4711"))
        func change(_ change: (Cargo) throws(DomainError) -> Cargo) async throws {
            try await kit.store.cargos.save(change(try await kit.store.cargos.findByTrackingId(.stub("MOVING")).get())).get()
        }
        try await kit.store.cargos.save(.stub("MOVING")).get()
        // The box is in the store's events only.
        try await change { cargo throws(DomainError) in try cargo.adding(box) }
        try await change { cargo throws(DomainError) in try cargo.removing(box).adding(carried) }
        let shared = CargoReference.stub(.billOfLading, "APLU-0042")
        try await change { cargo throws(DomainError) in try cargo.adding(shared) }
        try await kit.store.cargos.save(.stub("SHARING", customer: "CUST-2")).get()
        let sharing = try await kit.store.cargos.findByTrackingId(.stub("SHARING")).get()
        try await kit.store.cargos.save(try sharing.adding(shared)).get()
        func add(_ filter: SubscriptionFilter = .init(), _ dcsa: DCSAEventFilter? = nil) async throws -> SubscriptionId {
            let one = Subscription.stub(filter: filter, dcsaFilter: dcsa)
            _ = try await subscriptions.save(one).get()
            return one.id
        }
        let ofCustomer = try await add(.init(customerId: .stub(), eventTypes: ["CargoBooked"]))
        let ofBox = try await add(.init(reference: box))
        let ofOther = try await add(.init(trackingId: .stub("MOVING"), customerId: .stub("CUST-2"), reference: .stub(.customer, "PO-2")))
        let ofDCSA = try await add(.init(), .init([.equipmentReference: [box.value], .carrierBookingReference: [carried.value]]))
        let ofPlace = try await add(.init(), .init([.UNLocationCode: ["DEHAM"], .equipmentReference: ["MSKU7654320"]]))
        let ofShared = try await add(.init(reference: shared))
        let theirs = Subscription.stub(owner: .stub("CUST-2"), filter: .init(reference: box))
        _ = try await subscriptions.save(theirs).get()
        let kept = [ofOther, ofPlace, ofShared, theirs.id]
        var untouched: [Subscription?] = []
        for id in kept { untouched.append(try await subscriptions.find(id).get()) }
        _ = try await subscriptions.save(.stub(owner: .stub())).get()

        let report = try await EraseCustomer(kit).execute(.stub(), as: .stub("ERASED-1")).get()
        #expect(report.subscriptions == 1)
        let found = try #require(try await subscriptions.find(ofCustomer).get())
        #expect(found.filter == .init(customerId: .stub("ERASED-1"), eventTypes: ["CargoBooked"]) && found.state == .active)
        #expect(try await subscriptions.find(ofBox).get()?.filter.reference?.value == "ERASED")
        let dcsa = try #require(try await subscriptions.find(ofDCSA).get()?.dcsaFilter)
        #expect(dcsa.values == [.equipmentReference: ["ERASED"], .carrierBookingReference: ["ERASED"]])
        for (id, before) in zip(kept, untouched) { #expect(try await subscriptions.find(id).get() == before) }
        #expect(try await EraseCustomer(kit).execute(.stub(), as: .stub("ERASED-2")).get().isEmpty)
    }

    @Test("REP-11: a store that keeps everything says so before anything is changed")
    func unsupported() async throws {
        let kit = try await kit()
        let bare = CargoKit(store: kit.store.replacing(cargos: kit.store.cargos), clock: Self.clock)
        #expect(await ArchiveCargos(bare).execute(to: try Archive(), days: 90).failure?.code == .removalUnsupported)
        #expect(await TrimStore(bare).execute(.init()).failure?.code == .removalUnsupported)
        #expect(await EraseCustomer(bare).execute(.stub(), as: .stub("ERASED-1")).failure?.code == .removalUnsupported)
        #expect(try await kit.store.cargos.findForCustomer(.stub()).get().count == 2)
    }
}
