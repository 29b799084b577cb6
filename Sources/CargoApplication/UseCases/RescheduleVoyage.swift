public import CargoDomain

/// Reschedules a voyage, announces what that does to the cargos of the voyage, and lists those that won't travel as planned (UC-9, VOY-4).
///
/// The voyage and each cargo are saved one by one. To complete a reschedule that was interrupted, ask for it again: no cargo is announced twice.
public struct RescheduleVoyage: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// A voyage and its new schedule.
    public struct Request: Sendable {
        /// The version that the voyage must have; nil accepts any.
        public let expectedVersion: Int64?
        /// The new schedule.
        public let schedule: Schedule
        /// The voyage.
        public let voyageNumber: VoyageNumber

        /// Creates a request.
        public init(voyageNumber: VoyageNumber, schedule: Schedule, expectedVersion: Int64? = nil) {
            self.expectedVersion = expectedVersion
            self.schedule = schedule
            self.voyageNumber = voyageNumber
        }
    }

    /// The rescheduled voyage.
    public struct Response: Hashable, Sendable {
        /// The cargos of the voyage whose estimate isn't as planned, ordered by tracking id.
        public let affectedCargos: [AffectedCargo]
        /// Its version.
        public let version: Int64
        /// Its number.
        public let voyageNumber: VoyageNumber

        /// Creates a response, for a fake in a test.
        public init(affectedCargos: [AffectedCargo], version: Int64, voyageNumber: VoyageNumber) {
            self.affectedCargos = affectedCargos
            self.version = version
            self.voyageNumber = voyageNumber
        }
    }

    /// Reschedules the voyage.
    ///
    /// An equal schedule stores nothing for the voyage; its cargos are announced and listed all the same.
    /// - Returns: the rescheduled voyage, or one of the errors `voyage_not_found`, `location_not_found`, `concurrency_conflict` and
    ///   `corrupt_record`.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let voyage = try await kit.voyage(request.voyageNumber, expecting: request.expectedVersion)
            try await kit.checkKnown(request.schedule.ports)
            let version = try await kit.save(voyage.rescheduled(to: request.schedule), over: voyage)
            return Response(
                affectedCargos: try await kit.affectedCargos(of: voyage.number),
                version: version,
                voyageNumber: voyage.number
            )
        }
    }
}
