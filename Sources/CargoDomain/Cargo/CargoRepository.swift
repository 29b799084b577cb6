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

    /// Reads a page of a customer's cargos, ordered by tracking id (REP-1).
    ///
    /// The default implementation reads all of the customer's cargos. A backend answers from an index and reads no more than the page.
    /// - Parameters:
    ///   - customerId: the customer.
    ///   - trackingId: the id to start after; `nil` for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `corrupt_record` if a broken record that names this customer is on the page (REP-5); the default implementation, also if
    ///   it is on another page. `integer_out_of_range` if the limit is out of range.
    @concurrent
    func findForCustomer(
        _ customerId: CustomerId,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError>

    /// Reads a page of all cargos, ordered by tracking id. Broken records are left out.
    /// - Parameters:
    ///   - trackingId: the id to start after; `nil` for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError>

    /// Reads a page of the cargos whose itinerary has a leg on a voyage, ordered by tracking id: cargos that are unloaded, claimed or
    /// cancelled as well (REP-1). Broken records are left out.
    ///
    /// The default implementation reads every cargo. A backend answers from an index.
    /// - Parameters:
    ///   - number: the voyage, which needn't be registered.
    ///   - trackingId: the id to start after; `nil` for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func findOnVoyage(
        _ number: VoyageNumber,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError>

    /// Reads a page of the cargos that lie in a port, ordered by tracking id, as they were last saved: received or unloaded there, and not
    /// loaded or claimed since (`Delivery.currentPort`), on their route or not (REP-1). Broken records are left out.
    ///
    /// The default implementation reads every cargo. A backend answers from an index.
    /// - Parameters:
    ///   - location: the port, which needn't be registered.
    ///   - trackingId: the id to start after; `nil` for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func findAt(
        _ location: UnLocode,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError>

    /// Reads a page of the cargos that need a kind of attention, ordered by tracking id, as they were last saved (REP-1). Broken records
    /// are left out.
    ///
    /// The default implementation reads every cargo. A backend answers from an index.
    /// - Parameters:
    ///   - need: the kind of attention.
    ///   - trackingId: the id to start after; `nil` for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func findNeeding(_ need: AttentionReason, after trackingId: TrackingId?, limit: Int) async -> Result<
        Page<Cargo, TrackingId>, DomainError
    >

    /// Reads a page of the cargos that have a reference, ordered by tracking id, whatever their state, as they were last saved (REF-5). Broken
    /// records are left out.
    ///
    /// The default implementation reads every cargo. A backend answers from an index.
    /// - Parameters:
    ///   - reference: the reference, which several cargos may share.
    ///   - trackingId: the id to start after; `nil` for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func findByReference(
        _ reference: CargoReference,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError>

    /// Reads a page of the cargos that meet several conditions, ordered by tracking id, as they were last saved (REP-1). Broken records are
    /// left out.
    ///
    /// The default implementation reads the cargos that meet one of the conditions. A backend intersects its indexes, and reads only those that
    /// meet all.
    /// - Parameters:
    ///   - query: the conditions.
    ///   - trackingId: the id to start after; `nil` for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError>
}

extension CargoRepository {
    /// Finds the cargos on a voyage by reading every cargo.
    @concurrent
    public func findOnVoyage(
        _ number: VoyageNumber,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await filterPages(after: trackingId, limit: limit) { $0.isOn(number) }
    }

    /// Finds a page of a customer's cargos by reading all of them.
    @concurrent
    public func findForCustomer(
        _ customerId: CustomerId,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        do throws(DomainError) { try PageLimit.check(limit) } catch { return .failure(error) }
        return await findForCustomer(customerId).map { .cut(from: $0, after: trackingId, limit: limit, key: \.trackingId) }
    }

    /// Finds the cargos in a port by reading every cargo.
    @concurrent
    public func findAt(
        _ location: UnLocode,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await filterPages(after: trackingId, limit: limit) { $0.delivery.currentPort == location }
    }

    /// Finds the cargos that need a kind of attention by reading every cargo.
    @concurrent
    public func findNeeding(
        _ need: AttentionReason,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await filterPages(after: trackingId, limit: limit) { $0.has(need) }
    }

    /// Finds the cargos with a reference by reading every cargo.
    @concurrent
    public func findByReference(
        _ reference: CargoReference,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await filterPages(after: trackingId, limit: limit) { $0.references.contains(reference) }
    }

    /// Finds the cargos that meet several conditions by reading those that meet one of them.
    @concurrent
    public func find(
        _ query: CargoQuery,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await Self.filter(query.matches, after: trackingId, limit: limit) { after, limit in
            if let reference = query.reference { return await findByReference(reference, after: after, limit: limit) }
            if let customer = query.customer { return await findForCustomer(customer, after: after, limit: limit) }
            if let voyage = query.voyage { return await findOnVoyage(voyage, after: after, limit: limit) }
            if let place = query.place { return await findAt(place, after: after, limit: limit) }
            if let need = query.need { return await findNeeding(need, after: after, limit: limit) }
            return await findPage(after: after, limit: limit)
        }
    }

    private func filterPages(
        after trackingId: TrackingId?,
        limit: Int,
        _ isWanted: @Sendable (Cargo) -> Bool
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await Self.filter(isWanted, after: trackingId, limit: limit) { await findPage(after: $0, limit: $1) }
    }

    /// Finds a page of the cargos that pass a filter by reading others a thousand at a time, however small the page is.
    package static func filter(
        _ isWanted: @Sendable (Cargo) -> Bool,
        after trackingId: TrackingId?,
        limit: Int,
        reading page: @Sendable (TrackingId?, Int) async -> Result<Page<Cargo, TrackingId>, DomainError>
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        do throws(DomainError) { try PageLimit.check(limit) } catch { return .failure(error) }
        var found: [Cargo] = []
        var last = trackingId
        while true {
            switch await page(last, PageLimit.range.upperBound) {
            case .failure(let error): return .failure(error)
            case .success(let page):
                for cargo in page.items where isWanted(cargo) {
                    if found.count == limit { return .success(Page(items: found, next: found.last?.trackingId)) }
                    found.append(cargo)
                }
                guard let next = page.next else { return .success(Page(items: found, next: nil)) }
                last = next
            }
        }
    }
}

extension Cargo {
    /// Returns whether a leg of the itinerary is on a voyage, unloaded or not.
    package func isOn(_ voyage: VoyageNumber) -> Bool { itinerary?.legs.contains { $0.voyageNumber == voyage } ?? false }
}
