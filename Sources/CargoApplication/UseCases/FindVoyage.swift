public import CargoDomain

/// Shows a voyage.
public struct FindVoyage: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which voyage.
    public struct Request: UseCaseRequest {
        /// The voyage.
        public let voyageNumber: VoyageNumber

        /// Asks for a voyage.
        public init(voyageNumber: VoyageNumber) { self.voyageNumber = voyageNumber }

        /// Reads `voyageNumber`.
        /// - Throws: `validation_failed`.
        public init(_ input: Input) throws(DomainError) {
            var reader = RequestReader(input)
            let voyageNumber = reader.required("voyageNumber", as: VoyageNumber.self)
            try reader.finish()
            self.init(voyageNumber: try voyageNumber.get())
        }
    }

    /// Finds it.
    /// - Returns: `voyage_not_found`.
    public func execute(_ request: Request) async -> Result<VoyageView, DomainError> {
        await environment.voyages.findByNumber(request.voyageNumber).map(VoyageView.init)
    }
}
