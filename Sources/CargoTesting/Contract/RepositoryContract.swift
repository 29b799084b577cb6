public import CargoDomain

/// The promises of the repositories, as checks that run on every backend: in memory, files, databases, and your own.
///
/// They are REP-1 to REP-11, and that no call works on its caller's actor.
public enum RepositoryContract {
    /// All checks.
    ///
    /// Run each on a new, empty backend.
    ///
    /// A check fails if it needs a member that the backend doesn't have; see `supported(by:)`.
    ///
    /// To check a store of which only one repository is yours, run the checks of its aggregate: `cargoChecks`, `handlingEventChecks`,
    /// `voyageChecks`, `locationChecks` or `bookingKeyChecks`. What concerns several repositories is only in `checks`: the outbox, the unit of
    /// work, what is archived, trimmed and erased, cancellation and durability.
    public static let checks: [ContractCheck] =
        cargoChecks + cancellationChecks + outboxChecks + handlingEventChecks + unitOfWorkChecks + voyageChecks + locationChecks
        + bookingKeyChecks + retentionChecks + versionChecks + durabilityChecks + damageChecks + callerActorChecks

    /// The checks of cargos: saving, listing, concurrent saves, tracking ids.
    public static let cargoChecks: [ContractCheck] = savingChecks + listingChecks + referenceChecks + concurrencyChecks + trackingIdChecks

    /// The ids for the backend's generator to return, in this order: 100 different ids, with each of the first ten repeated once.
    public static let trackingIds: [TrackingId] = (0..<110).map { place in
        TrackingId(randomBits: UInt64(place < 20 ? place / 2 : place - 10) &* 0x9E37_79B9_7F4A_7C15)
    }

    /// The number of concurrent writers in checks of concurrency.
    static let writers = 20
}
