public import CargoDomain

/// Where the aggregates are kept: all repositories of one backend, so that a backend can be chosen at run time.
///
/// The ports share what they store: a domain event is in `events` as soon as the save that raised it was acknowledged.
public protocol CargoStore: Sendable {
    /// Tells the time.
    var clock: any DomainClock { get }
    /// The cargos.
    var cargos: any CargoRepository { get }
    /// What was done to them.
    var handlingEvents: any HandlingEventRepository { get }
    /// Handling events together with their cargos.
    var handlingUnitOfWork: any HandlingUnitOfWork { get }
    /// The voyages.
    var voyages: any VoyageRepository { get }
    /// The locations.
    var locations: any LocationRepository { get }
    /// The outbox.
    var events: any DomainEventFeed { get }
    /// The idempotency keys of bookings.
    var bookingKeys: any BookingKeyRepository { get }

    /// Waits for the saves under way and lets go of what the store holds open; it does nothing where there is nothing to let go of.
    func close() async
}

extension CargoStore {
    /// Does nothing.
    public func close() async {}

    /// The store as what use cases work with.
    /// - Parameter routing: finds routes.
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
