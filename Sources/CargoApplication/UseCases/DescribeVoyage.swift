public import CargoDomain

/// Replaces what is known of a voyage beside its schedule (UC-11, VOY-5).
public struct DescribeVoyage: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// A voyage and its details.
    public struct Request: Sendable {
        /// The new details; `nil` if nothing is known.
        public let details: VoyageDetails?
        /// The version that the voyage must have; nil accepts any.
        public let expectedVersion: Int64?
        /// The voyage.
        public let voyageNumber: VoyageNumber

        /// Creates a request.
        public init(voyageNumber: VoyageNumber, details: VoyageDetails?, expectedVersion: Int64? = nil) {
            self.details = details
            self.expectedVersion = expectedVersion
            self.voyageNumber = voyageNumber
        }
    }

    /// Replaces the details; equal ones store nothing.
    /// - Returns: the voyage's number and version, or one of the errors `voyage_not_found`, `concurrency_conflict` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<RegisterVoyage.Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let voyage = try await kit.voyage(request.voyageNumber, expecting: request.expectedVersion)
            let version = try await kit.save(voyage.described(as: request.details), over: voyage)
            return RegisterVoyage.Response(version: version, voyageNumber: voyage.number)
        }
    }
}
