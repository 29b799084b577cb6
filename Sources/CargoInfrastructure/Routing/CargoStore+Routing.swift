public import CargoApplication
import CargoRouting

extension CargoStore {
    /// Returns the environment that use cases work with; finds routes over the store's own voyages.
    public func environment() -> Environment { environment(routing: VoyageRoutingService(voyages)) }
}

extension CargoKit {
    /// Uses a store and finds routes over its voyages.
    public init(store: any CargoStore) { self.init(store: store, routing: VoyageRoutingService(store.voyages)) }
}
