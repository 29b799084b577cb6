import CargoApplication
import CargoDomain

/// Handling events together with their cargos, in a record store: two records of one commit, so that a crash leaves both or neither.
struct RecordHandlingUnitOfWork<Store: RecordStore>: HandlingUnitOfWork {
    let shared: RecordRepositories<Store>

    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Bool, DomainError> {
        let events = RecordHandlingEventRepository(store: shared.store)
        let cargos = shared.cargoRepository
        return await .awaiting { () throws(DomainError) in
            while true {
                guard let eventWrite = try await events.write(of: event, after: history) else { return false }
                switch await shared.store.commit([eventWrite, try await cargos.checkedWrite(of: cargo)]) {
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
