import CargoDomain

extension CargoKit {
    /// Returns this kit with the cargos of some archives, which can be found and tracked by their tracking ids as if they were in the store.
    ///
    /// Use it to read: a cargo in an archive can't be changed until it is restored (`RestoreCargo`).
    public func reading(_ archives: any CargoArchives) -> CargoKit {
        guard let retention = store.retention else { return self }
        let reader = ArchiveReader(archives: archives, retention: retention)
        let replaced = store.replacing(
            cargos: CargosWithArchives(stored: store.cargos, reader: reader),
            handlingEvents: HandlingEventsWithArchives(stored: store.handlingEvents, reader: reader),
            versions: store.versions,
            retention: retention
        )
        return CargoKit(store: replaced, routing: routing, clock: clock)
    }
}

/// Finds removed cargos in the archives that are at hand.
private struct ArchiveReader: Sendable {
    let archives: any CargoArchives
    let retention: any StoreRetention

    /// Returns a cargo's contents; nil if the cargo wasn't removed, or its archive isn't at hand.
    func contents(of trackingId: TrackingId) async throws(DomainError) -> StoredCargoContents? {
        guard let place = try await retention.place(of: trackingId).get() else { return nil }
        return try await archives.find(trackingId, at: place).get()?.contents
    }
}

private struct CargosWithArchives: CargoRepository {
    let stored: any CargoRepository
    let reader: ArchiveReader

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
        let found = await stored.findByTrackingId(trackingId)
        guard case .failure(let error) = found, error.code == .cargoArchived else { return found }
        return await outcome { () async throws(DomainError) in
            guard let contents = try await reader.contents(of: trackingId) else { throw error }
            return contents.cargo
        }
    }

    func save(_ cargo: Cargo) async -> Result<Void, DomainError> { await stored.save(cargo) }
    func nextTrackingId() async -> Result<TrackingId, DomainError> { await stored.nextTrackingId() }
    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> { await stored.findForCustomer(customerId) }
    func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await stored.find(query, after: trackingId, limit: limit)
    }
}

private struct HandlingEventsWithArchives: HandlingEventRepository {
    let stored: any HandlingEventRepository
    let reader: ArchiveReader

    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        await outcome { () async throws(DomainError) in
            let history = try await stored.findHistory(of: trackingId).get()
            guard history.events.isEmpty, let contents = try await reader.contents(of: trackingId) else { return history }
            return try contents.history()
        }
    }

    func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
        await outcome { () async throws(DomainError) in
            let retracted = try await stored.findRetracted(of: trackingId).get()
            guard retracted.isEmpty, let contents = try await reader.contents(of: trackingId) else { return retracted }
            return HandlingLog(contents.handling).retracted
        }
    }
}
