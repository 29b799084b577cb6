public import CargoDomain

/// A store: the repositories of one backend, so that you can choose a backend at run time.
///
/// Stores of the kit share their data: `events` contains a domain event as soon as the save that raised it has succeeded. Calls through the
/// repositories run off the caller's actor (see `CargoRepository`). To write a backend of your own, see `Repositories`.
public protocol CargoStore: Sendable {
    /// The store's repositories and what belongs to them.
    var repositories: Repositories { get }

    /// Waits for saves in progress and releases the store's resources; does nothing if it holds none.
    @concurrent
    func close() async
}

extension CargoStore {
    /// Does nothing.
    @concurrent
    public func close() async {}

    /// The cargos.
    public var cargos: any CargoRepository { repositories.cargos }
    /// The handling events.
    public var handlingEvents: any HandlingEventRepository { repositories.handlingEvents }
    /// The voyages.
    public var voyages: any VoyageRepository { repositories.voyages }
    /// The locations.
    public var locations: any LocationRepository { repositories.locations }
    /// The idempotency keys of bookings.
    public var idempotencyKeys: any IdempotencyKeyRepository { repositories.idempotencyKeys }
    /// Saves a handling event or its retraction together with its cargo.
    public var handlingUnitOfWork: any HandlingUnitOfWork { repositories.handlingUnitOfWork }
    /// The outbox.
    public var events: any DomainEventFeed { repositories.events }
    /// How far each consumer has read the outbox; nil if the store doesn't keep it.
    public var outboxPartitions: (any OutboxPartitionStore)? { repositories.outboxPartitions }
    /// The subscriptions to domain events; nil if the store doesn't keep them.
    public var subscriptions: (any SubscriptionRepository)? { repositories.subscriptions }
    /// The events of carriers that wait; nil if the store doesn't keep them.
    public var carrierEvents: (any CarrierEventRepository)? { repositories.carrierEvents }

    /// Who has access to the services that use the store; nil if the store doesn't keep it.
    public var access: (any AccessRepository)? { repositories.access }

    /// The versions of aggregates; nil if the backend can't tell them.
    public var versions: (any AggregateVersions)? { repositories.versions }

    /// Removes from the store what has ended; nil if it keeps everything for good.
    public var retention: (any StoreRetention)? { repositories.retention }

    /// Returns a store with some repositories replaced, which closes this store when it is closed.
    ///
    /// ```swift
    /// let kit = CargoKit(store: store.replacing(locations: MyLocations()))
    /// ```
    /// If you replace `cargos` or `handlingEvents`, give a unit of work that saves through them as well: the old one saves past the new
    /// repository. `events` remains this store's: if your `cargos`
    /// or `voyages` don't save through this store, give the feed of their domain events as well. `versions` are unknown once an aggregate's
    /// repository is replaced, unless you give them, and so is `retention`.
    public func replacing(
        cargos: (any CargoRepository)? = nil,
        handlingEvents: (any HandlingEventRepository)? = nil,
        voyages: (any VoyageRepository)? = nil,
        locations: (any LocationRepository)? = nil,
        idempotencyKeys: (any IdempotencyKeyRepository)? = nil,
        handlingUnitOfWork: (any HandlingUnitOfWork)? = nil,
        events: (any DomainEventFeed)? = nil,
        outboxPartitions: (any OutboxPartitionStore)? = nil,
        subscriptions: (any SubscriptionRepository)? = nil,
        carrierEvents: (any CarrierEventRepository)? = nil,
        access: (any AccessRepository)? = nil,
        versions: (any AggregateVersions)? = nil,
        retention: (any StoreRetention)? = nil
    ) -> Repositories {
        let old = repositories
        let keepsAggregates = cargos == nil && handlingEvents == nil && voyages == nil && locations == nil && handlingUnitOfWork == nil
        return Repositories(
            cargos: cargos ?? old.cargos,
            handlingEvents: handlingEvents ?? old.handlingEvents,
            voyages: voyages ?? old.voyages,
            locations: locations ?? old.locations,
            idempotencyKeys: idempotencyKeys ?? old.idempotencyKeys,
            handlingUnitOfWork: handlingUnitOfWork ?? old.handlingUnitOfWork,
            events: events ?? old.events,
            outboxPartitions: outboxPartitions ?? old.outboxPartitions,
            subscriptions: subscriptions ?? old.subscriptions,
            carrierEvents: carrierEvents ?? old.carrierEvents,
            access: access ?? old.access,
            versions: versions ?? (keepsAggregates ? old.versions : nil),
            retention: retention ?? (keepsAggregates ? old.retention : nil),
            owner: self
        )
    }
}
