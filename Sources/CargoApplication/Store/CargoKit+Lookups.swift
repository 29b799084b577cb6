import CargoDomain

extension CargoKit {
    /// Checks that every location is registered; the error names the first one that isn't.
    /// - Throws: `location_not_found`.
    func checkKnown(_ codes: [UnLocode]) async throws(DomainError) {
        let known = try await store.locations.findAll(codes).get()
        if let missing = codes.first(where: { known[$0] == nil }) { throw .locationNotFound(missing) }
    }

    /// Returns the voyage, and checks its version if the caller expects one.
    /// - Throws: `voyage_not_found`, `concurrency_conflict`.
    func voyage(_ number: VoyageNumber, expecting version: Int64?) async throws(DomainError) -> Voyage {
        let voyage = try await store.voyages.findByNumber(number).get()
        if let version, version != voyage.version {
            throw .concurrencyConflict(number, expected: version, actual: voyage.version)
        }
        return voyage
    }

    /// Saves a changed voyage; one that is as it was isn't saved.
    /// - Returns: the version that is stored then.
    /// - Throws: `concurrency_conflict`.
    func save(_ changed: Voyage, over voyage: Voyage) async throws(DomainError) -> Int64 {
        guard changed != voyage else { return voyage.version }
        try await store.voyages.save(changed).get()
        return try Version.next(after: voyage.version)
    }

    /// Returns the cargo, and checks its version if the caller expects one.
    /// - Throws: `cargo_not_found`, `concurrency_conflict`.
    func cargo(_ trackingId: TrackingId, expecting version: Int64?) async throws(DomainError) -> Cargo {
        let cargo = try await store.cargos.findByTrackingId(trackingId).get()
        if let version, version != cargo.version {
            throw .concurrencyConflict(trackingId, expected: version, actual: cargo.version)
        }
        return cargo
    }
}
