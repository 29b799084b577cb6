public import CargoDomain

/// Puts a leg of a cargo's route on another voyage: the cargo was rolled over, or its ship was replaced (UC-13, CRG-13).
public struct SubstituteVoyage: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// A leg of a cargo, and the voyage that now carries it.
    public struct Request: Sendable {
        /// The version that the cargo must have; nil accepts any.
        public let expectedVersion: Int64?
        /// The leg's 0-based index.
        public let leg: Int64
        /// The cargo.
        public let trackingId: TrackingId
        /// The leg's new voyage.
        public let voyageNumber: VoyageNumber

        /// Creates a request.
        public init(of trackingId: TrackingId, leg: Int64, with voyageNumber: VoyageNumber, expectedVersion: Int64? = nil) {
            self.expectedVersion = expectedVersion
            self.leg = leg
            self.trackingId = trackingId
            self.voyageNumber = voyageNumber
        }
    }

    /// Puts the leg on the voyage, which must call at the leg's ports, at whatever times.
    /// - Returns: the cargo's id and version, or one of the errors `cargo_not_found`, `cargo_cancelled`, `cargo_already_claimed`,
    ///   `cargo_not_routed`, `integer_out_of_range` (there is no such leg), `voyage_not_found`, `voyage_does_not_call`, `leg_already_loaded`,
    ///   `concurrency_conflict` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<CargoRevision, DomainError> {
        await outcome { () async throws(DomainError) in
            let cargo = try await kit.cargo(request.trackingId, expecting: request.expectedVersion)
            let history = try await kit.store.handlingEvents.findHistory(of: cargo.trackingId).get()
            let leg = try cargo.derivingDeliveryProgress(from: history).openLeg(at: request.leg).value
            try await kit.store.voyages.findByNumber(request.voyageNumber).get().schedule.checkCalls(of: leg)
            return try await kit.change(cargo, after: history) { (cargo) throws(DomainError) in
                try cargo.substitutingVoyage(ofLeg: request.leg, with: request.voyageNumber, history: history)
            }
        }
    }
}
