public import CargoDomain

/// Removes old domain events from a store, with the idempotency keys of the bookings among them, and what is left of subscriptions that have
/// been removed for as long (REP-10).
///
/// Events go from the first one on. They stay as soon as one is younger than asked for, is still needed by a consumer whose progress the store
/// keeps, or belongs to a cargo that is in the store: DCSA's events are made from those of the cargos that are there.
public struct TrimStore: Sendable {
    /// What may go.
    public struct Limits: Hashable, Sendable {
        /// For how many days events and removed subscriptions are kept.
        public let days: Int64
        /// Whether events of cargos that are in the store may go as well.
        public let includesStoredCargos: Bool
        /// The consumers, by their names, that needn't read what goes.
        public let ignoredConsumers: Set<String>

        /// Creates limits.
        public init(days: Int64 = 30, includesStoredCargos: Bool = false, ignoredConsumers: Set<String> = []) {
            self.days = days
            self.includesStoredCargos = includesStoredCargos
            self.ignoredConsumers = ignoredConsumers
        }
    }

    /// Why events stay from a position on.
    public enum Reason: Hashable, Sendable {
        /// There are no more events.
        case end
        /// They are younger than asked for.
        case young
        /// A consumer has still to read them.
        case consumer(String)
        /// They are those of a cargo that is in the store.
        case cargo(TrackingId)
    }

    /// What was removed, or would be.
    public struct Report: Hashable, Sendable {
        /// The position of the first event before.
        public let firstBefore: Int64
        /// The position of the first event now, or as it would be.
        public let first: Int64
        /// Why the events from there on stay.
        public let stays: Reason
        /// The time of the first event that stays; nil if there is none.
        public let since: Instant?
        /// How many idempotency keys were removed; 0 in a dry run.
        public let keys: Int
        /// How many removed subscriptions were forgotten; 0 in a dry run.
        public let subscriptions: Int
    }

    private let kit: CargoKit

    /// Creates the operation on a kit's store.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// Trims the store.
    /// - Parameters:
    ///   - limits: what may go.
    ///   - isDryRun: whether to say only what would go.
    /// - Returns: `removal_unsupported` if the store can't remove anything.
    @concurrent
    public func execute(_ limits: Limits, isDryRun: Bool = false) async -> Result<Report, DomainError> {
        await outcome { () async throws(DomainError) in
            let retention = try kit.store.requiredRetention()
            let before = try await retention.firstEvent().get()
            let consumers = try await retention.consumers().get().filter { !limits.ignoredConsumers.contains($0.name) }
            let now = kit.clock.now()
            var gone = Set<TrackingId>()
            var bookings = Set<TrackingId>()
            var last = before - 1
            var (reason, since) = (Reason.end, Instant?.none)
            try await kit.store.forEachEvent { (event) async throws(DomainError) in
                if now.wholeDays(since: event.occurredAt).map({ $0 < limits.days }) ?? true {
                    reason = .young
                } else if let consumer = consumers.first(where: { $0.needs(event) }) {
                    reason = .consumer(consumer.name)
                } else if !limits.includesStoredCargos, let cargo = try await storedCargo(of: event, &gone) {
                    reason = .cargo(cargo)
                } else {
                    last = event.sequence
                    if case .cargoBooked = event.fact { bookings.insert(try TrackingId(event.aggregateId)) }
                    return true
                }
                since = event.occurredAt
                return false
            }
            var (keys, subscriptions) = (0, 0)
            if !isDryRun {
                // First: trimming a JSON-file store compacts it.
                subscriptions = try await retention.forgetSubscriptions(removedFor: limits.days, at: now).get()
                if last >= before || subscriptions > 0 { keys = try await retention.trim(eventsUpTo: last, keysOf: bookings).get() }
            }
            return Report(firstBefore: before, first: last + 1, stays: reason, since: since, keys: keys, subscriptions: subscriptions)
        }
    }

    /// Returns the cargo that raised an event if it is in the store.
    private func storedCargo(of event: DomainEvent, _ gone: inout Set<TrackingId>) async throws(DomainError) -> TrackingId? {
        guard event.aggregateType == .cargo else { return nil }
        let trackingId = try TrackingId(event.aggregateId)
        if gone.contains(trackingId) { return nil }
        switch await kit.store.cargos.findByTrackingId(trackingId) {
        case .success: return trackingId
        case .failure(let error):
            if error.code == .corruptRecord { return trackingId }
            guard error.isOfAbsentCargo else { throw error }
            gone.insert(trackingId)
            return nil
        }
    }
}
