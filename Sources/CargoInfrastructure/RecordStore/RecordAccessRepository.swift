import CargoApplication
import CargoDomain
import CargoWire

/// Who has access, in a record store: a record for each entry.
struct RecordAccessRepository<Store: RecordStore>: AccessRepository {
    let store: Store

    func find(_ id: AccessEntry.Id) async -> Result<AccessEntry?, DomainError> {
        await .awaiting { () throws(DomainError) in try await store.read(.access, id.text)?.accessEntry() }
    }

    func findAll(knowing known: [AccessEntry]) async -> Result<[AccessEntry], DomainError> {
        await .awaiting { () throws(DomainError) in
            var found: [String: AccessEntry] = [:]
            for entry in known { found[entry.id] = entry }
            var all: [AccessEntry] = []
            var last: String?
            while true {
                let ids = try await store.ids(.access, after: last, limit: PageLimit.range.upperBound)
                let versions = try await store.versions(ids.map { (.access, $0) })
                let changed = zip(ids, versions).filter { id, version in found[id]?.version != version }
                let records = try await changed.isEmpty ? [] : store.read(.access, changed.map(\.0))
                for ((id, version), record) in zip(changed, records) {
                    do throws(DomainError) {
                        // One that was removed meanwhile has no record.
                        found[id] = try record.get()?.accessEntry()
                    } catch {
                        guard error.code == .corruptRecord else { throw error }
                        found[id] = AccessEntry.broken(id: id, version: version)
                    }
                }
                all += ids.compactMap { found[$0] }
                guard ids.count == PageLimit.range.upperBound else { return all }
                last = ids.last
            }
        }
    }

    func save(_ entry: AccessEntry) async -> Result<Bool, DomainError> {
        await .awaiting { () throws(DomainError) in
            var expected = entry.version
            if expected == 0 {
                // An id that was removed may have a version. Read before the record, so that storing over another entry conflicts.
                expected = try await store.version(.access, entry.id)
                if expected > 0, try await store.read(.access, entry.id) != nil { return false }
            }
            let write = RecordWrite(kind: .access, id: entry.id, expectedVersion: expected, document: AccessEntryRecord.encode(entry))
            return try await commit(write).get()
        }
    }

    func remove(_ entry: AccessEntry) async -> Result<Bool, DomainError> {
        await commit(.removal(of: .access, entry.id, expectedVersion: entry.version))
    }

    private func commit(_ write: RecordWrite) async -> Result<Bool, DomainError> {
        await .awaiting { () throws(DomainError) in
            switch await store.commit([write]) {
            case .committed: return true
            case .conflict: return false
            case .failed(let error): throw error
            }
        }
    }
}
