public import CargoDomain

/// Registers a location; one that is known already is renamed.
public struct RegisterLocation: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// A location.
    public struct Request: UseCaseRequest {
        /// What people call it.
        public let name: LocationName
        /// The identity.
        public let unLocode: UnLocode

        /// Tells of a location.
        public init(unLocode: UnLocode, name: LocationName) {
            self.name = name
            self.unLocode = unLocode
        }

        /// Reads `name`, `unLocode`.
        /// - Throws: `validation_failed`.
        public init(_ input: Input) throws(DomainError) {
            var reader = RequestReader(input)
            let name = reader.required("name", as: LocationName.self)
            let unLocode = reader.required("unLocode", as: UnLocode.self)
            try reader.finish()
            self.init(unLocode: try unLocode.get(), name: try name.get())
        }
    }

    /// Registers.
    /// - Returns: the location as it is now.
    public func execute(_ request: Request) async -> Result<Location, DomainError> {
        let location = Location(unLocode: request.unLocode, name: request.name)
        return await environment.locations.save([location]).map { location }
    }
}
