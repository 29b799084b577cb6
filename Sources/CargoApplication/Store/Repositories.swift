public import CargoDomain

/// The repositories of a store and what belongs to them; itself a store, such as one over a backend of your own.
///
/// ```swift
/// let store = Repositories(
///     cargos: MyCargos(), handlingEvents: MyHandlingEvents(), handlingUnitOfWork: MyUnitOfWork(),
///     voyages: MyVoyages(), locations: MyLocations()
/// )
/// ```
public struct Repositories: CargoStore {
    /// The cargos.
    public let cargos: any CargoRepository
    /// The handling events.
    public let handlingEvents: any HandlingEventRepository
    /// The voyages.
    public let voyages: any VoyageRepository
    /// The locations.
    public let locations: any LocationRepository
    /// The idempotency keys of bookings.
    public let idempotencyKeys: any IdempotencyKeyRepository
    /// Saves a handling event or its retraction together with its cargo.
    public let handlingUnitOfWork: any HandlingUnitOfWork
    /// The outbox.
    public let events: any DomainEventFeed
    /// How far each consumer has read the outbox; nil if the backend doesn't keep it.
    public let outboxPartitions: (any OutboxPartitionStore)?
    /// The subscriptions to domain events; nil if the backend doesn't keep them.
    public let subscriptions: (any SubscriptionRepository)?
    /// The events of carriers that wait; nil if the backend doesn't keep them.
    public let carrierEvents: (any CarrierEventRepository)?
    /// Who has access to the services that use the store; nil if the backend doesn't keep it.
    public let access: (any AccessRepository)?
    /// The versions of aggregates, by which a service knows that what it has made from them is current; nil if the backend can't tell them
    /// faster than it reads the aggregates.
    public let versions: (any AggregateVersions)?
    /// Removes from the store what has ended; nil if the backend keeps everything for good.
    public let retention: (any StoreRetention)?
    /// The store to close.
    private let owner: (any CargoStore)?

    /// Creates a store from four repositories and a unit of work; the rest has defaults.
    /// - Parameters:
    ///   - cargos: the cargos. `save` stores a cargo's domain events in the same step as the cargo if the backend has an outbox.
    ///   - handlingEvents: the handling events.
    ///   - handlingUnitOfWork: saves a handling event or its retraction together with its cargo.
    ///   - voyages: the voyages.
    ///   - locations: the locations.
    ///   - idempotencyKeys: the idempotency keys of bookings. By default they are kept in memory: after a restart, or in another process, a
    ///     repeated booking isn't recognized and books a second cargo.
    ///   - events: the outbox. By default it is empty: your repositories discard domain events, so no consumer learns of them.
    ///   - outboxPartitions: how far each consumer has read the outbox. By default it isn't kept: a relay starts with the first event each time that
    ///     it is created, and two relays deliver every event twice.
    ///   - subscriptions: the subscriptions to domain events. Without it, the store keeps no subscriptions.
    ///   - carrierEvents: the events of carriers that wait. Without it, an event that can't be applied is refused.
    ///   - access: who has access to the services that use the store. Without it, only the settings of a service say so.
    ///   - versions: the versions of aggregates. By default they aren't known: a service makes every tracking view anew.
    ///   - retention: removes what has ended. Without it, archiving, trimming and erasing are `removal_unsupported`.
    public init(
        cargos: any CargoRepository,
        handlingEvents: any HandlingEventRepository,
        handlingUnitOfWork: any HandlingUnitOfWork,
        voyages: any VoyageRepository,
        locations: any LocationRepository,
        idempotencyKeys: (any IdempotencyKeyRepository)? = nil,
        events: (any DomainEventFeed)? = nil,
        outboxPartitions: (any OutboxPartitionStore)? = nil,
        subscriptions: (any SubscriptionRepository)? = nil,
        carrierEvents: (any CarrierEventRepository)? = nil,
        access: (any AccessRepository)? = nil,
        versions: (any AggregateVersions)? = nil,
        retention: (any StoreRetention)? = nil
    ) {
        self.init(
            cargos: cargos,
            handlingEvents: handlingEvents,
            voyages: voyages,
            locations: locations,
            idempotencyKeys: idempotencyKeys ?? IdempotencyKeysInMemory(),
            handlingUnitOfWork: handlingUnitOfWork,
            events: events ?? EmptyOutbox(),
            outboxPartitions: outboxPartitions,
            subscriptions: subscriptions,
            carrierEvents: carrierEvents,
            access: access,
            versions: versions,
            retention: retention,
            owner: nil
        )
    }

    init(
        cargos: any CargoRepository,
        handlingEvents: any HandlingEventRepository,
        voyages: any VoyageRepository,
        locations: any LocationRepository,
        idempotencyKeys: any IdempotencyKeyRepository,
        handlingUnitOfWork: any HandlingUnitOfWork,
        events: any DomainEventFeed,
        outboxPartitions: (any OutboxPartitionStore)?,
        subscriptions: (any SubscriptionRepository)?,
        carrierEvents: (any CarrierEventRepository)?,
        access: (any AccessRepository)?,
        versions: (any AggregateVersions)?,
        retention: (any StoreRetention)?,
        owner: (any CargoStore)?
    ) {
        self.cargos = cargos
        self.handlingEvents = handlingEvents
        self.voyages = voyages
        self.locations = locations
        self.idempotencyKeys = idempotencyKeys
        self.handlingUnitOfWork = handlingUnitOfWork
        self.events = events
        self.outboxPartitions = outboxPartitions
        self.subscriptions = subscriptions
        self.carrierEvents = carrierEvents
        self.access = access
        self.versions = versions
        self.retention = retention
        self.owner = owner
    }

    /// This value.
    public var repositories: Repositories { self }

    /// Closes the store whose repositories these replace in part; does nothing for a store that was made from repositories.
    public func close() async { await owner?.close() }
}

/// The outbox of a backend without one.
struct EmptyOutbox: DomainEventFeed {
    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
        Result { () throws(DomainError) in
            try PageLimit.check(limit)
            return []
        }
    }
}

/// The idempotency keys of a backend that doesn't store them, kept as long as the process runs.
actor IdempotencyKeysInMemory: IdempotencyKeyRepository {
    private var reservations: [IdempotencyKey: BookingReservation] = [:]

    func find(_ key: IdempotencyKey) -> Result<BookingReservation?, DomainError> { .success(reservations[key]) }

    func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) -> Result<BookingReservation, DomainError> {
        if let first = reservations[key] { return .success(first) }
        reservations[key] = reservation
        return .success(reservation)
    }
}
