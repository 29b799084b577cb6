public import CargoDomain

/// Which cargos a list contains: those that meet every condition.
///
/// Of several needs, one is enough if the filter says so.
public struct CargoFilter: Hashable, Sendable {
    /// Only cargos with all of these needs, or with any of them.
    public var needs: Set<AttentionReason>
    /// Whether one of the needs is enough.
    public var isAnyNeedEnough: Bool
    /// Only cargos that lie in this port (`Delivery.currentPort`); with a voyage, those that the voyage loads or unloads there.
    public var place: UnLocode?
    /// Only cargos that have this voyage on their route; with the need `disrupted` alone, those that it disrupts, and with
    /// `late` alone, those that arrive with it.
    public var voyage: VoyageNumber?
    /// Only cargos with a hold of this type.
    public var hold: HoldType?
    /// Only cargos with this routing status.
    public var routingStatus: RoutingStatus?
    /// Only cargos with this transport status.
    public var transportStatus: TransportStatus?
    /// Only cancelled cargos.
    public var isCancelled: Bool
    /// Only cargos whose next scan, or collection, is overdue by more than this, by the voyages' forecasts (EST-6).
    ///
    /// Reads the handling history and the voyages of each cargo that meets the other conditions.
    public var overdueBy: Duration?

    /// Creates a filter; without arguments, one that every cargo passes.
    public init(
        needs: Set<AttentionReason> = [],
        isAnyNeedEnough: Bool = false,
        place: UnLocode? = nil,
        voyage: VoyageNumber? = nil,
        hold: HoldType? = nil,
        routingStatus: RoutingStatus? = nil,
        transportStatus: TransportStatus? = nil,
        isCancelled: Bool = false,
        overdueBy: Duration? = nil
    ) {
        self.needs = needs
        self.isAnyNeedEnough = isAnyNeedEnough
        self.place = place
        self.voyage = voyage
        self.hold = hold
        self.routingStatus = routingStatus
        self.transportStatus = transportStatus
        self.isCancelled = isCancelled
        self.overdueBy = overdueBy
    }

    /// Whether every cargo passes.
    public var isEmpty: Bool { self == CargoFilter() }
}

extension CargoFilter {
    /// The part of the filter that the store has indexes for.
    func query(_ need: AttentionReason?, at now: Instant) -> CargoQuery {
        var query = CargoQuery(place: voyage == nil ? place : nil, needing: need, at: now)
        query.voyage = voyage
        return query
    }

    fileprivate func matchesPlaceAndVoyage(of cargo: Cargo) -> Bool {
        guard let voyage else { return place == nil || cargo.delivery.currentPort == place }
        if needs == [.disrupted] {
            let disruption = cargo.lastEstimate?.disruption
            return disruption?.voyageNumber == voyage && (place == nil || disruption?.location == place)
        }
        let legs = cargo.itinerary?.legs ?? []
        return (needs == [.late] ? legs.suffix(1) : legs[...]).contains { leg in
            leg.voyageNumber == voyage && (place == nil || leg.loadLocation == place || leg.unloadLocation == place)
        }
    }
}

extension CargoKit {
    /// Reads a page of the cargos that pass a filter, from the index of a place, a voyage or a need.
    func page(of filter: CargoFilter, after trackingId: TrackingId?, limit: Int) async throws(DomainError) -> Page<Cargo, TrackingId> {
        let now = clock.now()
        guard filter.isAnyNeedEnough, filter.needs.count > 1 else {
            // The store has an index for each need; the filter checks the rest.
            let need = AttentionReason.allCases.first(where: filter.needs.contains)
            return try await page(of: filter.query(need, at: now), passing: filter, after: trackingId, limit: limit)
        }
        return try await page(of: filter, after: trackingId, limit: limit) { (after, limit) async throws(DomainError) in
            var found: [TrackingId: Cargo] = [:]
            var end: TrackingId?
            for need in filter.needs {
                let page = try await store.cargos.find(filter.query(need, at: now), after: after, limit: limit).get()
                for cargo in page.items { found[cargo.trackingId] = cargo }
                if let next = page.next { end = min(end ?? next, next) }
            }
            // What follows the end of a page that isn't the last may be missing.
            let items = found.values.filter { cargo in end.map { cargo.trackingId <= $0 } ?? true }
            return Page(items: items.sorted { $0.trackingId < $1.trackingId }, next: end)
        }
    }

