public import CargoDomain

/// Shows a location.
public struct FindLocation: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which location.
    public struct Request: UseCaseRequest {
        /// The location.
        public let unLocode: UnLocode

        /// Asks for a location.
        public init(unLocode: UnLocode) { self.unLocode = unLocode }

        /// Reads `unLocode`.
        /// - Throws: `validation_failed`.
        public init(_ input: Input) throws(DomainError) {
            var reader = RequestReader(input)
            let unLocode = reader.required("unLocode", as: UnLocode.self)
            try reader.finish()
            self.init(unLocode: try unLocode.get())
        }
    }

    /// Finds it.
    /// - Returns: `location_not_found`.
    public func execute(_ request: Request) async -> Result<Location, DomainError> {
        await environment.locations.findByUnLocode(request.unLocode)
    }
}
