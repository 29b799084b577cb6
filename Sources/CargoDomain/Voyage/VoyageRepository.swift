/// Stores voyages.
///
/// Methods run off the caller's actor (see `CargoRepository`).
public protocol VoyageRepository: Sendable {
    /// Finds the voyage with a number.
    /// - Returns: `voyage_not_found`, `corrupt_record`.
    @concurrent
    func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError>

    /// Finds the voyages with these numbers. Unregistered numbers are missing from the result.
    /// - Returns: `corrupt_record` if one of the stored voyages is broken.
    @concurrent
    func findAll(_ numbers: [VoyageNumber]) async -> Result<[VoyageNumber: Voyage], DomainError>

    /// Stores a voyage as its version + 1, together with the events it raised, if the stored version still equals the voyage's version
    /// (REP-2, REP-3).
    /// - Returns: `concurrency_conflict` if another writer saved the voyage first; `corrupt_record` if the stored record is broken.
    @concurrent
    func save(_ voyage: Voyage) async -> Result<Void, DomainError>

    /// Reads a page of all voyages, ordered by number. Broken records are left out.
    /// - Parameters:
    ///   - number: the number to start after; `nil` for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError>

    /// Reads the current state of each voyage saved after a position; 0 is the start of the store. Broken records are left out.
    ///
    /// An index over the voyages uses this to read only what changed.
    @concurrent
    func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError>
}

extension VoyageRepository {
    /// Finds the voyages one by one, for a repository that can't find them all in one step.
    @concurrent
    public func findAll(_ numbers: [VoyageNumber]) async -> Result<[VoyageNumber: Voyage], DomainError> {
        var found: [VoyageNumber: Voyage] = [:]
        for number in numbers where found[number] == nil {
            switch await findByNumber(number) {
            case .success(let voyage): found[number] = voyage
            case .failure(let error) where error.code == .voyageNotFound: continue
            case .failure(let error): return .failure(error)
            }
        }
        return .success(found)
    }
}

/// The voyages saved after some position of a store.
public struct VoyageChanges: Sendable {
    /// The changed voyages in their current state.
    public let voyages: [Voyage]
    /// The position to pass to the next call.
    public let position: Int64

    /// Creates a value from voyages and the position to continue from.
    public init(voyages: [Voyage], position: Int64) {
        self.voyages = voyages
        self.position = position
    }
}
