public import CargoDomain

/// Registers a location, or renames it if it is registered already.
public struct RegisterLocation: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The location to register, or its new name.
    public struct Request: Sendable {
        /// The location's name.
        public let name: LocationName
        /// The location's code.
        public let unLocode: UnLocode

        /// Creates a request.
        public init(unLocode: UnLocode, name: LocationName) {
            self.name = name
            self.unLocode = unLocode
        }
    }

    /// Registers the location.
    /// - Returns: the registered location, or the error `corrupt_record`.
    public func execute(_ request: Request) async -> Result<Location, DomainError> {
        let location = Location(unLocode: request.unLocode, name: request.name)
        return await kit.store.locations.save([location]).map { location }
    }
}
