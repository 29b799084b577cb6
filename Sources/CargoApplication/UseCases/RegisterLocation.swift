public import CargoDomain

/// Registers a location; one that is known already is renamed.
public struct RegisterLocation: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// A location.
    public struct Request: Sendable {
        /// What people call it.
        public let name: LocationName
        /// The identity.
        public let unLocode: UnLocode

        /// Tells of a location.
        public init(unLocode: UnLocode, name: LocationName) {
            self.name = name
            self.unLocode = unLocode
        }
    }

    /// Registers.
    /// - Returns: the location as it is now.
    public func execute(_ request: Request) async -> Result<Location, DomainError> {
        let location = Location(unLocode: request.unLocode, name: request.name)
        return await environment.locations.save([location]).map { location }
    }
}
