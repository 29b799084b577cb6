public import CargoDomain

/// The kit as one value: a method for each use case.
///
/// ```swift
/// let cargo = try await kit.book(from: hongKong, to: stockholm, by: deadline, for: customer)
/// let routes = try await kit.routes(for: cargo)
/// try await kit.assign(routes[0], to: cargo)
/// ```
/// Every method throws a `DomainError`; each one's use case documents the codes. To read requests from JSON, or to get a `Result`, call the use
/// case itself, with the kit: `TrackCargo(kit).execute(…)`.
///
/// The work of a method, including its store's, runs off the caller's actor: you can call it from the main actor.
public struct CargoKit: CargoOperations {
    /// The repositories that use cases work with.
    ///
    /// To release the store's resources, close the store that you gave, not this value.
    public let store: Repositories
    /// The service that finds routes.
    public let routing: any RoutingService
    /// Supplies the current time.
    public let clock: any DomainClock
    /// The archives at hand; nil for none (`reading`).
    var archives: KnownArchives?

    /// Uses a store and finds routes with a service of your own.
    /// - Parameters:
    ///   - store: the repositories.
    ///   - routing: finds routes.
    ///   - clock: supplies the current time; give the clock that the store dates domain events with.
    public init(store: any CargoStore, routing: any RoutingService, clock: any DomainClock) {
        self.store = store.repositories
        self.routing = routing
        self.clock = clock
    }

    /// Performs an operation on the store.
    public func perform<Operation: UseCase>(
        _ operation: Operation.Type,
        _ request: Operation.Request
    ) async -> Result<Operation.Response, DomainError> {
        await Operation(self).execute(request)
    }

    /// Returns a page of the worklist: disrupted cargos first, then misdirected, late and unrouted ones, then the rest (`ReadWorklist`).
    public func worklist(_ request: ReadWorklist.Request = .init()) async throws(DomainError)
        -> ReadWorklist.Response
    {
        try await ReadWorklist(self).execute(request).get()
    }
}
