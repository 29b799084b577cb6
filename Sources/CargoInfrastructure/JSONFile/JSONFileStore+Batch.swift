public import CargoDomain

extension JSONFileStore {
    /// Saves several cargos in one commit, each as its version + 1 with the events it raised.
    ///
    /// Either all are stored or none is (REP-2, REP-3).
    ///
    /// The commit costs one sync regardless of the number of cargos. If a cargo appears twice in the list, nothing is stored.
    /// - Returns: `concurrency_conflict` if one of the cargos was changed by someone else, `corrupt_record` if the stored state of one
    ///   can't be read.
    public func save(_ cargos: [Cargo]) async -> Result<Void, DomainError> {
        await .awaiting { () throws(DomainError) in
            let repository = base.cargoRepository
            var writes: [RecordWrite] = []
            writes.reserveCapacity(cargos.count)
            for cargo in cargos { writes.append(try await repository.checkedWrite(of: cargo)) }
            switch await recordStore.commit(writes) {
            case .committed: for cargo in cargos { repository.didStore(cargo) }
            case .failed(let error): throw error
            case .conflict(let place, let actual): throw try await repository.conflict(cargos[place], actual: actual)
            }
        }
    }
}
