public import CargoDomain

extension JSONFileStore {
    /// Stores several cargos in one commit, each as its version + 1 together with the events it raised: all of them, or none (REP-2, REP-3).
    ///
    /// It costs one sync, whatever their number. Of a list in which a cargo stands twice, nothing is stored.
    /// - Returns: `concurrency_conflict` for a cargo that somebody else was faster with, `corrupt_record` where a broken one is in the way.
    public func save(_ cargos: [Cargo]) async -> Result<Void, DomainError> {
        await .awaiting { () throws(DomainError) in
            let repository = repositories.cargoRepository
            var writes: [RecordWrite] = []
            writes.reserveCapacity(cargos.count)
            for cargo in cargos { writes.append(try await repository.checkedWrite(of: cargo)) }
            switch await engine.commit(writes) {
            case .committed: for cargo in cargos { repository.didStore(cargo) }
            case .failed(let error): throw error
            case .conflict(let place, let actual): throw try await repository.conflict(cargos[place], actual: actual)
            }
        }
    }
}
