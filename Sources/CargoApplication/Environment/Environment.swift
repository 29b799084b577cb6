public import CargoDomain

/// What the use cases work with; put together once, in the composition root.
public struct Environment: Sendable {
    /// Tells the time.
    public let clock: any DomainClock
    /// The cargos.
    public let cargos: any CargoRepository
    /// What was done to them.
    public let handlingEvents: any HandlingEventRepository
    /// Stores a handling event and its cargo in one step; nil where the backend cannot.
    public let handlingUnitOfWork: (any HandlingUnitOfWork)?
    /// The voyages.
    public let voyages: any VoyageRepository
    /// The locations.
    public let locations: any LocationRepository
    /// The outbox.
    public let events: any DomainEventFeed
    /// The idempotency keys of bookings.
    public let bookingKeys: any BookingKeyRepository
    /// Finds routes.
    public let routing: any RoutingService

    /// Puts the parts together.
    public init(
        clock: any DomainClock,
        cargos: any CargoRepository,
        handlingEvents: any HandlingEventRepository,
        voyages: any VoyageRepository,
        locations: any LocationRepository,
        events: any DomainEventFeed,
        bookingKeys: any BookingKeyRepository,
        routing: any RoutingService,
        handlingUnitOfWork: (any HandlingUnitOfWork)? = nil
    ) {
        self.clock = clock
        self.cargos = cargos
        self.handlingEvents = handlingEvents
        self.handlingUnitOfWork = handlingUnitOfWork
        self.voyages = voyages
        self.locations = locations
        self.events = events
        self.bookingKeys = bookingKeys
        self.routing = routing
    }
}
