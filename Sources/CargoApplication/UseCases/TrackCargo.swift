public import CargoDomain

/// Returns a cargo's tracking view.
///
/// Derives it from the handling history and the voyages' forecasts, so it is current even if the stored cargo isn't (UC-6).
public struct TrackCargo: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// Derives the view.
    /// - Returns: the tracking view, or one of the errors `cargo_not_found`, `cargo_archived` and `corrupt_record`.
    public func execute(_ request: CargoRequest) async -> Result<CargoTrackingView, DomainError> {
        await outcome { () async throws(DomainError) in
            try await tracked(request.trackingId, withBasis: false).view
        }
    }

    /// Derives the view, and tells what it was made from.
    ///
    /// The basis is nil if the store doesn't tell versions, or if the cargo was saved meanwhile.
    /// - Returns: the same errors as `execute`.
    public func executeWithBasis(_ request: CargoRequest) async -> Result<(view: CargoTrackingView, basis: Basis?), DomainError> {
        await outcome { () async throws(DomainError) in
            try await tracked(request.trackingId, withBasis: true)
        }
    }

    private func tracked(
        _ trackingId: TrackingId,
        withBasis: Bool
    ) async throws(DomainError) -> (view: CargoTrackingView, basis: Basis?) {
        let (cargo, history) = try await found(trackingId)
        // The versions are read before what they stand for, apart from the cargo's, which is compared: a basis may be older than its view,
        // but never newer.
        var basis: Basis?
        if withBasis, let versions = kit.store.versions {
            let aggregates = Self.aggregates(of: cargo, history)
            let found = try await versions.versions(of: aggregates).get()
            if found.first == cargo.version { basis = Basis(aggregates: aggregates, versions: found, due: nil, wasOverdue: false) }
        }
        let (derived, isExpected) = try cargo.judged(by: history)
        let places = try await Places(of: cargo, history, kit.store.locations)
        let outlook = try await kit.outlook(of: derived, after: history)
        let view = CargoTrackingView(
            of: derived,
            history: history,
            isExpected: isExpected,
            outlook: outlook,
            at: kit.clock.now(),
            places: places
        )
        basis?.due = derived.dueTime(by: outlook)
        basis?.wasOverdue = view.overdueSince != nil
        return (view, basis)
    }

    /// Returns a cargo and its history, from the store or from an archive at hand.
    private func found(_ trackingId: TrackingId) async throws(DomainError) -> (Cargo, HandlingHistory) {
        do throws(DomainError) {
            let cargo = try await kit.store.cargos.findByTrackingId(trackingId).get()
            return (cargo, try await kit.store.handlingEvents.findHistory(of: trackingId).get())
        } catch {
            guard error.isOfAbsentCargo, let contents = try await kit.archives?.contents(of: trackingId) else { throw error }
            return (contents.cargo, try contents.history())
        }
    }

    /// What a view was made from: it stays current while these aggregates have these versions and nothing becomes overdue.
    ///
    /// A cargo's version changes with each of its handling events (HND-5, HND-7), so it stands for the history, too.
    public struct Basis: Sendable {
        /// The cargo, the voyages of its route, and the locations that the view names.
        public let aggregates: [AggregateName]
        private let versions: [Int64]
        fileprivate var due: Instant?
        fileprivate var wasOverdue: Bool

        fileprivate init(aggregates: [AggregateName], versions: [Int64], due: Instant?, wasOverdue: Bool) {
            self.aggregates = aggregates
            self.versions = versions
            self.due = due
            self.wasOverdue = wasOverdue
        }

        /// Whether a view made at a time, from what a store holds now, would be the same.
        /// - Parameters:
        ///   - versions: the present versions of `aggregates`.
        ///   - now: the time at which the view would be made.
        public func holds(for versions: [Int64], at now: Instant) -> Bool {
            self.versions == versions && (due.map { $0 < now } ?? false) == wasOverdue
        }
    }

    private static func aggregates(of cargo: Cargo, _ history: HandlingHistory) -> [AggregateName] {
        let voyages = Set((cargo.itinerary?.legs ?? []).map(\.voyageNumber))
        return [.cargo(cargo.trackingId)] + voyages.map { .voyage($0) } + Places.codes(of: cargo, history).map { .location($0) }
    }
}
