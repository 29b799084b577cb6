public import CargoDomain

/// Returns a voyage.
public struct FindVoyage: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The voyage to find.
    public struct Request: Sendable {
        /// The voyage.
        public let voyageNumber: VoyageNumber

        /// Creates a request.
        public init(voyageNumber: VoyageNumber) { self.voyageNumber = voyageNumber }
    }

    /// Finds the voyage.
    /// - Returns: the voyage, or one of the errors `voyage_not_found` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<VoyageView, DomainError> {
        await kit.store.voyages.findByNumber(request.voyageNumber).map(VoyageView.init)
    }
}
