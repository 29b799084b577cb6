public import CargoApplication
public import CargoDomain

/// A store under test: its ports, and what a test may know or do behind their backs.
///
/// The ports must share one store. A check that needs a member you leave out fails on this backend: run those that
/// `checks.offered(by:)` gives, and assert in a test what `checks.leftOut(by:)` lists.
public struct RepositoryBackend: Sendable {
    /// The cargos.
    public let cargos: any CargoRepository
    /// What was done to them.
    public let handlingEvents: any HandlingEventRepository
    /// Handling events together with their cargos; nil where the backend cannot store both in one step.
    public let handlingUnitOfWork: (any HandlingUnitOfWork)?
    /// The voyages.
    public let voyages: any VoyageRepository
    /// The locations.
    public let locations: any LocationRepository
    /// The outbox.
    public let events: any DomainEventFeed
    /// The idempotency keys of bookings.
    public let bookingKeys: any BookingKeyRepository

    /// How far the consumers of the outbox are; only `RelayContract` needs it.
    public let outboxLanes: (any OutboxLaneStore)?

    /// The time at which the store's clock stands still, if it does: domain events then have occurred at it.
    public let now: Instant?
    /// Opens the store once more and leaves the first one open, as a process does that starts after another one crashed; for durable stores.
    public let reopen: (@Sendable () async throws -> RepositoryBackend)?
    /// Puts a cargo of this id and customer there whose specification's destination is its origin, behind the repository's back.
    public let plantBrokenCargo: (@Sendable (TrackingId, CustomerId) async throws -> Void)?
    /// Saves a cargo with one domain event that cannot be read, in place of those that it raised, behind the repository's back.
    public let plantUnreadableEvent: (@Sendable (Cargo) async throws -> Void)?

    /// Puts the parts together.
    ///
    /// The store's generator of tracking ids must be a `SequenceTrackingIdGenerator(RepositoryContract.trackingIds)`.
    public init(
        cargos: any CargoRepository,
        handlingEvents: any HandlingEventRepository,
        voyages: any VoyageRepository,
        locations: any LocationRepository,
        events: any DomainEventFeed,
        bookingKeys: any BookingKeyRepository,
        handlingUnitOfWork: (any HandlingUnitOfWork)? = nil,
        outboxLanes: (any OutboxLaneStore)? = nil,
        now: Instant? = nil,
        reopen: (@Sendable () async throws -> RepositoryBackend)? = nil,
        plantBrokenCargo: (@Sendable (TrackingId, CustomerId) async throws -> Void)? = nil,
        plantUnreadableEvent: (@Sendable (Cargo) async throws -> Void)? = nil
    ) {
        self.cargos = cargos
        self.handlingEvents = handlingEvents
        self.handlingUnitOfWork = handlingUnitOfWork
        self.outboxLanes = outboxLanes
        self.voyages = voyages
        self.locations = locations
        self.events = events
        self.bookingKeys = bookingKeys
        self.now = now
        self.reopen = reopen
        self.plantBrokenCargo = plantBrokenCargo
        self.plantUnreadableEvent = plantUnreadableEvent
    }

    /// Takes the ports of an environment.
    ///
    /// The store's generator of tracking ids must be a `SequenceTrackingIdGenerator(RepositoryContract.trackingIds)`.
    public init(
        _ environment: Environment,
        outboxLanes: (any OutboxLaneStore)? = nil,
        now: Instant? = nil,
        reopen: (@Sendable () async throws -> RepositoryBackend)? = nil,
        plantBrokenCargo: (@Sendable (TrackingId, CustomerId) async throws -> Void)? = nil,
        plantUnreadableEvent: (@Sendable (Cargo) async throws -> Void)? = nil
    ) {
        self.init(
            cargos: environment.cargos,
            handlingEvents: environment.handlingEvents,
            voyages: environment.voyages,
            locations: environment.locations,
            events: environment.events,
            bookingKeys: environment.bookingKeys,
            handlingUnitOfWork: environment.handlingUnitOfWork,
            outboxLanes: outboxLanes,
            now: now,
            reopen: reopen,
            plantBrokenCargo: plantBrokenCargo,
            plantUnreadableEvent: plantUnreadableEvent
        )
    }
}

extension RepositoryBackend {
    /// What `plantBrokenCargo` stores where cargos are kept as canonical JSON: a record whose specification's destination is its origin.
    public static func brokenCargo(_ trackingId: TrackingId, _ customerId: CustomerId) -> [UInt8] {
        Array(
            """
            {"customerId":"\(customerId)","delivery":{"isMisdirected":false,"isUnloadedAtDestination":false,"routingStatus":"NOT_ROUTED",\
            "transportStatus":"NOT_RECEIVED"},"origin":"CNHKG","routeSpecification":{"arrivalDeadline":"2026-02-01T00:00:00.000Z",\
            "destination":"CNHKG","origin":"CNHKG"},"trackingId":"\(trackingId)","version":1}
            """.utf8
        )
    }

    /// What `plantUnreadableEvent` stores where events are kept as canonical JSON: the envelope of a type that the kit does not know.
    /// - Parameter cargo: as it is about to be saved.
    public static func unreadableEvent(of cargo: Cargo) -> [UInt8] {
        let (id, version) = (cargo.trackingId, cargo.version + 1)
        return Array(
            #"{"aggregateId":"\#(id)","aggregateType":"Cargo","aggregateVersion":\#(version),"eventId":"Cargo:\#(id):\#(version):0","type":"CargoLost"}"#
                .utf8
        )
    }

    /// The whole outbox, read in pages of the greatest size.
    func allEvents() async throws -> [DomainEvent] {
        var all: [DomainEvent] = []
        while true {
            let page = try success(of: "reading events", await events.events(after: Int64(all.count), limit: 1000))
            if page.isEmpty { return all }
            try expect(page.allSatisfy { $0.sequence ?? 0 > all.count }, "events after \(all.count)", butGot: "\(page.map(\.sequence))")
            all += page
        }
    }

    /// A cargo as it is stored now.
    func cargo(_ trackingId: TrackingId = .stub()) async throws -> Cargo {
        try success(of: "finding \(trackingId)", await cargos.findByTrackingId(trackingId))
    }

    /// Saves a cargo, then gives it as it is stored.
    @discardableResult
    func saved(_ cargo: Cargo) async throws -> Cargo {
        try success(of: "saving \(cargo.trackingId)", await cargos.save(cargo))
        return try await self.cargo(cargo.trackingId)
    }

    /// Saves a voyage, then gives it as it is stored.
    @discardableResult
    func savedVoyage(_ voyage: Voyage) async throws -> Voyage {
        try success(of: "saving \(voyage.number)", await voyages.save(voyage))
        return try success(of: "finding \(voyage.number)", await voyages.findByNumber(voyage.number))
    }
}
