package import CargoApplication
package import CargoDomain

/// What an in-memory store holds: domain values, by identity.
package struct InMemoryWorld: Sendable {
    /// A cargo as it is kept.
    package enum StoredCargo: Sendable {
        /// One that went through reconstitution.
        case sound(Cargo)
        /// One that did not pass it.
        case broken(BrokenCargo)
    }

    var cargos = OrderedTable<TrackingId, StoredCargo>()
    var namelessCargos: [BrokenCargo] = []
    var drawnIds: Set<TrackingId> = []
    var histories = OrderedTable<TrackingId, HandlingHistory>()
    var voyages = OrderedTable<VoyageNumber, Voyage>()
    var voyageSaves: [VoyageNumber] = []
    var locations = OrderedTable<UnLocode, Location>()
    var events: [FeedEntry] = []
    var bookings: [IdempotencyKey: BookingReservation] = [:]
    var outboxLanes: [ConsumerName: [Int: OutboxLane]] = [:]

    mutating func append(_ raised: [DomainEvent]) {
        for event in raised { events.append(.event(event.stored(as: Int64(events.count) + 1))) }
    }
}

/// A stored cargo that fails reconstitution: kept as it was given, never handed out (REP-5).
package struct BrokenCargo: Sendable {
    /// The record as it was given.
    package let record: Input
    /// Its `corrupt_record`.
    package let error: DomainError

    /// Joins a record and what is wrong with it.
    package init(record: Input, error: DomainError) {
        self.record = record
        self.error = error
    }

    /// The id that it can be found by, if it has a readable one.
    package var trackingId: TrackingId? { record["trackingId"]?.asText.flatMap { try? TrackingId($0) } }

    /// Whether it says that it belongs to a customer.
    func names(_ customerId: CustomerId) -> Bool { record["customerId"]?.asText?.hasSameScalars(as: customerId.text) ?? false }
}

extension InMemoryWorld {
    /// Puts a cargo there as it is, raising nothing.
    package mutating func place(_ cargo: Cargo) { cargos[cargo.trackingId] = .sound(cargo) }

    /// Puts a broken cargo there.
    package mutating func place(_ cargo: BrokenCargo) {
        if let id = cargo.trackingId { cargos[id] = .broken(cargo) } else { namelessCargos.append(cargo) }
    }

    /// Makes the newest domain event one that cannot be read; without events it does nothing.
    package mutating func spoilNewestEvent(_ error: DomainError) {
        guard case .event(let event) = events.popLast() else { return }
        let spoilt = UnreadableEvent(
            sequence: event.sequence ?? 0,
            eventId: event.eventId,
            aggregate: "\(event.aggregateType.rawValue):\(event.aggregateId)",
            error: error
        )
        events.append(.unreadable(spoilt))
    }

    /// Puts a voyage there as it is, raising nothing.
    package mutating func place(_ voyage: Voyage) {
        voyages[voyage.number] = voyage
        voyageSaves.append(voyage.number)
    }

    /// Puts a location there.
    package mutating func place(_ location: Location) { locations[location.unLocode] = location }

    /// Puts an event there; of equal ones the one registered first stays (HND-3).
    package mutating func place(_ event: HandlingEvent) {
        let history = histories[event.trackingId] ?? .empty(of: event.trackingId)
        do throws(DomainError) {
            histories[event.trackingId] = try history.adding(event)
        } catch {
            preconditionFailure("A history takes events of its own cargo")
        }
    }

    /// All cargos: those without a readable id in the order given, then the others by id.
    package mutating func allCargos() -> [StoredCargo] {
        namelessCargos.map { .broken($0) } + cargos.keys().compactMap { cargos[$0] }
    }

    /// All handling events, by tracking id, then as HND-4 says.
    package mutating func allHandlingEvents() -> [HandlingEvent] {
        histories.keys().flatMap { histories[$0]?.events ?? [] }
    }
}
