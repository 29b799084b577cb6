public import CargoDomain
import RecordJournal

/// Maintenance.
extension JSONFileStore {
    /// Creates the store if it doesn't exist, without waiting for the first save.
    ///
    /// Does nothing if it exists.
    /// - Returns: `store_unavailable`, `store_full` or `store_locked` if the store can't be written.
    @concurrent
    public func create() async -> Result<Void, DomainError> {
        switch await recordStore.commit([]) {
        case .committed, .conflict: .success(())
        case .failed(let error): .failure(error)
        }
    }

    /// Returns the number, size and state of the store's segments and records.
    /// - Returns: `store_unavailable` and similar errors if the store can't be read.
    public func statistics() async -> Result<StoreStatistics, DomainError> {
        await Result.awaiting { () throws(DomainError) in
            do throws(JournalError) { return StoreStatistics(try await engine.statistics()) } catch { throw error.domainError }
        }
    }

    /// Reads everything again and reports what is wrong: first damaged files, then records that don't contain a valid aggregate.
    ///
    /// Changes nothing. An empty list means that the store is sound. A torn tail alone isn't a loss.
    /// - Parameter readingDocuments: whether to decode each document and reconstitute its aggregate, as a read does. If false, checks only
    ///   checksums, headers, versions, commits, event counts and the manifest. That finds everything that a disk or a crash can damage.
    public func verify(readingDocuments: Bool = true) async -> Result<[StoreFinding], DomainError> {
        await Result.awaiting { () throws(DomainError) in
            let inspector: @Sendable (RecordFields) -> Bool = { $0.isSoundAggregate }
            let findings: [StoreFinding]
            let suspects: [RecordInspection.Suspect]
            do throws(JournalError) {
                let found = try await engine.verify(inspecting: readingDocuments ? inspector : nil)
                (findings, suspects) = (found.findings.map(StoreFinding.init), found.suspects)
            } catch { throw error.domainError }
            let known = Set(findings.compactMap(\.record))
            return findings + (try await brokenDocuments(suspects)).filter { $0.record.map { !known.contains($0) } ?? true }
        }
    }

    /// Returns the suspects that really are broken for a caller who reads them.
    private func brokenDocuments(_ suspects: [RecordInspection.Suspect]) async throws(DomainError) -> [StoreFinding] {
        var findings: [StoreFinding] = []
        for suspect in suspects {
            let id = suspect.id
            guard let kind = RecordKind.all.first(where: { $0.inJournal == suspect.kind }),
                let failure = await failure(of: kind, id)
            else { continue }
            guard failure.code == .corruptRecord || failure.code == .storeSchemaUnsupported else { throw failure }
            let place = await engine.place(ofBroken: suspect.kind, id) { $0.isSoundEvent }
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
            case .cargo: _ = try await recordStore.read(kind, id)?.cargo()
            case .voyage: _ = try await recordStore.read(kind, id)?.voyage()
            case .location: _ = try await recordStore.read(kind, id)?.location()
            case .bookingKey: _ = try await recordStore.read(kind, id)?.reservation()
            case .relay: _ = try await recordStore.read(kind, id)?.outboxPartition()
            case .subscription: _ = try await recordStore.read(kind, id)?.subscription()
            case .delivery: _ = try await recordStore.read(kind, id)?.subscriptionProgress()
            case .carrierEvent: _ = try await recordStore.read(kind, id)?.carrierEvent()
            case .carrierLog: _ = try await recordStore.read(kind, id)?.carrierLog()
            case .access: _ = try await recordStore.read(kind, id)?.accessEntry()
            default: for event in try await recordStore.links(kind, id).records { _ = try event.handlingRecord() }
            }
            return nil
        } catch { return error }
    }
}

extension JournalRecord {
    /// Whether the document is a valid handling event.
    fileprivate var isSoundEvent: Bool {
        do throws(DomainError) { _ = try handlingRecord() } catch { return false }
        return true
    }
}
