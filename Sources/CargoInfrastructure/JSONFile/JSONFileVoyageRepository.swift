import CargoDomain

/// The voyages of a JSON-file store.
struct JSONFileVoyageRepository: VoyageRepository {
    let store: JSONFileStore

    func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> {
        await .awaiting { () throws(DomainError) in
            guard let voyage = try await stored(number) else { throw .voyageNotFound(number) }
            return voyage
        }
    }

    func save(_ voyage: Voyage) async -> Result<Void, DomainError> {
        await .awaiting { () throws(DomainError) in
            let actual = voyage.version == 0 ? 0 : try await stored(voyage.number)?.version ?? 0
            guard actual == voyage.version else { throw .concurrencyConflict(voyage.number, expected: voyage.version, actual: actual) }
            switch await store.engine.commit([try write(of: voyage)]) {
            case .committed: return
            case .failed(let error): throw error
            case .conflict(_, let actual):
                _ = try await stored(voyage.number)
                throw .concurrencyConflict(voyage.number, expected: voyage.version, actual: actual)
            }
        }
    }

    func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> {
        await .awaiting { () throws(DomainError) in
            try await store.engine.page(.voyage, after: number?.text, limit: limit, key: \.number) {
                (record) throws(DomainError) in try record.voyage()
            }
        }
    }

    func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> {
        await .awaiting { () throws(DomainError) in
            let (ids, position) = try await store.engine.changes(.voyage, after: position)
            let voyages = try await store.engine.sound(.voyage, ids) { (record) throws(DomainError) in try record.voyage() }
            return VoyageChanges(voyages: voyages, position: position)
        }
    }

    private func stored(_ number: VoyageNumber) async throws(DomainError) -> Voyage? {
        try await store.engine.read(.voyage, number.text)?.voyage()
    }

    private func write(of voyage: Voyage) throws(DomainError) -> JournalWrite {
        let version = try Version.next(after: voyage.version)
        var writer = JSONWriter()
        voyage.write(to: &writer, version: version)
        return JournalWrite(
            kind: .voyage,
            id: voyage.number.text,
            expectedVersion: voyage.version,
            document: writer.bytes,
            events: DomainEvent.events(raisedBy: voyage, storedAs: version, at: store.clock.now()).map(DomainEventRecord.encode)
        )
    }
}
