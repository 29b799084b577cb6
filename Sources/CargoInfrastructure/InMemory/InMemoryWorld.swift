package import CargoApplication
package import CargoDomain
package import CargoWire

/// The contents of an in-memory store: domain values, keyed by their identity.
package struct InMemoryWorld: Sendable {
    /// A stored cargo, valid or not.
    package enum StoredCargo: Sendable {
        /// A cargo that passed reconstitution.
        case sound(Cargo)
        /// A cargo that failed reconstitution.
        case broken(BrokenCargo)
        /// A cargo that is in an archive, and the version of its removal.
        case removed(ArchivePlace, version: Int64)
    }

    var cargos = OrderedTable<TrackingId, StoredCargo>()
    var namelessCargos: [BrokenCargo] = []
    var drawnIds: Set<TrackingId> = []
    var histories = OrderedTable<TrackingId, HandlingHistory>()
    /// The retracted events of each cargo, in the order of a history (HND-4).
    var retracted = OrderedTable<TrackingId, [RetractedEvent]>()
    /// The cargos that have a key, and those that had it once, with false.
    var cargoLists: [CargoKey: OrderedTable<TrackingId, Bool>] = [:]
    var voyages = OrderedTable<VoyageNumber, Voyage>()
    var voyageSaves: [VoyageNumber] = []
    var locations = OrderedTable<UnLocode, Location>()
    /// How often each location has changed.
    var locationVersions: [UnLocode: Int64] = [:]
    var events: [FeedEntry] = []
    /// The position of the first event.
    var firstEvent: Int64 = 1
    var bookings: [IdempotencyKey: BookingReservation] = [:]
    var outboxPartitions: [ConsumerName: [Int: OutboxPartition]] = [:]
    var subscriptions = OrderedTable<SubscriptionId, Subscription>()
    var subscriptionProgress: [SubscriptionId: SubscriptionProgress] = [:]
    var carrierEvents: [CarrierEventId: CarrierEvent] = [:]
    /// The carriers' events in each state, so that those that wait are found without the settled ones.
    var carrierEventIds: [CarrierEvent.Status: Set<CarrierEventId>] = [:]
    var carrierLogs: [TrackingId: CarrierLog] = [:]
    var access: [String: AccessEntry] = [:]

    mutating func append(_ raised: [DomainEvent]) {
        for event in raised { events.append(.event(event.stored(as: firstEvent + Int64(events.count)))) }
    }
}

/// A stored cargo that fails reconstitution.
///
/// The record is kept as given and never returned as a cargo (REP-5).
package struct BrokenCargo: Sendable {
    /// The record as given.
    package let record: Input
    /// The `corrupt_record` error to return for it.
    package let error: DomainError

    /// Creates a broken cargo from its record and the error.
    package init(record: Input, error: DomainError) {
        self.record = record
        self.error = error
    }

    /// The record's tracking id; `nil` if it can't be read.
    package var trackingId: TrackingId? { record["trackingId"]?.asText.flatMap { try? TrackingId($0) } }

    /// Returns whether the record names this customer.
    func names(_ customerId: CustomerId) -> Bool { record["customerId"]?.asText?.hasSameScalars(as: customerId.text) ?? false }
}

extension InMemoryWorld.StoredCargo {
    /// The keys by which the cargo is found; a broken one is only found by the customer that it names.
    fileprivate var keys: [CargoKey] {
        switch self {
        case .sound(let cargo): CargoKey.keys(of: cargo)
        case .removed: []
        case .broken(let cargo): cargo.record["customerId"]?.asText.flatMap { try? CustomerId($0) }.map { [.customer($0)] } ?? []
        }
    }
}

extension InMemoryWorld {
    /// Adds or replaces a cargo without raising events.
    package mutating func place(_ cargo: Cargo) {
        replace(cargo.trackingId, with: .sound(cargo))
    }

    mutating func replace(_ trackingId: TrackingId, with cargo: StoredCargo) {
        for key in cargos[trackingId]?.keys ?? [] { cargoLists[key]?[trackingId] = false }
        for key in cargo.keys { cargoLists[key, default: .init()][trackingId] = true }
        cargos[trackingId] = cargo
    }

    /// Adds or replaces a broken cargo.
    package mutating func place(_ cargo: BrokenCargo) {
        if let id = cargo.trackingId { replace(id, with: .broken(cargo)) } else { namelessCargos.append(cargo) }
    }

    /// Replaces the newest domain event with one that cannot be read.
    ///
    /// Does nothing if there are no events.
    package mutating func spoilNewestEvent(_ error: DomainError) {
        guard case .event(let event) = events.popLast() else { return }
        let spoilt = UnreadableEvent(
            sequence: event.sequence,
            eventId: event.eventId,
            aggregate: "\(event.aggregateType.rawValue):\(event.aggregateId)",
            error: error
        )
        events.append(.unreadable(spoilt))
    }

    /// Adds or replaces a voyage without raising events.
    package mutating func place(_ voyage: Voyage) {
        voyages[voyage.number] = voyage
        voyageSaves.append(voyage.number)
    }

    /// Adds or replaces a location.
    package mutating func place(_ location: Location) {
        if locations[location.unLocode] != location { locationVersions[location.unLocode, default: 0] += 1 }
        locations[location.unLocode] = location
    }

    /// Adds a handling event.
    ///
    /// Of equal events, the one registered first is kept (HND-3).
    package mutating func place(_ event: HandlingEvent) {
        let history = histories[event.trackingId] ?? .empty(of: event.trackingId)
        do throws(DomainError) {
            histories[event.trackingId] = try history.adding(event)
        } catch {
            preconditionFailure("A history takes events of its own cargo")
        }
        if let others = retracted[event.trackingId]?.filter({ $0.event != event }) { retracted[event.trackingId] = others }
    }

    /// Takes a handling event out of its history and keeps its retraction (HND-7).
    package mutating func place(_ retraction: RetractedEvent) {
        let event = retraction.event
        histories[event.trackingId] = histories[event.trackingId]?.retracting(event)
        retracted[event.trackingId] = ((retracted[event.trackingId] ?? []) + [retraction]).sorted { $0.event.handled < $1.event.handled }
    }

    /// Returns all cargos: those without a readable id in the order they were added, then the others by id.
    package mutating func allCargos() -> [StoredCargo] {
        namelessCargos.map { .broken($0) }
            + cargos.keys().compactMap { cargos[$0] }.filter { if case .removed = $0 { false } else { true } }
    }

    /// Returns all handling events, ordered by tracking id, then as in their history (HND-4).
    package mutating func allHandlingEvents() -> [HandlingEvent] {
        histories.keys().flatMap { histories[$0]?.events ?? [] }
    }

    /// Returns all retracted events, ordered likewise.
    package mutating func allRetractedEvents() -> [RetractedEvent] {
        retracted.keys().flatMap { retracted[$0] ?? [] }
    }
}
