public import CargoDomain

/// A cargo that a change of a voyage concerns.
public struct AffectedCargo: Hashable, Sendable {
    /// The cargo.
    public let trackingId: TrackingId
    /// Its estimated arrival and disruption (EST-3, EST-4).
    public let estimate: Estimate
    /// The estimated arrival less the promised one, in milliseconds; negative if the cargo is early.
    public let arrivalDelay: Int64?
    /// Whether the estimated arrival is at the deadline or after it (EST-5).
    public let isLate: Bool

    /// Creates an entry, for a fake in a test.
    public init(trackingId: TrackingId, estimate: Estimate, arrivalDelay: Int64? = nil, isLate: Bool = false) {
        self.trackingId = trackingId
        self.estimate = estimate
        self.arrivalDelay = arrivalDelay
        self.isLate = isLate
    }

    /// Shows a cargo by an estimate.
    init(_ cargo: Cargo, by estimate: Estimate) {
        self.init(
            trackingId: cargo.trackingId,
            estimate: estimate,
            arrivalDelay: cargo.delay(by: estimate),
            isLate: estimate.isLate(for: cargo.routeSpecification)
        )
    }
}

extension CargoKit {
    /// Announces the present estimate of each cargo that waits for a voyage, in the order of tracking ids (UC-9).
    ///
    /// A cargo that can't be read or saved again is left out, so that it doesn't stop the others.
    /// - Returns: those whose estimate isn't as planned.
    func affectedCargos(of voyage: VoyageNumber) async throws(DomainError) -> [AffectedCargo] {
        try await forEachCargo(on: voyage) { (stored, history) async throws(DomainError) in
            let derived = try stored.derivingDeliveryProgress(from: history)
            guard derived.waits(for: voyage) else { return nil }
            let announced = try await announced(derived, after: history)
            if announced != stored {
                guard stored.version < Version.maximum else { return nil }
                try await store.cargos.save(announced).get()
            }
            return announced.estimate.map { AffectedCargo(announced, by: $0) }
        }
    }

    /// Takes a step with each cargo that has a leg on a voyage, and with its history, again if another writer saves the cargo meanwhile.
    ///
    /// Corrupt cargos are left out.
    /// - Returns: what the step returns, in the order of tracking ids.
    func forEachCargo<Outcome>(
        on voyage: VoyageNumber,
        _ step: (Cargo, HandlingHistory) async throws(DomainError) -> Outcome?
    ) async throws(DomainError) -> [Outcome] {
        var outcomes: [Outcome] = []
        var after: TrackingId?
        repeat {
            let page = try await store.cargos.find(CargoQuery(voyage: voyage), after: after, limit: PageLimit.range.upperBound).get()
            for trackingId in page.items.map(\.trackingId) {
                let outcome = try await Retry.onConflict { () async throws(DomainError) in
                    let stored: Cargo
                    switch await store.cargos.findByTrackingId(trackingId) {
                    case .success(let cargo): stored = cargo
                    case .failure(let error) where error.code == .corruptRecord: return Outcome?.none
                    case .failure(let error): throw error
                    }
                    return try await step(stored, try await store.handlingEvents.findHistory(of: trackingId).get())
                }
                if let outcome { outcomes.append(outcome) }
            }
            after = page.next
        } while after != nil
        return outcomes
    }
}