    /// Reads a page of the cargos that meet a query and pass a filter.
    func page(
        of query: CargoQuery,
        passing filter: CargoFilter,
        after trackingId: TrackingId?,
        limit: Int
    ) async throws(DomainError) -> Page<Cargo, TrackingId> {
        if filter.isEmpty { return try await store.cargos.find(query, after: trackingId, limit: limit).get() }
        // Without an index, most of the cargos that are read don't pass.
        let isIndexed = query != CargoQuery()
        return try await page(of: filter, after: trackingId, limit: limit) { (after, limit) async throws(DomainError) in
            try await store.cargos.find(query, after: after, limit: isIndexed ? limit : PageLimit.range.upperBound).get()
        }
    }

    /// Reads a page of the cargos that pass a filter.
    /// - Parameters:
    ///   - limit: the maximum number of cargos.
    ///   - isWanted: a further condition.
    ///   - source: reads the pages to choose from.
    func page(
        of filter: CargoFilter,
        after trackingId: TrackingId?,
        limit: Int,
        where isWanted: (Cargo) -> Bool = { _ in true },
        from source: (_ after: TrackingId?, _ limit: Int) async throws(DomainError) -> Page<Cargo, TrackingId>
    ) async throws(DomainError) -> Page<Cargo, TrackingId> {
        var found: [Cargo] = []
        var after = trackingId
        repeat {
            // One more than wanted, which tells whether there is a next page.
            let page = try await source(after, min(limit - found.count + 1, PageLimit.range.upperBound))
            for cargo in page.items where isWanted(cargo) {
                guard try await passes(cargo, filter) else { continue }
                guard found.count < limit else { return Page(items: found, next: found.last?.trackingId) }
                found.append(cargo)
            }
            after = page.next
        } while after != nil
        return Page(items: found, next: nil)
    }

    private func passes(_ cargo: Cargo, _ filter: CargoFilter) async throws(DomainError) -> Bool {
        if !filter.matchesPlaceAndVoyage(of: cargo) { return false }
        if let hold = filter.hold, !cargo.holds.contains(where: { $0.type == hold }) { return false }
        if let status = filter.routingStatus, cargo.delivery.routingStatus != status { return false }
        if let status = filter.transportStatus, cargo.delivery.transportStatus != status { return false }
        if filter.isCancelled, !cargo.isCancelled { return false }
        if !filter.needs.isEmpty {
            let now = clock.now()
            let has = { cargo.has($0, at: now) }
            guard filter.isAnyNeedEnough ? filter.needs.contains(where: has) : filter.needs.allSatisfy(has) else { return false }
        }
        guard let overdueBy = filter.overdueBy else { return true }
        return try await isOverdue(cargo, by: overdueBy)
    }

    private func isOverdue(_ cargo: Cargo, by duration: Duration) async throws(DomainError) -> Bool {
        guard !cargo.isCancelled, cargo.delivery.transportStatus != .claimed, cargo.itinerary != nil || cargo.pickUpBy != nil else {
            return false
        }
        let history = try await store.handlingEvents.findHistory(of: cargo.trackingId).get()
        let derived = try cargo.derivingDeliveryProgress(from: history)
        let now = clock.now()
        guard let since = derived.overdueSince(at: now, outlook: try await outlook(of: derived, after: history)) else { return false }
        return now.isLater(than: since, by: duration)
    }
}

extension CargoOperations {
    /// Marks the cargos of a list whose next scan is overdue by more than a time (EST-6), for lists that people read.
    ///
    /// Tracks only those that are overdue by their plan. A cargo that can't be tracked isn't marked.
    package func markingOverdue(_ entries: [CargoList.Entry], by duration: Duration) async -> [CargoList.Entry] {
        let now = clock.now()
        var marked: [CargoList.Entry] = []
        for entry in entries {
            guard let due = entry.cargo.plannedTimeDue, now.isLater(than: due, by: duration),
                case .success(let view) = await perform(TrackCargo.self, .init(trackingId: entry.trackingId)),
                let since = view.overdueSince, now.isLater(than: since, by: duration)
            else {
                marked.append(entry)
                continue
            }
            marked.append(entry.overdue)
        }
        return marked
    }
}

extension Instant {
    fileprivate func isLater(than other: Instant, by duration: Duration) -> Bool {
        .milliseconds(epochMilliseconds - other.epochMilliseconds) > duration
    }
}

extension Cargo {
    /// The planned time of the activity that is due, or until when the cargo is to be collected at its destination; `nil` if it can't be
    /// overdue.
    package var plannedTimeDue: Instant? {
        if let collectionDeadline { return collectionDeadline }
        guard let itinerary, let position = delivery.planPosition, !delivery.isMisdirected, !isCancelled, estimate?.disruption == nil else {
            return nil
        }
        let entry = max(position, 1) - 1
        guard entry < 2 * itinerary.legs.count else { return nil }
        let leg = itinerary.legs[Int(entry) / 2]
        return entry.isMultiple(of: 2) ? leg.loadTime : leg.unloadTime
    }
}
