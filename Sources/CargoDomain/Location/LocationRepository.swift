/// Where locations are kept.
public protocol LocationRepository: Sendable {
    /// The location with this code.
    /// - Returns: `location_not_found`, `corrupt_record`.
    func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError>

    /// The locations with these codes, without those that nobody registered.
    /// - Returns: `corrupt_record` where one of them is broken.
    func findAll(_ unLocodes: [UnLocode]) async -> Result<[UnLocode: Location], DomainError>

    /// Stores locations in one atomic step; one that is there already is renamed, an equal one is not stored again.
    func save(_ locations: [Location]) async -> Result<Void, DomainError>

    /// A page of all locations by code, broken ones left out.
    /// - Parameter limit: 1 to 1000, as `PageLimit` checks.
    /// - Returns: `integer_out_of_range` for another limit.
    func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError>
}

extension LocationRepository {
    /// Finds one after the other; a backend that finds many in one step has its own.
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
