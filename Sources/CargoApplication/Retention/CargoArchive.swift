public import CargoDomain

/// An archive of cargos: holds those that left a store, so that they can be read and restored.
public protocol CargoArchive: Sendable {
    /// The archive's name.
    var name: ArchiveName { get }

    /// Adds cargos durably, and reads them back to see that they are there.
    /// - Returns: where they are; `corrupt_record` with rule `archive` if what was written can't be read.
    @concurrent
    func add(_ cargos: [ArchivedCargo]) async -> Result<ArchivePlace, DomainError>
}

/// Finds cargos in the archives that are at hand.
public protocol CargoArchives: Sendable {
    /// Reads a cargo.
    /// - Returns: nil if the archive isn't at hand; `corrupt_record` with rule `archive` if it is damaged, or doesn't hold the cargo there.
    @concurrent
    func find(_ trackingId: TrackingId, at place: ArchivePlace) async -> Result<ArchivedCargo?, DomainError>
}

/// A cargo in an archive.
public struct ArchivedCargo: Hashable, Sendable {
    /// The cargo with what left the store with it.
    public let contents: StoredCargoContents
    /// The domain events of the cargo that the store still had, in their order.
    public let events: [DomainEvent]
    /// When it was archived.
    public let archivedAt: Instant

    /// Creates an archived cargo.
    public init(contents: StoredCargoContents, events: [DomainEvent], archivedAt: Instant) {
        self.contents = contents
        self.events = events
        self.archivedAt = archivedAt
    }
}
