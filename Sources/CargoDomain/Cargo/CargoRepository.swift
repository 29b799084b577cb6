/// Where cargos are kept: one promise list, REP-1 to REP-8, whatever the backend.
public protocol CargoRepository: Sendable {
    /// The cargo with this tracking id.
    /// - Returns: `cargo_not_found` where there is none, `corrupt_record` where the stored one is broken (REP-1, REP-5).
    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError>

    /// Stores a cargo as its version + 1, together with the events it raised, iff the stored version is still the cargo's (REP-2, REP-3).
    ///
    /// The value in the caller's hand is stale afterwards: load it again.
    /// - Returns: `concurrency_conflict` where somebody else was first, `corrupt_record` where a broken cargo is in the way.
    func save(_ cargo: Cargo) async -> Result<Void, DomainError>

    /// A tracking id that no cargo has and that was never given out before (VAL-ID-2, REP-6).
    /// - Returns: `tracking_ids_exhausted` where the generator has no more.
    func nextTrackingId() async -> Result<TrackingId, DomainError>

    /// All cargos of a customer, by tracking id; an empty list where there are none (REP-1).
    /// - Returns: `corrupt_record` where a broken cargo names this customer (REP-5).
    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError>

    /// A page of all cargos by tracking id, broken ones left out.
    /// - Parameter limit: 1 to 1000, as `PageLimit` checks.
    /// - Returns: `integer_out_of_range` for another limit.
    func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError>
}
