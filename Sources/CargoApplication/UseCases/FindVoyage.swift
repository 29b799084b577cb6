public import CargoDomain

/// Returns a voyage.
public struct FindVoyage: UseCase {
    private let environment: Environment

    /// Creates the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// The voyage to find.
    public struct Request: Sendable {
        /// The voyage.
        public let voyageNumber: VoyageNumber

        /// Creates a request.
        public init(voyageNumber: VoyageNumber) { self.voyageNumber = voyageNumber }
    }

    /// Finds the voyage.
    /// - Returns: `voyage_not_found`.
    public func execute(_ request: Request) async -> Result<VoyageView, DomainError> {
        await environment.voyages.findByNumber(request.voyageNumber).map(VoyageView.init)
    }
}
