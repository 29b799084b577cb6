public import CargoApplication
public import CargoDomain

/// A store under test: its repositories, plus closures for tests to inspect or damage it.
///
/// All repositories must share one store. A check fails if it needs a member that you leave out, so run only the checks that
/// `checks.supported(by:)` returns, and assert the list `checks.skipped(by:)` in a test.
public struct RepositoryBackend: CargoStore {
    /// The repositories under test.
    ///
    /// Only `RelayContract` needs `outboxPartitions`, only `SubscriptionContract` `subscriptions`, only `CarrierEventContract` `carrierEvents`,
    /// and only `AccessContract` `access`.
    public let repositories: Repositories
    /// The time at which the store's clock stands still; `nil` if it runs.
    ///
    /// Domain events must have occurred at this time.
    public let now: Instant?
    /// Opens a durable store again while the first one stays open, as a process does that starts after another one crashed.
    public let reopen: (@Sendable () async throws -> RepositoryBackend)?
    /// Stores a broken cargo with this id and customer, bypassing the repository: its destination equals its origin.
    public let insertBrokenCargo: (@Sendable (TrackingId, CustomerId) async throws -> Void)?
    /// Stores a broken location with this code, bypassing the repository: its name is empty.
    public let insertBrokenLocation: (@Sendable (UnLocode) async throws -> Void)?
    /// Saves a cargo, bypassing the repository, with a domain event that cannot be read in place of the events it raised.
    public let insertUnreadableEvent: (@Sendable (Cargo) async throws -> Void)?

    /// Creates a backend from a store.
    ///
    /// The store must generate tracking ids with `SequenceTrackingIdGenerator(RepositoryContract.trackingIds)`.
    public init(
        _ store: any CargoStore,
        now: Instant? = nil,
        reopen: (@Sendable () async throws -> RepositoryBackend)? = nil,
        insertBrokenCargo: (@Sendable (TrackingId, CustomerId) async throws -> Void)? = nil,
        insertBrokenLocation: (@Sendable (UnLocode) async throws -> Void)? = nil,
        insertUnreadableEvent: (@Sendable (Cargo) async throws -> Void)? = nil
    ) {
        repositories = store.repositories
        self.now = now
        self.reopen = reopen
        self.insertBrokenCargo = insertBrokenCargo
        self.insertBrokenLocation = insertBrokenLocation
        self.insertUnreadableEvent = insertUnreadableEvent
    }
}

extension RepositoryBackend {
    /// Returns the record for `insertBrokenCargo` to store, as canonical JSON: a cargo whose destination equals its origin.
    public static func brokenCargo(_ trackingId: TrackingId, _ customerId: CustomerId) -> [UInt8] {
        Array(
            """
            {"customerId":"\(customerId)","delivery":{"isMisdirected":false,"isUnloadedAtDestination":false,"routingStatus":"NOT_ROUTED",\
            "transportStatus":"NOT_RECEIVED"},"origin":"HKHKG","routeSpecification":{"arrivalDeadline":"2026-02-01T00:00:00.000Z",\
            "destination":"HKHKG","origin":"HKHKG"},"trackingId":"\(trackingId)","version":1}
            """.utf8
        )
    }

    /// Returns the record for `insertBrokenLocation` to store, as canonical JSON: a location whose name is empty.
    public static func brokenLocation(_ unLocode: UnLocode) -> [UInt8] { Array(#"{"name":"","unLocode":"\#(unLocode)"}"#.utf8) }

    /// Returns the event for `insertUnreadableEvent` to store, as canonical JSON: an event envelope with an unknown type.
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
            try expect(page.allSatisfy { $0.sequence > all.count }, "events after \(all.count)", butGot: "\(page.map(\.sequence))")
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
