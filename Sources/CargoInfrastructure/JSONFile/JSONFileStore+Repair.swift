public import CargoDomain

extension JSONFileStore {
    /// Compacts the store: lets go of the documents of superseded records, while reading and saving go on.
    /// - Parameter progress: hears how many bytes are done, and of how many; from any thread.
    /// - Returns: nil where another process is compacting, or nothing was ever stored; `corrupt_record` where the store is damaged.
    public func compact(progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }) async
        -> Result<CompactionReport?, DomainError>
    {
        await .awaiting { () throws(DomainError) in try await self.engine.compact(progress: progress) }
    }

    /// Takes what is damaged out of the files, so that the store can be written again; nothing is deleted, it moves to `quarantine/`.
    ///
    /// An id whose newest record is lost answers `corrupt_record` from then on, until older states are accepted: then its newest record that is
    /// left is stored again as the next version, and what has none left counts as never stored.
    /// - Parameters:
    ///   - acceptingOlder: whether older states may show again; also where nobody can say whose record was lost.
    ///   - progress: hears how many bytes are done, and of how many; from any thread.
    /// - Returns: `corrupt_record` where nobody can say whose record was lost, and that is not accepted; `store_locked`, and what saving returns.
    public func repair(
        acceptingOlder: Bool = false,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async -> Result<RepairReport, DomainError> {
        await .awaiting { () throws(DomainError) in
            var report = RepairReport()
            report.removals = try await self.engine.repair(acceptsUnknown: acceptingOlder, progress: progress)
            for loss in try await self.engine.losses() {
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
        case .failed(let error): throw error
        case .conflict(_, let actual):
            let cause = "\(loss.kind.name) \(loss.id) was saved meanwhile, as version \(actual)"
            throw .technical(.storeUnavailable, cause: cause)
        }
    }

    /// The newest state that is left, as the next version; or that there is none.
    private func write(accepting loss: JournalEngine.Loss) throws(DomainError) -> RecordWrite {
        guard let older = loss.older else {
            let kind = RecordKind(loss.kind.name, schema: 0, history: loss.kind.history)
            return RecordWrite(kind: kind, id: loss.id, expectedVersion: loss.version, document: EmptyDocument.accepted)
        }
        let version = try Version.next(after: loss.version)
        var writer = JSONWriter()
        var document = Array(older.document)
        if loss.kind == .cargo {
            try older.cargo().write(to: &writer, version: version)
            document = writer.bytes
        } else if loss.kind == .voyage {
            try older.voyage().write(to: &writer, version: version)
            document = writer.bytes
        }
        return RecordWrite(
            kind: loss.kind,
            id: loss.id,
            expectedVersion: loss.version,
            customer: older.header.customer,
            document: document
        )
    }
}
