public import CargoDomain

/// A store: all repositories of one backend, so that you can choose a backend at run time.
///
/// The repositories share their data: `events` contains a domain event as soon as the save that raised it has succeeded.
public protocol CargoStore: Sendable {
    /// The clock.
    var clock: any DomainClock { get }
    /// The cargos.
    var cargos: any CargoRepository { get }
    /// The handling events.
    var handlingEvents: any HandlingEventRepository { get }
    /// Saves a handling event and its cargo in one step.
    var handlingUnitOfWork: any HandlingUnitOfWork { get }
    /// The voyages.
    var voyages: any VoyageRepository { get }
    /// The locations.
    var locations: any LocationRepository { get }
    /// The outbox.
    var events: any DomainEventFeed { get }
    /// The idempotency keys of bookings.
    var bookingKeys: any BookingKeyRepository { get }

    /// Waits for saves in progress and releases the store's resources; does nothing if it holds none.
    func close() async
}

extension CargoStore {
    /// Does nothing.
    public func close() async {}

    /// Returns the environment that use cases work with.
    /// - Parameter routing: the service that finds routes.
    public func environment(routing: any RoutingService) -> Environment {
        Environment(
            clock: clock,
            cargos: cargos,
            handlingEvents: handlingEvents,
            voyages: voyages,
            locations: locations,
            events: events,
            bookingKeys: bookingKeys,
            routing: routing,
            handlingUnitOfWork: handlingUnitOfWork
        )
    }
}
