public import CargoDomain

extension JSONFileStore {
    /// Stores a cargo as `cargos.save` does, on the caller's thread, which waits for the medium.
    ///
    /// For a program whose threads are its own, such as a command line, and as fast as the disk: nobody is woken on the way. Never to be called
    /// in a task, whose thread other tasks wait for.
    /// - Returns: as `CargoRepository.save`.
    public func saveBlocking(_ cargo: Cargo) -> Result<Void, DomainError> {
        Result { () throws(DomainError) in
            let repository = repositories.cargoRepository
            switch engine.commitBlocking([try repository.checkedWriteBlocking(of: cargo)]) {
            case .committed: repository.didStore(cargo)
            case .failed(let error): throw error
            case .conflict(_, let actual):
                _ = try repository.storedBlocking(cargo.trackingId)
                throw .concurrencyConflict(cargo.trackingId, expected: cargo.version, actual: actual)
            }
        }
    }

    /// Stores several cargos in one commit as `save` does, on the caller's thread, which waits for the medium.
    ///
    /// Never to be called in a task, whose thread other tasks wait for.
    /// - Returns: as `save`.
    public func saveBlocking(_ cargos: [Cargo]) -> Result<Void, DomainError> {
        Result { () throws(DomainError) in
            let repository = repositories.cargoRepository
            var writes: [RecordWrite] = []
            writes.reserveCapacity(cargos.count)
            for cargo in cargos { writes.append(try repository.checkedWriteBlocking(of: cargo)) }
            switch engine.commitBlocking(writes) {
            case .committed: for cargo in cargos { repository.didStore(cargo) }
            case .failed(let error): throw error
            case .conflict(let place, let actual):
                _ = try repository.storedBlocking(cargos[place].trackingId)
                throw .concurrencyConflict(cargos[place].trackingId, expected: cargos[place].version, actual: actual)
            }
        }
    }
}

extension RecordCargoRepository where Store == JournalEngine {
    /// What `checkedWrite` does, on the caller's thread.
    func checkedWriteBlocking(of cargo: Cargo) throws(DomainError) -> RecordWrite {
        if cargo.version == 0 || shared.soundVersions.contains(cargo.trackingId, version: cargo.version) { return try write(of: cargo) }
        let actual = try storedBlocking(cargo.trackingId)?.version ?? 0
        guard actual == cargo.version else { throw .concurrencyConflict(cargo.trackingId, expected: cargo.version, actual: actual) }
        return try write(of: cargo)
    }

    func storedBlocking(_ trackingId: TrackingId) throws(DomainError) -> Cargo? {
        guard let cargo = try shared.store.readBlocking(.cargo, trackingId.text)?.cargo() else { return nil }
        shared.soundVersions.note(trackingId, version: cargo.version)
        return cargo
    }
}
