public import CargoDomain

/// Shows a voyage.
public struct FindVoyage: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which voyage.
    public struct Request: Sendable {
        /// The voyage.
        public let voyageNumber: VoyageNumber

        /// Asks for a voyage.
        public init(voyageNumber: VoyageNumber) { self.voyageNumber = voyageNumber }
    }

    /// Finds it.
    /// - Returns: `voyage_not_found`.
    public func execute(_ request: Request) async -> Result<VoyageView, DomainError> {
        await environment.voyages.findByNumber(request.voyageNumber).map(VoyageView.init)
    }
}
