import CargoDomain
import CargoWire

/// The voyages of a record store.
struct RecordVoyageRepository<Store: RecordStore>: VoyageRepository {
    let shared: RecordRepositories<Store>

    func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> {
        await .awaiting { () throws(DomainError) in
            guard let voyage = try await stored(number) else { throw .voyageNotFound(number) }
            return voyage
        }
    }

    func findAll(_ numbers: [VoyageNumber]) async -> Result<[VoyageNumber: Voyage], DomainError> {
        await .awaiting { () throws(DomainError) in
            var found: [VoyageNumber: Voyage] = [:]
            if numbers.isEmpty { return found }
            for (number, record) in zip(numbers, try await shared.store.read(.voyage, numbers.map(\.text))) {
                found[number] = try record.get()?.voyage()
            }
            return found
        }
    }

    func save(_ voyage: Voyage) async -> Result<Void, DomainError> {
        await .awaiting { () throws(DomainError) in
            let actual = voyage.version == 0 ? 0 : try await stored(voyage.number)?.version ?? 0
            guard actual == voyage.version else { throw .concurrencyConflict(voyage.number, expected: voyage.version, actual: actual) }
            switch await shared.store.commit([try write(of: voyage)]) {
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
            try await shared.store.page(.voyage, after: number?.text, limit: limit, key: \.number) {
                (record) throws(DomainError) in try record.voyage()
            }
        }
    }

    func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> {
        await .awaiting { () throws(DomainError) in
            let (ids, position) = try await shared.store.changes(.voyage, after: position)
            let voyages = try await shared.store.sound(.voyage, ids) { (record) throws(DomainError) in try record.voyage() }
            return VoyageChanges(voyages: voyages, position: position)
        }
    }

    private func stored(_ number: VoyageNumber) async throws(DomainError) -> Voyage? {
        try await shared.store.read(.voyage, number.text)?.voyage()
    }

    private func write(of voyage: Voyage) throws(DomainError) -> RecordWrite {
        let version = try Version.next(after: voyage.version)
        var writer = JSONWriter()
        voyage.write(to: &writer, version: version)
        return RecordWrite(
            kind: .voyage,
            id: voyage.number.text,
            expectedVersion: voyage.version,
            schema: voyage.documentSchema,
            document: writer.bytes,
            events: DomainEvent.events(raisedBy: voyage, storedAs: version, at: shared.clock.now()).map(DomainEventRecord.encode)
        )
    }
}
