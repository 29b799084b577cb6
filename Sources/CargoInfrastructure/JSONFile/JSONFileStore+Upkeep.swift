public import CargoDomain

/// For those who look after a store.
extension JSONFileStore {
    /// Makes the store where there is none, so that it is there before the first save; one that is there is left as it is.
    /// - Returns: `store_unavailable`, `store_full`, `store_locked` where it cannot be written.
    public func create() async -> Result<Void, DomainError> {
        switch await engine.commit([]) {
        case .committed, .conflict: .success(())
        case .failed(let error): .failure(error)
        }
    }

    /// What the store holds.
    /// - Returns: `store_unavailable` and the like where it cannot be read.
    public func statistics() async -> Result<StoreStatistics, DomainError> {
        await Result.awaiting { () throws(DomainError) in try await self.engine.statistics() }
    }

    /// Reads everything anew and reports what is wrong: the files first, then records that hold no valid aggregate.
    ///
    /// Changes nothing. An empty list is a sound store; a torn tail alone is no loss.
    /// - Parameter readingDocuments: whether each document is decoded and its aggregate reconstituted, as it is when somebody asks for it. Where not,
    ///   checksums, headers, versions, commits, the numbers of events and the manifest are checked: all that a medium or a crash can harm.
    public func verify(readingDocuments: Bool = true) async -> Result<[StoreFinding], DomainError> {
        await Result.awaiting { () throws(DomainError) in
            if !readingDocuments { return try await self.engine.verify() }
            let (findings, suspects) = try await self.engine.verify(inspecting: { $0.isSoundAggregate })
            let known = Set(findings.compactMap(\.record))
            return findings + (try await self.brokenDocuments(suspects)).filter { $0.record.map { !known.contains($0) } ?? true }
        }
    }

    /// Those among the suspects that are broken as anybody sees them who asks for them.
    private func brokenDocuments(_ suspects: [RecordInspection.Suspect]) async throws(DomainError) -> [StoreFinding] {
        var findings: [StoreFinding] = []
        for suspect in suspects {
            let (kind, id) = (suspect.kind, suspect.id)
            guard let failure = await failure(of: kind, id) else { continue }
            guard failure.code == .corruptRecord || failure.code == .storeSchemaUnsupported else { throw failure }
            let place = await engine.place(ofBroken: kind, id)
            let cause = failure.cause ?? failure.code.rawValue
            let prefix = "\(place.file) at offset \(place.offset): "
            findings.append(
                StoreFinding(
                    problem: .document,
                    file: place.file,
                    offset: place.offset,
                    record: "\(kind.name) \(id)",
                    detail: cause.hasPrefix(prefix) ? String(cause.dropFirst(prefix.count)) : cause
                )
            )
        }
        return findings
    }

    private func failure(of kind: RecordKind, _ id: String) async -> DomainError? {
        do throws(DomainError) {
            switch kind {
            case .cargo: _ = try await engine.read(kind, id)?.cargo()
            case .voyage: _ = try await engine.read(kind, id)?.voyage()
            case .location: _ = try await engine.read(kind, id)?.location()
            case .bookingKey: _ = try await engine.read(kind, id)?.reservation()
            case .relay: _ = try await engine.read(kind, id)?.outboxLane()
            default: for event in try await engine.chain(kind, id) { _ = try event.handlingEvent() }
            }
            return nil
        } catch { return error }
    }
}
