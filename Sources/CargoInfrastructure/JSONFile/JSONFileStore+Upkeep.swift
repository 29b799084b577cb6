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
    public func verify() async -> Result<[StoreFinding], DomainError> {
        await Result.awaiting { () throws(DomainError) in
            let (findings, suspects) = try await self.engine.verify(inspecting: Self.isSound)
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
            let place = engine.place(of: kind, id) ?? ""
            let cause = failure.cause ?? failure.code.rawValue
            let detail = cause.hasPrefix(place) ? cause : "\(place): \(cause)"
            findings.append(StoreFinding(problem: .document, file: "", offset: nil, record: "\(kind.name) \(id)", detail: detail))
        }
        return findings
    }

    private static func isSound(_ record: JournalRecord) -> Bool {
        do throws(DomainError) {
            switch record.header.kind {
            case RecordKind.cargo.name: _ = try record.cargo()
            case RecordKind.voyage.name: _ = try record.voyage()
            case RecordKind.location.name: _ = try record.location()
            case RecordKind.bookingKey.name: _ = try record.reservation()
            case RecordKind.handling.name: _ = try record.handlingEvent()
            default: break
            }
            return true
        } catch { return false }
    }

    private func failure(of kind: RecordKind, _ id: String) async -> DomainError? {
        do throws(DomainError) {
            switch kind {
            case .cargo: _ = try await engine.read(kind, id)?.cargo()
            case .voyage: _ = try await engine.read(kind, id)?.voyage()
            case .location: _ = try await engine.read(kind, id)?.location()
            case .bookingKey: _ = try await engine.read(kind, id)?.reservation()
            default: for event in try await engine.chain(kind, id) { _ = try event.handlingEvent() }
            }
            return nil
        } catch { return error }
    }
}
