public import CargoDomain
import CargoWire
import RecordJournal

extension JSONFileStore {
    /// Compacts the store by dropping the documents of superseded records.
    ///
    /// Reading and saving continue meanwhile.
    /// - Parameter progress: called with the number of bytes processed and the total. It may run on any thread.
    /// - Returns: nil if another process is compacting the store, or if nothing was ever stored; `corrupt_record` if the store is damaged.
    public func compact(progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }) async
        -> Result<CompactionReport?, DomainError>
    {
        await .awaiting { () throws(DomainError) in
            do throws(JournalError) {
                return try await engine.compact(progress: progress).map(CompactionReport.init)
            } catch { throw error.domainError }
        }
    }

    /// Removes damaged parts from the files so that the store can be written again.
    ///
    /// Nothing is deleted: the damaged bytes move to `quarantine/`.
    ///
    /// If the newest record of an id is lost, reading that id fails with `corrupt_record` until older states are accepted. Accepting saves
    /// the newest remaining record again as the next version. An id without a remaining record then counts as never stored.
    /// - Parameters:
    ///   - acceptingOlder: whether older states may become visible again. This includes damage for which the affected record is unknown.
    ///   - progress: called with the number of bytes processed and the total. It may run on any thread.
    /// - Returns: `corrupt_record` if an affected record is unknown and `acceptingOlder` is false; `store_locked`; and the errors of
    ///   saving.
    public func repair(
        acceptingOlder: Bool = false,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async -> Result<RepairReport, DomainError> {
        await .awaiting { () throws(DomainError) in
            var report = RepairReport()
            let losses: [JournalEngine.Loss]
            do throws(JournalError) {
                report.removals = try await engine.repair(acceptsUnknown: acceptingOlder, progress: progress).map(RepairReport.Removal.init)
                losses = try await engine.losses()
            } catch { throw error.domainError }
            for loss in losses {
                let record = "\(loss.kind.name) \(loss.id)"
                if acceptingOlder {
                    try await self.accept(loss)
                    report.restored.append(record)
                } else {
                    report.lost.append(record)
                }
            }
            return report
        }
    }

    private func accept(_ loss: JournalEngine.Loss) async throws(DomainError) {
        switch await engine.commit([try write(accepting: loss)]) {
        case .committed: return
        case .failed(let error): throw error.domainError
        case .conflict(_, let actual):
            let cause = "\(loss.kind.name) \(loss.id) was saved meanwhile, as version \(actual)"
            throw .technical(.storeUnavailable, cause: cause)
        }
    }

    /// Makes the write that accepts a loss: the newest remaining state as the next version, or a marker that none remains.
    private func write(accepting loss: JournalEngine.Loss) throws(DomainError) -> JournalWrite {
        guard let older = loss.older, !older.isRemoved else { return JournalWrite(accepting: loss) }
        let version = try Version.next(after: loss.version)
        var writer = JSONWriter()
        var document = Array(older.document)
        var keys: CargoKeys?
        if loss.kind == RecordKind.cargo.inJournal {
            let cargo = try older.cargo()
            cargo.write(to: &writer, version: version)
            keys = CargoKeys(of: cargo)
            document = writer.bytes
        } else if loss.kind == RecordKind.voyage.inJournal {
            try older.voyage().write(to: &writer, version: version)
            document = writer.bytes
        }
        var write = JournalWrite(
            kind: loss.kind,
            id: loss.id,
            expectedVersion: loss.version,
            customer: older.customer,
            document: document
        )
        if let keys {
            write.keys = RecordKeys(keys)
            write.schema = keys.schema
        }
        return write
    }
}

extension JSONFileStore {
    /// Reports why the store in a directory can't be opened and fails with `corrupt_record`: a damaged manifest, or missing files that it
    /// names.
    ///
    /// Empty if neither is the cause.
    ///
    /// Checks nothing else and changes nothing. To check everything, call `verify` on the open store.
    /// - Returns: `store_unavailable` or `store_schema_unsupported` if the manifest can't be examined.
    public static func obstacles(in path: String) async -> Result<[StoreFinding], DomainError> {
        await .awaiting { () throws(DomainError) in
            do throws(JournalError) { return try JournalEngine.obstacles(in: path).map(StoreFinding.init) } catch {
                throw error.domainError
            }
        }
    }
}
