public import CargoDomain
import RecordJournal

extension JSONFileStore {
    /// Reports why the store in a directory can't be opened and fails with `corrupt_record`: a damaged manifest, or missing files that it
    /// names.
    ///
    /// Empty if neither is the cause.
    ///
    /// Checks nothing else and changes nothing. To check everything, call `verify` on the open store.
    /// - Returns: `store_unavailable` or `store_schema_unsupported` if the manifest can't be examined.
    public static func obstacles(in path: String) async -> Result<[StoreFinding], DomainError> {
        await .awaiting { () throws(DomainError) in
            do throws(JournalError) { return try JournalEngine.obstacles(in: path).map(StoreFinding.init) } catch {
                throw error.domainError
            }
        }
    }
}
