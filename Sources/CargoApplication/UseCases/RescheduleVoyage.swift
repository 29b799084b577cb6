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

    /// A cargo that won't travel as planned.
    public struct AffectedCargo: Hashable, Sendable {
        /// The cargo.
        public let trackingId: TrackingId
        /// Its estimated arrival and disruption (EST-3, EST-4).
        public let estimate: Estimate
        /// The estimated arrival less the planned one, in milliseconds; negative if the cargo is early.
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

        /// Shows a cargo; `nil` if its announced estimate is as planned.
        fileprivate init?(_ cargo: Cargo) {
            guard let estimate = cargo.estimate, let itinerary = cargo.itinerary else { return nil }
            trackingId = cargo.trackingId
            self.estimate = estimate
            arrivalDelay = estimate.delay(of: itinerary)
            isLate = estimate.isLate(for: cargo.routeSpecification)
        }
    }

    /// Reschedules the voyage.
    ///
    /// An equal schedule stores nothing for the voyage; its cargos are announced and listed all the same.
    /// - Returns: the rescheduled voyage, or one of the errors `voyage_not_found`, `location_not_found`, `concurrency_conflict` and
    ///   `corrupt_record`.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let voyage = try await kit.store.voyages.findByNumber(request.voyageNumber).get()
            if let expected = request.expectedVersion, expected != voyage.version {
                throw .concurrencyConflict(voyage.number, expected: expected, actual: voyage.version)
            }
            try await kit.checkKnown(request.schedule.ports)
            let rescheduled = voyage.rescheduled(to: request.schedule)
            var version = voyage.version
            if rescheduled != voyage {
                try await kit.store.voyages.save(rescheduled).get()
                version = try Version.next(after: version)
            }
            return Response(
                affectedCargos: try await affectedCargos(of: voyage.number),
                version: version,
                voyageNumber: voyage.number
            )
        }
    }

    /// Announces the present estimate of each cargo that travels on the voyage, in the order of tracking ids.
    private func affectedCargos(of voyage: VoyageNumber) async throws(DomainError) -> [AffectedCargo] {
        var found: [AffectedCargo] = []
        var after: TrackingId?
        repeat {
            let page = try await kit.store.cargos.find(CargoQuery(voyage: voyage), after: after, limit: PageLimit.range.upperBound).get()
            for cargo in page.items {
                if let affected = try await announce(to: cargo.trackingId, of: voyage) { found.append(affected) }
            }
            after = page.next
        } while after != nil
        return found
    }

    /// Announces the present estimate of a cargo that waits for the voyage.
    /// - Returns: `nil` if it is as planned, or if the cargo can't be read or saved again, so that one cargo doesn't stop the others.
    private func announce(to trackingId: TrackingId, of voyage: VoyageNumber) async throws(DomainError) -> AffectedCargo? {
        try await Retry.onConflict { () async throws(DomainError) in
            let stored: Cargo
            switch await kit.store.cargos.findByTrackingId(trackingId) {
            case .success(let cargo): stored = cargo
            case .failure(let error) where error.code == .corruptRecord: return nil
            case .failure(let error): throw error
            }
            let history = try await kit.store.handlingEvents.findHistory(of: trackingId).get()
            let derived = try stored.derivingDeliveryProgress(from: history)
            guard derived.waits(for: voyage) else { return nil }
            let announced = try await kit.announced(derived, after: history)
            if announced != stored {
                guard stored.version < Version.maximum else { return nil }
                try await kit.store.cargos.save(announced).get()
            }
            return AffectedCargo(announced)
        }
    }
}
