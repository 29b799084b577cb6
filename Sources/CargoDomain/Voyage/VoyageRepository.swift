/// Where voyages are kept.
public protocol VoyageRepository: Sendable {
    /// The voyage with this number.
    /// - Returns: `voyage_not_found`, `corrupt_record`.
    func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError>

    /// Stores a voyage as its version + 1, together with the events it raised, iff the stored version is still the voyage's (REP-2, REP-3).
    /// - Returns: `concurrency_conflict`, `corrupt_record`.
    func save(_ voyage: Voyage) async -> Result<Void, DomainError>

    /// A page of all voyages by number, broken ones left out.
    /// - Parameter limit: 1 to 1000, as `PageLimit` checks.
    /// - Returns: `integer_out_of_range` for another limit.
    func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError>

    /// The voyages saved since a position, 0 being the start, each once and as it is now, broken ones left out.
    ///
    /// With it an index over the voyages is brought up to date by reading only what changed.
    func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError>
}

/// The voyages saved since some position of a store.
public struct VoyageChanges: Sendable {
    /// The voyages as they are now.
    public let voyages: [Voyage]
    /// The position to ask from next time.
    public let position: Int64

    /// Joins the voyages and the way on.
    public init(voyages: [Voyage], position: Int64) {
        self.voyages = voyages
        self.position = position
    }
}
