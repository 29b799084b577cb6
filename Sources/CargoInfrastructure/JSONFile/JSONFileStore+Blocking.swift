public import CargoDomain
import RecordJournal

extension JSONFileStore {
    /// Opens the store in a directory like `open`, but on the calling thread, so that no other thread has to be started.
    ///
    /// Never call it from a task that shares its thread with others.
    package static func openBlocking(_ path: String, clock: any DomainClock) throws(DomainError) -> JSONFileStore {
        let records = try JournalRecordStore.openBlocking(path, kinds: RecordKind.all, options: JournalOptions())
        return JSONFileStore(records: records, clock: clock, trackingIds: SystemTrackingIdGenerator())
    }

    /// Saves a cargo like `cargos.save`, but blocks the calling thread until the save is on disk.
    ///
    /// Use it in programs that own their threads, such as a command-line tool. It is as fast as the disk, since no other thread has to be
    /// woken. Never call it from a task: it blocks a thread of the cooperative pool.
    /// - Returns: the same results as `CargoRepository.save`.
    public func saveBlocking(_ cargo: Cargo) -> Result<Void, DomainError> {
        Result { () throws(DomainError) in
            let repository = base.cargoRepository
            switch recordStore.commitBlocking([try repository.checkedWriteBlocking(of: cargo)]) {
            case .committed: repository.didStore(cargo)
            case .failed(let error): throw error
            case .conflict(_, let actual):
                _ = try repository.storedBlocking(cargo.trackingId)
                throw .concurrencyConflict(cargo.trackingId, expected: cargo.version, actual: actual)
            }
        }
    }

    /// Saves several cargos in one commit like `save`, but blocks the calling thread until the commit is on disk.
    ///
    /// Never call it from a task: it blocks a thread of the cooperative pool.
    /// - Returns: the same results as `save`.
    public func saveBlocking(_ cargos: [Cargo]) -> Result<Void, DomainError> {
        Result { () throws(DomainError) in
            let repository = base.cargoRepository
            var writes: [RecordWrite] = []
            writes.reserveCapacity(cargos.count)
            for cargo in cargos { writes.append(try repository.checkedWriteBlocking(of: cargo)) }
            switch recordStore.commitBlocking(writes) {
            case .committed: for cargo in cargos { repository.didStore(cargo) }
            case .failed(let error): throw error
            case .conflict(let place, let actual):
                _ = try repository.storedBlocking(cargos[place].trackingId)
                throw .concurrencyConflict(cargos[place].trackingId, expected: cargos[place].version, actual: actual)
            }
        }
    }
}

extension RecordCargoRepository where Store == JournalRecordStore {
    /// The blocking version of `checkedWrite`.
    func checkedWriteBlocking(of cargo: Cargo) throws(DomainError) -> RecordWrite {
        if cargo.version == 0 || shared.soundVersions.contains(cargo.trackingId, version: cargo.version) { return try write(of: cargo) }
        let actual = try storedBlocking(cargo.trackingId)?.version ?? 0
        guard actual == cargo.version else { throw .concurrencyConflict(cargo.trackingId, expected: cargo.version, actual: actual) }
        return try write(of: cargo)
    }

    func storedBlocking(_ trackingId: TrackingId) throws(DomainError) -> Cargo? {
        var found = shared.store.cargoAtOnce(trackingId.text)
        if found == nil { found = try shared.store.readBlocking(.cargo, trackingId.text)?.cargo() }
        guard let cargo = found else { return nil }
        shared.soundVersions.note(trackingId, version: cargo.version)
        return cargo
    }
}
