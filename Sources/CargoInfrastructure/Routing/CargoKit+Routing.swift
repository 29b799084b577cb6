public import CargoApplication
public import CargoDomain
import CargoRouting

extension CargoKit {
    /// Uses a store and finds routes over its voyages.
    /// - Parameters:
    ///   - store: the repositories.
    ///   - clock: supplies the current time; give the clock that the store dates domain events with, if you gave it one.
    public init(store: any CargoStore, clock: any DomainClock = SystemClock()) {
        self.init(store: store, routing: VoyageRoutingService(store.voyages), clock: clock)
    }
}
