/// Stores locations.
///
/// Methods run off the caller's actor (see `CargoRepository`).
public protocol LocationRepository: Sendable {
    /// Finds the location with a code.
    /// - Returns: `location_not_found`, `corrupt_record`.
    @concurrent
    func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError>

    /// Finds the locations with these codes. Unregistered codes are missing from the result.
    /// - Returns: `corrupt_record` if one of the stored locations is broken.
    @concurrent
    func findAll(_ unLocodes: [UnLocode]) async -> Result<[UnLocode: Location], DomainError>

    /// Stores all of the locations or none of them. Replaces the name of a location that is already registered; an equal one isn't stored
    /// again.
    /// - Returns: `corrupt_record` if the stored record of one of them is broken; a technical code such as `store_unavailable` if the backend
    ///   fails.
    @concurrent
    func save(_ locations: [Location]) async -> Result<Void, DomainError>

    /// Reads a page of all locations, ordered by code. Broken records are left out.
    /// - Parameters:
    ///   - unLocode: the code to start after; `nil` for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError>
}

extension LocationRepository {
    /// Looks up one code after the other.
    ///
    /// Implement this yourself if your backend can read several in one step.
    @concurrent
    public func findAll(_ unLocodes: [UnLocode]) async -> Result<[UnLocode: Location], DomainError> {
        var found: [UnLocode: Location] = [:]
        for unLocode in unLocodes where found[unLocode] == nil {
            switch await findByUnLocode(unLocode) {
            case .success(let location): found[unLocode] = location
            case .failure(let error): if error.code != .locationNotFound { return .failure(error) }
            }
        }
        return .success(found)
    }
}
