public import CargoDomain

/// Puts all cargos that wait for a voyage in a port on another voyage (UC-14).
///
/// Cargos are saved one by one. If a roll-over is interrupted, repeat it: no cargo is moved twice.
public struct RollOver: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The voyage that leaves cargos behind, where, and the voyage that takes them.
    public struct Request: Sendable {
        /// The voyage that the cargos were to be loaded onto.
        public let from: VoyageNumber
        /// Whether to only find out what would happen.
        public let isDryRun: Bool
        /// Where they were to be loaded.
        public let location: UnLocode
        /// The voyage that carries them instead.
        public let to: VoyageNumber

        /// Creates a request.
        public init(from: VoyageNumber, at location: UnLocode, to: VoyageNumber, isDryRun: Bool = false) {
            self.from = from
            self.isDryRun = isDryRun
            self.location = location
            self.to = to
        }
    }

    /// What became of the cargos.
    public struct Response: Hashable, Sendable {
        /// The cargos that were moved, ordered by tracking id.
        public let affectedCargos: [AffectedCargo]
        /// The cargos that weren't, ordered by tracking id.
        public let failures: [Failure]

        /// A cargo that stays as it was.
        public struct Failure: Hashable, Sendable {
            /// Why it couldn't be moved.
            public let code: DomainError.Code
            /// The cargo.
            public let trackingId: TrackingId

            /// Creates a failure, for a fake in a test.
            public init(code: DomainError.Code, trackingId: TrackingId) {
                self.code = code
                self.trackingId = trackingId
            }
        }

        /// Creates a response, for a fake in a test.
        public init(affectedCargos: [AffectedCargo], failures: [Failure] = []) {
            self.affectedCargos = affectedCargos
            self.failures = failures
        }
    }

    /// Moves the cargos.
    ///
    /// Of each cargo that is neither cancelled nor claimed, the first leg on the voyage that loads at the location and isn't loaded yet is put
    /// on the other voyage. A cargo to whose ports that voyage doesn't go stays as it is.
    /// - Returns: the cargos, or one of the errors `voyage_not_found` and `location_not_found`.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            _ = try await kit.store.voyages.findByNumber(request.from).get()
            let schedule = try await kit.store.voyages.findByNumber(request.to).get().schedule
            try await kit.checkKnown([request.location])
            guard request.from != request.to else { return Response(affectedCargos: []) }
            let outcomes = try await kit.forEachCargo(on: request.from) { (stored, history) async throws(DomainError) in
                try await moved(stored, after: history, onto: schedule, request)
            }
            return Response(
                affectedCargos: outcomes.compactMap { if case .success(let cargo) = $0 { cargo } else { nil } },
                failures: outcomes.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
            )
        }
    }

    private enum Outcome {
        case success(AffectedCargo)
        case failure(Response.Failure)
    }

    /// Moves a cargo; `nil` if it doesn't wait for the voyage there.
    private func moved(
        _ stored: Cargo,
        after history: HandlingHistory,
        onto schedule: Schedule,
        _ request: Request
    ) async throws(DomainError) -> Outcome? {
        do throws(DomainError) {
            let derived = try stored.derivingDeliveryProgress(from: history)
            guard let index = derived.legToLoad(onto: request.from, at: request.location) else { return nil }
            try schedule.checkCalls(of: try derived.openLeg(at: index).value)
            let substituted = try derived.substitutingVoyage(ofLeg: index, with: request.to, history: history)
            let announced = try await kit.announced(substituted, after: history)
            if !request.isDryRun { try await kit.store.cargos.save(announced).get() }
            let planned = announced.itinerary.map(Estimate.asPlanned)
            return (announced.estimate ?? planned).map { .success(AffectedCargo(announced, by: $0)) }
        } catch {
            guard error.code.tier != .technical, error.code != .concurrencyConflict else { throw error }
            return .failure(Response.Failure(code: error.code, trackingId: stored.trackingId))
        }
    }
}
