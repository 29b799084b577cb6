/// Where locations are kept.
public protocol LocationRepository: Sendable {
    /// The location with this code.
    /// - Returns: `location_not_found`, `corrupt_record`.
    func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError>

    /// Stores locations in one atomic step; one that is there already is renamed, an equal one is not stored again.
    func save(_ locations: [Location]) async -> Result<Void, DomainError>

    /// A page of all locations by code, broken ones left out.
    /// - Parameter limit: 1 to 1000, as `PageLimit` checks.
    /// - Returns: `integer_out_of_range` for another limit.
    func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError>
}
