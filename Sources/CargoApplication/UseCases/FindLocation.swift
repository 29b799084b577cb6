public import CargoDomain

/// Shows a location.
public struct FindLocation: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which location.
    public struct Request: Sendable {
        /// The location.
        public let unLocode: UnLocode

        /// Asks for a location.
        public init(unLocode: UnLocode) { self.unLocode = unLocode }
    }

    /// Finds it.
    /// - Returns: `location_not_found`.
    public func execute(_ request: Request) async -> Result<Location, DomainError> {
        await environment.locations.findByUnLocode(request.unLocode)
    }
}
