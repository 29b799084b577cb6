import CargoDomain

extension Environment {
    /// Refuses a location that nobody registered; the first one that is missing names the failure.
    /// - Throws: `location_not_found`.
    func checkKnown(_ codes: [UnLocode]) async throws(DomainError) {
        let known = try await locations.findAll(codes).get()
        if let missing = codes.first(where: { known[$0] == nil }) { throw .locationNotFound(missing) }
    }

    /// The cargo, in the version that the caller saw if they say which.
    /// - Throws: `cargo_not_found`, `concurrency_conflict`.
    func cargo(_ trackingId: TrackingId, expecting version: Int64?) async throws(DomainError) -> Cargo {
        let cargo = try await cargos.findByTrackingId(trackingId).get()
        if let version, version != cargo.version {
            throw .concurrencyConflict(trackingId, expected: version, actual: cargo.version)
        }
        return cargo
    }
}
