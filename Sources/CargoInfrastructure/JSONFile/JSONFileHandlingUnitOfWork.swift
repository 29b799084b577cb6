import CargoApplication
import CargoDomain

/// Handling events together with their cargos, in a JSON-file store: two records of one commit, so that a crash leaves both or neither.
struct JSONFileHandlingUnitOfWork: HandlingUnitOfWork {
    let store: JSONFileStore

    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Bool, DomainError> {
        let events = JSONFileHandlingEventRepository(engine: store.engine)
        let cargos = JSONFileCargoRepository(store: store)
        return await .awaiting { () throws(DomainError) in
            while true {
                guard let eventWrite = try await events.write(of: event, after: history) else { return false }
                switch await store.engine.commit([eventWrite, try await cargos.checkedWrite(of: cargo)]) {
                case .committed:
                    cargos.didStore(cargo)
                    return true
                case .failed(let error): throw error
                // Another event came in between: the same one, or one that makes the caller's history old.
                case .conflict(write: 0, _): continue
                case .conflict(_, let actual): throw try await cargos.conflict(cargo, actual: actual)
                }
            }
        }
    }
}
