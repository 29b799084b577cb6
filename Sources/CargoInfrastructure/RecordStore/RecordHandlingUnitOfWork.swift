import CargoApplication
import CargoDomain

/// Stores a handling event and its cargo in a record store, as two records of one commit: after a crash, both are stored or neither is.
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
                // Another event was stored in the meantime: either an equal one, or one that makes the caller's history outdated.
                case .conflict(write: 0, _): continue
                case .conflict(_, let actual): throw try await cargos.conflict(cargo, actual: actual)
                }
            }
        }
    }
}
