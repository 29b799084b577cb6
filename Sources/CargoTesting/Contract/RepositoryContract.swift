public import CargoDomain

/// What every backend promises, REP-1 to REP-8: the same for memory, files, databases, and for an embedder's own.
public enum RepositoryContract {
    /// Every promise; run each on a fresh, empty backend.
    ///
    /// A check that needs a member the backend lacks fails: see `offered(by:)`.
    public static let checks: [ContractCheck] =
        cargoChecks + listingChecks + concurrencyChecks + cancellationChecks + outboxChecks + trackingIdChecks
        + handlingEventChecks + unitOfWorkChecks + voyageChecks + locationChecks + bookingKeyChecks + durabilityChecks + damageChecks

    /// The ids that the backend's generator has to draw, in this order: 100 different ones, each of the first ten twice.
    public static let trackingIds: [TrackingId] = (0..<110).map { place in
        TrackingId(randomBits: UInt64(place < 20 ? place / 2 : place - 10) &* 0x9E37_79B9_7F4A_7C15)
    }

    /// How many writers try at once where a check is about concurrency.
    static let writers = 20
}
