import CargoDomain
import Synchronization

/// The cargos of a JSON-file store.
struct JSONFileCargoRepository: CargoRepository {
    let store: JSONFileStore

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
        await .awaiting { () throws(DomainError) in
            guard let cargo = try await stored(trackingId) else { throw .cargoNotFound(trackingId) }
            return cargo
        }
    }

    func save(_ cargo: Cargo) async -> Result<Void, DomainError> {
        await .awaiting { () throws(DomainError) in
            // What stands there must be sound; compare-and-set then sees to it that it is still there.
            let actual = cargo.version == 0 ? 0 : try await stored(cargo.trackingId)?.version ?? 0
            guard actual == cargo.version else { throw .concurrencyConflict(cargo.trackingId, expected: cargo.version, actual: actual) }
            switch await store.engine.commit([try write(of: cargo)]) {
            case .committed: store.drawnIds.withLock { _ = $0.remove(cargo.trackingId) }
            case .failed(let error): throw error
            case .conflict(_, let actual):
                _ = try await stored(cargo.trackingId)
                throw .concurrencyConflict(cargo.trackingId, expected: cargo.version, actual: actual)
            }
        }
    }

    func nextTrackingId() async -> Result<TrackingId, DomainError> {
        await .awaiting { () throws(DomainError) in
            while let id = store.trackingIds.next() {
                let isNew = store.drawnIds.withLock { $0.insert(id).inserted }
                if isNew, try await store.engine.version(.cargo, id.text) == 0 { return id }
            }
            throw .technical(.trackingIdsExhausted)
        }
    }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        await .awaiting { () throws(DomainError) in
            let ids = try await store.engine.ids(.cargo, customer: customerId.text)
            var cargos: [Cargo] = []
            for result in try await store.engine.read(.cargo, ids) {
                // One that got another customer meanwhile is no longer asked for.
                if let cargo = try result.get()?.cargo(), cargo.customerId == customerId { cargos.append(cargo) }
            }
            return cargos
        }
    }

    func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await .awaiting { () throws(DomainError) in
            try await store.engine.page(.cargo, after: trackingId?.text, limit: limit, key: \.trackingId) {
                (record) throws(DomainError) in try record.cargo()
            }
        }
    }

    private func stored(_ trackingId: TrackingId) async throws(DomainError) -> Cargo? {
        try await store.engine.read(.cargo, trackingId.text)?.cargo()
    }

    private func write(of cargo: Cargo) throws(DomainError) -> JournalWrite {
        let version = try Version.next(after: cargo.version)
        var writer = JSONWriter()
        cargo.write(to: &writer, version: version)
        return JournalWrite(
            kind: .cargo,
            id: cargo.trackingId.text,
            expectedVersion: cargo.version,
            customer: cargo.customerId.text,
            document: writer.bytes,
            events: DomainEvent.events(raisedBy: cargo, storedAs: version, at: store.clock.now()).map(DomainEventRecord.encode)
        )
    }
}
