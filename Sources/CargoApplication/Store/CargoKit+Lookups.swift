import CargoDomain

extension CargoKit {
    /// Checks that every location is registered; the error names the first one that isn't.
    /// - Throws: `location_not_found`.
    func checkKnown(_ codes: [UnLocode]) async throws(DomainError) {
        let known = try await store.locations.findAll(codes).get()
        if let missing = codes.first(where: { known[$0] == nil }) { throw .locationNotFound(missing) }
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
