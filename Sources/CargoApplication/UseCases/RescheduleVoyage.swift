public import CargoDomain

/// Reschedules a voyage and lists the cargos whose routes it breaks (VOY-4).
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
        /// The unclaimed cargos with a leg that the new schedule doesn't carry, ordered by tracking id.
        public let affectedCargos: [TrackingId]
        /// Its version.
        public let version: Int64
        /// Its number.
        public let voyageNumber: VoyageNumber

        /// Creates a response, for a fake in a test.
        public init(affectedCargos: [TrackingId], version: Int64, voyageNumber: VoyageNumber) {
            self.affectedCargos = affectedCargos
            self.version = version
            self.voyageNumber = voyageNumber
        }
    }

    /// Reschedules the voyage.
    ///
    /// An equal schedule stores nothing and raises no event.
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
                affectedCargos: try await cargosLetDown(by: rescheduled),
                version: version,
                voyageNumber: voyage.number
            )
        }
    }

    private func cargosLetDown(by voyage: Voyage) async throws(DomainError) -> [TrackingId] {
        var found: [TrackingId] = []
        var after: TrackingId?
        repeat {
            let page = try await kit.store.cargos.findPage(after: after, limit: PageLimit.range.upperBound).get()
            for cargo in page.items where cargo.delivery.transportStatus != .claimed {
                let legs = cargo.itinerary?.legs ?? []
                if legs.contains(where: { $0.voyageNumber == voyage.number && !voyage.schedule.carries($0) }) {
                    found.append(cargo.trackingId)
                }
            }
            after = page.next
        } while after != nil
        return found
    }
}
