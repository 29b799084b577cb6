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
            let findings = try await self.engine.verify()
            let documents = try await self.brokenDocuments()
            let known = Set(findings.compactMap(\.record))
            return findings + documents.filter { $0.record.map { !known.contains($0) } ?? true }
        }
    }

    private func brokenDocuments() async throws(DomainError) -> [StoreFinding] {
        var findings: [StoreFinding] = []
        for kind in RecordKind.all {
            var last: String?
            while true {
                let ids = try await engine.ids(kind, after: last, limit: 1000)
                guard let end = ids.last else { break }
                last = end
                for id in ids {
                    let failure = await failure(of: kind, id)
                    guard let failure else { continue }
                    guard failure.code == .corruptRecord || failure.code == .storeSchemaUnsupported else { throw failure }
                    let place = engine.place(of: kind, id) ?? ""
                    let cause = failure.cause ?? failure.code.rawValue
                    let detail = cause.hasPrefix(place) ? cause : "\(place): \(cause)"
                    findings.append(
                        StoreFinding(problem: .document, file: "", offset: nil, record: "\(kind.name) \(id)", detail: detail)
                    )
                }
            }
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
            default: for event in try await engine.chain(kind, id) { _ = try event.handlingEvent() }
            }
            return nil
        } catch { return error }
    }
}
