/// Stores cargos.
///
/// Each backend keeps the promises REP-1 to REP-8.
///
/// A call through this protocol runs off the caller's actor, so a call from the main actor leaves it free. Write the methods as plain
/// `async` methods. Only a method that you isolate to an actor runs on that actor.
public protocol CargoRepository: Sendable {
    /// Finds the cargo with a tracking id.
    /// - Returns: `cargo_not_found` if no cargo has the id; `corrupt_record` if the stored record is broken (REP-1, REP-5).
    @concurrent
    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError>

    /// Stores a cargo as its version + 1, together with the events it raised, if the stored version still equals the cargo's version
    /// (REP-2, REP-3).
    ///
    /// The value you passed is stale afterwards: load the cargo again before you change it.
    /// - Returns: `concurrency_conflict` if another writer saved the cargo first; `corrupt_record` if the stored record is broken.
    @concurrent
    func save(_ cargo: Cargo) async -> Result<Void, DomainError>

    /// Returns a tracking id that no cargo has and that this store has never returned before (VAL-ID-2, REP-6).
    /// - Returns: `tracking_ids_exhausted` if the generator has no more ids.
    @concurrent
    func nextTrackingId() async -> Result<TrackingId, DomainError>

    /// Finds all cargos of a customer, ordered by tracking id. The list is empty if the customer has none (REP-1).
    /// - Returns: `corrupt_record` if a broken record names this customer (REP-5).
    @concurrent
    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError>

    /// Reads a page of the cargos that meet a query, ordered by tracking id, as they were last saved (REP-1).
    ///
    /// A backend answers from indexes, and reads no more than the page. One without indexes can filter all of its cargos:
    /// ```swift
    /// try PageLimit.check(limit)
    /// return .cut(from: cargos.filter(query.matches), after: trackingId, limit: limit, key: \.trackingId)
    /// ```
    /// - Parameters:
    ///   - query: the conditions, which cargos meet in any state, cancelled and claimed ones as well; by default none, so every cargo.
    ///   - trackingId: the id to start after, which needn't be a cargo's; `nil` for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range; `corrupt_record` if the query names a customer, and a broken record of
    ///   that customer would be on the page (REP-5). Other broken records are left out.
    @concurrent
    func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError>
}

extension Cargo {
    /// Returns whether a leg of the itinerary is on a voyage, unloaded or not.
    package func isOn(_ voyage: VoyageNumber) -> Bool { itinerary?.legs.contains { $0.voyageNumber == voyage } ?? false }
}
