import CargoDomain

extension Environment {
    /// Refuses a location that nobody registered; the first one that is missing names the failure.
    /// - Throws: `location_not_found`.
    func checkKnown(_ codes: [UnLocode]) async throws(DomainError) {
        for code in codes { _ = try await locations.findByUnLocode(code).get() }
    }
}
