public import CargoApplication
import CargoRouting

extension CargoStore {
    /// The store as what use cases work with; routes are found over its own voyages.
    public func environment() -> Environment { environment(routing: VoyageRoutingService(voyages)) }
}
