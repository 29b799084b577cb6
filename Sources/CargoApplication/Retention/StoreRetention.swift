public import CargoDomain

/// Removes from a store what has ended: closed cargos, old domain events, what is known of a customer (REP-9 to REP-11).
///
/// A store without one keeps everything for good: archiving, trimming and erasing are `removal_unsupported` there, before anything is changed.
public protocol StoreRetention: Sendable {
    /// Returns a cargo with everything that leaves the store together with it.
    /// - Returns: `cargo_not_found`, `cargo_archived`, `corrupt_record`.
    @concurrent
    func contents(of trackingId: TrackingId) async -> Result<StoredCargoContents, DomainError>

    /// Removes cargos with their histories, all of them or none, and stores the events that they raised (REP-9).
    ///
    /// Compares and sets as a save does. The tracking ids stay in use.
    /// - Parameters:
    ///   - cargos: the cargos, as `Cargo.archived(in:at:after:days:)` returns them.
    ///   - place: where they are from now on.
    /// - Returns: `concurrency_conflict` if one of them was changed by someone else.
    @concurrent
    func remove(_ cargos: [Cargo], to place: ArchivePlace) async -> Result<Void, DomainError>

    /// Returns where a removed cargo is; nil for one that is in the store or never was.
    @concurrent
    func place(of trackingId: TrackingId) async -> Result<ArchivePlace?, DomainError>

    /// Puts a removed cargo back as it was, at the version after its removal, and stores `CargoRestored` (REP-9).
    /// - Returns: `concurrency_conflict` if the cargo is in the store, or was never removed from it.
    @concurrent
    func restore(_ contents: StoredCargoContents) async -> Result<Void, DomainError>

    /// Returns the position of the first domain event that is there, or will be (REP-10).
    @concurrent
    func firstEvent() async -> Result<Int64, DomainError>

    /// Returns the consumers of domain events that the store knows, and what each has still to read.
    @concurrent
    func consumers() async -> Result<[OutboxConsumer], DomainError>

    /// Removes the domain events up to a position, and the idempotency keys of bookings (REP-10).
    ///
    /// Saves go on meanwhile. Repeat it after an interruption: what is gone is passed over.
    /// - Parameters:
    ///   - position: the position of the last event to remove; 0 for none.
    ///   - bookings: the cargos whose keys are removed.
    /// - Returns: how many keys were removed.
    @concurrent
    func trim(eventsUpTo position: Int64, keysOf bookings: Set<TrackingId>) async -> Result<Int, DomainError>

    /// Forgets subscriptions that were removed, with the progress of their deliveries (REP-10).
    /// - Parameters:
    ///   - days: for how many whole days they have been removed at least.
    ///   - now: the time.
    /// - Returns: how many there were; 0 if the store keeps no subscriptions.
    @concurrent
    func forgetSubscriptions(removedFor days: Int64, at now: Instant) async -> Result<Int, DomainError>

    /// Replaces what is left of erased customers in everything that isn't a cargo's newest state (REP-11).
    /// - Parameters:
    ///   - customer: the customer, none of whose cargos is in the store any more under this id.
    ///   - cargos: the cargos that were theirs.
    ///   - pseudonym: the id in the customer's place.
    /// - Returns: how many records were changed or removed.
    @concurrent
    func eraseTraces(of customer: CustomerId, in cargos: Set<TrackingId>, as pseudonym: CustomerId) async -> Result<Int, DomainError>
}

/// Where a cargo is that was removed from a store.
public struct ArchivePlace: Hashable, Sendable {
    /// The archive.
    public let archive: ArchiveName
    /// The offset in the archive's file at which its part with the cargo begins, in bytes.
    public let offset: Int64

    /// Creates a place.
    /// - Throws: `integer_out_of_range` if the offset is negative or above 2^53−1.
    public init(archive: ArchiveName, offset: Int64) throws(DomainError) {
        try Version.check(offset)
        self.archive = archive
        self.offset = offset
    }
}

/// A consumer of domain events whose progress a store keeps.
public struct OutboxConsumer: Sendable {
    /// The name of a relay, or the id of a subscription.
    public let name: String
    private let partitions: [OutboxPartition]
    private let isWhole: Bool

    /// A consumer with a position in each partition of the outbox.
    public init(_ consumer: ConsumerName, _ stored: [OutboxPartition]) {
        name = consumer.text
        partitions = OutboxPartition.all(stored)
        isWhole = false
    }

    /// A subscription, which has one position.
    public init(_ subscription: Subscription, _ progress: SubscriptionProgress?) {
        name = subscription.id.text
        partitions = [(progress ?? .fresh(subscription)).partition]
        isWhole = true
    }

    /// Returns whether the consumer has still to read an event, or holds it to send it again.
    public func needs(_ event: DomainEvent) -> Bool {
        let partition = partitions[isWhole ? 0 : OutboxPartition.number(of: event)]
        return event.sequence > partition.position || partition.held.contains { $0.sequences.contains(event.sequence) }
    }
}
