import CargoDomain
import CargoWire
import Synchronization

/// The cargos of a record store.
struct RecordCargoRepository<Store: RecordStore>: CargoRepository {
    let shared: RecordRepositories<Store>

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
        await .awaiting { () throws(DomainError) in
            guard let cargo = try await stored(trackingId) else { throw .cargoNotFound(trackingId) }
            return cargo
        }
    }

    func save(_ cargo: Cargo) async -> Result<Void, DomainError> {
        await .awaiting { () throws(DomainError) in
            switch await shared.store.commit([try await checkedWrite(of: cargo)]) {
            case .committed: didStore(cargo)
            case .failed(let error): throw error
            case .conflict(_, let actual): throw try await conflict(cargo, actual: actual)
            }
        }
    }

    /// Returns the record to write for a cargo.
    ///
    /// Checks first that the stored cargo is valid and has the expected version, unless the cargo is new or that version is known to be
    /// valid. Compare-and-set makes sure that this still holds when the record is committed.
    func checkedWrite(of cargo: Cargo) async throws(DomainError) -> RecordWrite {
        if cargo.version == 0 || shared.soundVersions.contains(cargo.trackingId, version: cargo.version) { return try write(of: cargo) }
        let actual = try await storedVersion(of: cargo.trackingId)
        guard actual == cargo.version else { throw .concurrencyConflict(cargo.trackingId, expected: cargo.version, actual: actual) }
        return try write(of: cargo)
    }

    /// Records that a cargo's id is in use, and that its stored version is valid.
    func didStore(_ cargo: Cargo) {
        if cargo.version == 0 { shared.drawnIds.withLock { _ = $0.remove(cargo.trackingId) } }
        shared.soundVersions.note(cargo.trackingId, version: cargo.version + 1)
    }

    /// Returns the error for a save that conflicted.
    /// - Throws: `corrupt_record` if the stored cargo is broken.
    func conflict(_ cargo: Cargo, actual: Int64) async throws(DomainError) -> DomainError {
        _ = try await storedVersion(of: cargo.trackingId)
        return .concurrencyConflict(cargo.trackingId, expected: cargo.version, actual: actual)
    }

    func nextTrackingId() async -> Result<TrackingId, DomainError> {
        await .awaiting { () throws(DomainError) in
            while let id = shared.trackingIds.next() {
                let isNew = shared.drawnIds.withLock { $0.insert(id).inserted }
                if isNew, try await shared.store.version(.cargo, id.text) == 0 { return id }
            }
            throw .technical(.trackingIdsExhausted)
        }
    }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        await .awaiting { () throws(DomainError) in
            let ids = try await shared.store.ids(.cargo, customer: customerId.text)
            var cargos: [Cargo] = []
            for result in try await shared.store.read(.cargo, ids) {
                // Skip a cargo whose customer changed in the meantime.
                guard let record = try result.get(), !record.isRemoved else { continue }
                let cargo = try record.cargo()
                if cargo.customerId == customerId { cargos.append(cargo) }
            }
            return cargos
        }
    }

    func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await .awaiting { () throws(DomainError) in
            let keys = CargoKey.keys(of: query)
            guard !keys.isEmpty else {
                return try await shared.store.page(.cargo, after: trackingId?.text, limit: limit, key: \.trackingId) {
                    (record) throws(DomainError) in try record.cargo()
                }
            }
            try PageLimit.check(limit)
            var cargos: [Cargo] = []
            var last = trackingId?.text
            while true {
                let ids = try await shared.store.ids(having: keys, after: last, limit: limit + 1)
                for result in ids.isEmpty ? [] : try await shared.store.read(.cargo, ids) {
                    do throws(DomainError) {
                        // A cargo that changed in the meantime, or whose record is too old to tell its keys, may not have them.
                        guard let record = try result.get(), !record.isRemoved else { continue }
                        let cargo = try record.cargo()
                        guard query.matches(cargo) else { continue }
                        guard cargos.count < limit else { return Page(items: cargos, next: cargos.last?.trackingId) }
                        cargos.append(cargo)
                    } catch {
                        guard error.code == .corruptRecord else { throw error }
                        guard query.customer != nil else { continue }
                        // A broken cargo after the page fails the next one.
                        guard cargos.count < limit else { return Page(items: cargos, next: cargos.last?.trackingId) }
                        throw error
                    }
                }
                guard ids.count > limit, let end = ids.last else { return Page(items: cargos, next: nil) }
                last = end
            }
        }
    }

    /// Returns the version that is stored; 0 if there is none.
    /// - Throws: `corrupt_record` if the stored cargo is broken.
    private func storedVersion(of trackingId: TrackingId) async throws(DomainError) -> Int64 {
        do throws(DomainError) { return try await stored(trackingId)?.version ?? 0 } catch {
            guard error.code == .cargoArchived else { throw error }
            return try await shared.store.version(.cargo, trackingId.text)
        }
    }

    func stored(_ trackingId: TrackingId) async throws(DomainError) -> Cargo? {
        var found = shared.store.cargoAtOnce(trackingId.text)
        if found == nil { found = try await shared.store.read(.cargo, trackingId.text)?.cargo() }
        guard let cargo = found else { return nil }
        shared.soundVersions.note(trackingId, version: cargo.version)
        return cargo
    }

    /// Returns the record to write for a cargo, without checking the stored one.
    func write(of cargo: Cargo) throws(DomainError) -> RecordWrite {
        let version = try Version.next(after: cargo.version)
        var writer = JSONWriter()
        cargo.write(to: &writer, version: version)
        var write = RecordWrite(
            kind: .cargo,
            id: cargo.trackingId.text,
            expectedVersion: cargo.version,
            customer: cargo.customerId.text,
            document: writer.bytes,
            events: DomainEvent.events(raisedBy: cargo, storedAs: version, at: shared.clock.now()).map(DomainEventRecord.encode)
        )
        write.index(by: CargoKeys(of: cargo))
        return write
    }
}
