public import CargoApplication
public import CargoDomain

/// A store under test: its repositories, plus closures for tests to inspect or damage it.
///
/// All repositories must share one store. A check fails if it needs a member that you leave out, so run only the checks that
/// `checks.offered(by:)` returns, and assert the list `checks.leftOut(by:)` in a test.
public struct RepositoryBackend: Sendable {
    /// The repository of cargos.
    public let cargos: any CargoRepository
    /// The repository of handling events.
    public let handlingEvents: any HandlingEventRepository
    /// Stores a handling event and its cargo atomically; `nil` if the backend can't.
    public let handlingUnitOfWork: (any HandlingUnitOfWork)?
    /// The repository of voyages.
    public let voyages: any VoyageRepository
    /// The repository of locations.
    public let locations: any LocationRepository
    /// The outbox.
    public let events: any DomainEventFeed
    /// The repository of the bookings' idempotency keys.
    public let bookingKeys: any BookingKeyRepository

    /// How far each consumer of the outbox has read.
    ///
    /// Only `RelayContract` needs it.
    public let outboxLanes: (any OutboxLaneStore)?

    /// The time at which the store's clock stands still; `nil` if it runs.
    ///
    /// Domain events must have occurred at this time.
    public let now: Instant?
    /// Opens a durable store again while the first one stays open, as a process does that starts after another one crashed.
    public let reopen: (@Sendable () async throws -> RepositoryBackend)?
    /// Stores a broken cargo with this id and customer, bypassing the repository: its destination equals its origin.
    public let plantBrokenCargo: (@Sendable (TrackingId, CustomerId) async throws -> Void)?
    /// Saves a cargo, bypassing the repository, with a domain event that cannot be read in place of the events it raised.
    public let plantUnreadableEvent: (@Sendable (Cargo) async throws -> Void)?

    /// Creates a backend from its parts.
    ///
    /// The store must generate tracking ids with `SequenceTrackingIdGenerator(RepositoryContract.trackingIds)`.
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

    /// Creates a backend from the repositories of an environment.
    ///
    /// The store must generate tracking ids with `SequenceTrackingIdGenerator(RepositoryContract.trackingIds)`.
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
    /// Returns the record for `plantBrokenCargo` to store, as canonical JSON: a cargo whose destination equals its origin.
    public static func brokenCargo(_ trackingId: TrackingId, _ customerId: CustomerId) -> [UInt8] {
        Array(
            """
            {"customerId":"\(customerId)","delivery":{"isMisdirected":false,"isUnloadedAtDestination":false,"routingStatus":"NOT_ROUTED",\
            "transportStatus":"NOT_RECEIVED"},"origin":"CNHKG","routeSpecification":{"arrivalDeadline":"2026-02-01T00:00:00.000Z",\
            "destination":"CNHKG","origin":"CNHKG"},"trackingId":"\(trackingId)","version":1}
            """.utf8
        )
    }

    /// Returns the event for `plantUnreadableEvent` to store, as canonical JSON: an event envelope with an unknown type.
    /// - Parameter cargo: the cargo that is about to be saved.
    public static func unreadableEvent(of cargo: Cargo) -> [UInt8] {
        let (id, version) = (cargo.trackingId, cargo.version + 1)
        return Array(
            #"{"aggregateId":"\#(id)","aggregateType":"Cargo","aggregateVersion":\#(version),"eventId":"Cargo:\#(id):\#(version):0","type":"CargoLost"}"#
                .utf8
        )
    }

    /// Reads the whole outbox in pages of 1000.
    func allEvents() async throws -> [DomainEvent] {
        var all: [DomainEvent] = []
        while true {
            let page = try success(of: "reading events", await events.events(after: Int64(all.count), limit: 1000))
            if page.isEmpty { return all }
            try expect(page.allSatisfy { $0.sequence ?? 0 > all.count }, "events after \(all.count)", butGot: "\(page.map(\.sequence))")
            all += page
        }
    }

    /// Returns the stored cargo.
    func cargo(_ trackingId: TrackingId = .stub()) async throws -> Cargo {
        try success(of: "finding \(trackingId)", await cargos.findByTrackingId(trackingId))
    }

    /// Saves a cargo and returns it as stored.
    @discardableResult
    func saved(_ cargo: Cargo) async throws -> Cargo {
        try success(of: "saving \(cargo.trackingId)", await cargos.save(cargo))
        return try await self.cargo(cargo.trackingId)
    }

    /// Saves a voyage and returns it as stored.
    @discardableResult
    func savedVoyage(_ voyage: Voyage) async throws -> Voyage {
        try success(of: "saving \(voyage.number)", await voyages.save(voyage))
        return try success(of: "finding \(voyage.number)", await voyages.findByNumber(voyage.number))
    }
}
