import CargoDomain
import CargoWire

/// The locations of a record store.
struct RecordLocationRepository<Store: RecordStore>: LocationRepository {
    let store: Store

    func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> {
        await .awaiting { () throws(DomainError) in
            guard let location = try await store.read(.location, unLocode.text)?.location() else { throw .locationNotFound(unLocode) }
            return location
        }
    }

    func findAll(_ unLocodes: [UnLocode]) async -> Result<[UnLocode: Location], DomainError> {
        await .awaiting { () throws(DomainError) in
            var found: [UnLocode: Location] = [:]
            if unLocodes.isEmpty { return found }
            for (unLocode, record) in zip(unLocodes, try await store.read(.location, unLocodes.map(\.text))) {
                found[unLocode] = try record.get()?.location()
            }
            return found
        }
    }

    func save(_ locations: [Location]) async -> Result<Void, DomainError> {
        await .awaiting { () throws(DomainError) in
            // If a code occurs twice, the last name wins.
            var wanted: [UnLocode: Location] = [:]
            for location in locations { wanted[location.unLocode] = location }
            let inOrder = wanted.values.sorted { $0.unLocode < $1.unLocode }
            while true {
                let writes = try await writes(for: inOrder)
                if writes.isEmpty { return }
                switch await store.commit(writes) {
                case .committed: return
                case .failed(let error): throw error
                // Another writer saved one of them in the meantime: read them again.
                case .conflict: continue
                }
            }
        }
    }

    func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> {
        await .awaiting { () throws(DomainError) in
            try await store.page(.location, after: unLocode?.text, limit: limit, key: \.unLocode) {
                (record) throws(DomainError) in try record.location()
            }
        }
    }

    /// Returns the records to write so that the store holds these locations.
    private func writes(for locations: [Location]) async throws(DomainError) -> [RecordWrite] {
        var writes: [RecordWrite] = []
        for (location, result) in zip(locations, try await store.read(.location, locations.map(\.unLocode.text))) {
            let record = try result.get()
            if try record?.location() == location { continue }
            writes.append(
                RecordWrite(
                    kind: .location,
                    id: location.unLocode.text,
                    expectedVersion: record?.version ?? 0,
                    document: LocationRecord.encode(location)
                )
            )
        }
        return writes
    }
}
