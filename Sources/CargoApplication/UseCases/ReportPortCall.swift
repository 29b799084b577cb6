public import CargoDomain

/// Takes what a carrier reports of a port call, and announces what that does to the cargos of the voyage (UC-12, VOY-6).
///
/// The voyage and each cargo are saved one by one. To complete a report that was interrupted, make it again: no cargo is announced twice.
public struct ReportPortCall: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// What the carrier says.
    public struct Request: Sendable {
        /// Whether the ship arrives or departs.
        public let end: PortCallEnd
        /// The version that the voyage must have; nil accepts any.
        public let expectedVersion: Int64?
        /// Where it does.
        public let location: UnLocode
        /// When the carrier said so; nil for now.
        public let reportedAt: Instant?
        /// Whether it happened already.
        public let status: PortCallStatus
        /// When it happens, or happened.
        public let time: Instant
        /// The voyage.
        public let voyageNumber: VoyageNumber

        /// Creates a request.
        public init(
            voyageNumber: VoyageNumber,
            _ end: PortCallEnd,
            at location: UnLocode,
            status: PortCallStatus,
            time: Instant,
            reportedAt: Instant? = nil,
            expectedVersion: Int64? = nil
        ) {
            self.end = end
            self.expectedVersion = expectedVersion
            self.location = location
            self.reportedAt = reportedAt
            self.status = status
            self.time = time
            self.voyageNumber = voyageNumber
        }
    }

    /// The voyage after the report.
    public struct Response: Hashable, Sendable {
        /// The cargos of the voyage whose estimate isn't as planned, ordered by tracking id.
        public let affectedCargos: [AffectedCargo]
        /// Whether the report was kept.
        public let isNew: Bool
        /// The voyage's version.
        public let version: Int64
        /// Its number.
        public let voyageNumber: VoyageNumber

        /// Creates a response, for a fake in a test.
        public init(affectedCargos: [AffectedCargo], isNew: Bool, version: Int64, voyageNumber: VoyageNumber) {
            self.affectedCargos = affectedCargos
            self.isNew = isNew
            self.version = version
            self.voyageNumber = voyageNumber
        }
    }

    /// Takes the report.
    ///
    /// One that isn't kept stores nothing for the voyage; its cargos are announced and listed all the same. If another writer saves the voyage
    /// meanwhile, the report is tried again, unless a version is expected: the same reports make the same voyage in any order.
    /// - Returns: the voyage, or one of the errors `voyage_not_found`, `location_not_found`, `concurrency_conflict`, those of
    ///   `Voyage.reporting` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let (version, isNew) = try await Retry.onConflict(unless: request.expectedVersion != nil) { () async throws(DomainError) in
                let voyage = try await kit.voyage(request.voyageNumber, expecting: request.expectedVersion)
                try await kit.checkKnown([request.location])
                let now = kit.clock.now()
                let reported = try voyage.reporting(
                    request.end,
                    at: request.location,
                    status: request.status,
                    time: request.time,
                    reportedAt: request.reportedAt ?? now,
                    at: now
                )
                return (try await kit.save(reported, over: voyage), reported != voyage)
            }
            return Response(
                affectedCargos: try await kit.affectedCargos(of: request.voyageNumber),
                isNew: isNew,
                version: version,
                voyageNumber: request.voyageNumber
            )
        }
    }
}
