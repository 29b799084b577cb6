import CargoApplication
import CargoDomain

/// Stores a handling event or its retraction with its cargo in a record store, as two records of one commit: after a crash, both are stored
/// or neither is.
struct RecordHandlingUnitOfWork<Store: RecordStore>: HandlingUnitOfWork {
    let shared: RecordRepositories<Store>

    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        await commit(.registration(event), after: history, with: cargo)
    }

    func retract(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        await commit(.retraction(retraction), after: history, with: cargo)
    }

    /// Stores both records, if the cargo's handling has as many records as the history's revision says.
    private func commit(_ record: HandlingRecord, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        let cargos = shared.cargoRepository
        return await .awaiting { () throws(DomainError) in
            let writes = [record.write(after: history.revision), try await cargos.checkedWrite(of: cargo)]
            switch await shared.store.commit(writes) {
            case .committed: cargos.didStore(cargo)
            case .failed(let error): throw error
            case .conflict(write: 0, let actual):
                throw .concurrencyConflict(cargo.trackingId, expected: history.revision, actual: actual)
            case .conflict(_, let actual): throw try await cargos.conflict(cargo, actual: actual)
            }
        }
    }
}
