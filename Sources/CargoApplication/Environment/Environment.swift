public import CargoDomain

/// The repositories and services that use cases work with.
///
/// Create it once, in the composition root.
public struct Environment: Sendable {
    /// The clock.
    public let clock: any DomainClock
    /// The cargos.
    public let cargos: any CargoRepository
    /// The handling events.
    public let handlingEvents: any HandlingEventRepository
    /// Saves a handling event and its cargo in one step; nil if the backend can't.
    public let handlingUnitOfWork: (any HandlingUnitOfWork)?
    /// The voyages.
    public let voyages: any VoyageRepository
    /// The locations.
    public let locations: any LocationRepository
    /// The outbox.
    public let events: any DomainEventFeed
    /// The idempotency keys of bookings.
    public let bookingKeys: any BookingKeyRepository
    /// The service that finds routes.
    public let routing: any RoutingService

    /// Creates an environment.
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
