public import CargoDomain

/// Returns a location.
public struct FindLocation: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The location to find.
    public struct Request: Sendable {
        /// The location.
        public let unLocode: UnLocode

        /// Creates a request.
        public init(unLocode: UnLocode) { self.unLocode = unLocode }
    }

    /// Finds the location.
    /// - Returns: the location, or one of the errors `location_not_found` and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<Location, DomainError> {
        await kit.store.locations.findByUnLocode(request.unLocode)
    }
}
