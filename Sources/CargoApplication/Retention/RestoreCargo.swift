public import CargoDomain

/// Brings a cargo back from an archive (REP-9).
public struct RestoreCargo: Sendable {
    private let kit: CargoKit

    /// Creates the operation on a kit's store.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// Finds the cargo in the archives, and puts it back into the store.
    /// - Returns: `cargo_not_found` if the store never had it, `cargo_archived` if its archive isn't at hand, `concurrency_conflict` if it is in the
    ///   store; `corrupt_record` with rule `archive` if the archive is damaged; `removal_unsupported`.
    @concurrent
    public func execute(_ trackingId: TrackingId, from archives: any CargoArchives) async -> Result<Void, DomainError> {
        await outcome { () async throws(DomainError) in
            let retention = try kit.store.requiredRetention()
            guard let place = try await retention.place(of: trackingId).get() else {
                let cargo = try await kit.store.cargos.findByTrackingId(trackingId).get()
                throw .concurrencyConflict(trackingId, expected: 0, actual: cargo.version)
            }
            guard let archived = try await archives.find(trackingId, at: place).get() else {
                throw .cargoArchived(trackingId, in: place.archive)
            }
            try await retention.restore(archived.contents).get()
        }
    }
}
