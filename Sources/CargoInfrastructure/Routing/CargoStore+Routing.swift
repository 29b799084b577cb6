public import CargoApplication

extension CargoStore {
    /// The store as what use cases work with; routes are found over its own voyages.
    public func environment() -> Environment { environment(routing: VoyageRoutingService(voyages)) }
}
