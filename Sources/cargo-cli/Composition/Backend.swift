#if CLI
import CargoApplication
import CargoDomain
import CargoInfrastructure

/// An open store and the environment over it: the one composition root of the command line.
struct Backend {
    let environment: Environment
    /// The store in a directory, for those who look after it; nil for one in memory.
    let directory: JSONFileStore?

    static func open(_ url: StoreURL, clock: any DomainClock) async throws(CommandFailure) -> Backend {
        switch url {
        case .memory:
            let store = InMemoryStore(clock: clock)
            return Backend(environment: store.environment(routing: VoyageRoutingService(store.voyages)), directory: nil)
        case .json(let path):
            do throws(DomainError) {
                let store = try await JSONFileStore.open(path, clock: clock)
                return Backend(environment: store.environment(routing: VoyageRoutingService(store.voyages)), directory: store)
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    /// Lets go of the store.
    func close() async { await directory?.close() }
}
#endif
