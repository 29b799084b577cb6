public import CargoDomain

/// Adds, lists and changes the subscriptions of one owner, or of all.
///
/// A customer sees only their own subscriptions, and these receive only events of the customer's own cargos.
public struct ManageSubscriptions: Sendable {
    /// The maximum number of a customer's subscriptions.
    public static let maximumForCustomer = 20
    /// The maximum number of the operator's subscriptions.
    public static let maximumForOperator = 1000

    private let subscriptions: any SubscriptionRepository
    private let feed: any DomainEventFeed
    private let lookups: CargoLookups
    private let clock: any DomainClock
    private let owner: CustomerId?

    /// Creates the use case.
    /// - Parameters:
    ///   - kit: the kit whose store keeps the subscriptions.
    ///   - owner: the customer who asks; nil for the operator, who sees everyone's.
    /// - Throws: `store_unavailable` if the store doesn't keep subscriptions.
    public init(_ kit: CargoKit, owner: CustomerId? = nil) throws(DomainError) {
        guard let subscriptions = kit.store.subscriptions else {
            throw .technical(.storeUnavailable, cause: "this store doesn't keep subscriptions")
        }
        self.subscriptions = subscriptions
        feed = kit.store.events
        lookups = CargoLookups(kit.store.cargos)
        clock = kit.clock
        self.owner = owner
    }

    /// Adds a subscription to the events that are stored from now on.
    /// - Parameters:
    ///   - endpoint: where to send events; check it with `EndpointPolicy` first.
    ///   - filter: which events to send.
    ///   - dcsaFilter: which DCSA events to send instead, in the format of DCSA; nil for CloudEvents.
    ///   - secret: the secret to sign with.
    ///   - createdBy: the name of the caller, for the list.
    ///   - customer: the customer whom the operator's new subscription belongs to; nil for the operator's own.
    /// - Returns: the subscription with its secret; nil if the owner has as many as are allowed.
    public func add(
        endpoint: EndpointURL,
        filter: SubscriptionFilter = SubscriptionFilter(),
        dcsaFilter: DCSAEventFilter? = nil,
        secret: WebhookSecret = .random(),
        createdBy: String,
        for customer: CustomerId? = nil
    ) async -> Result<Subscription?, DomainError> {
        await outcome { () async throws(DomainError) in
            let owner = owner ?? customer
            let limit = owner == nil ? Self.maximumForOperator : Self.maximumForCustomer
            guard try await count(of: owner) < limit else { return nil }
            let subscription = Subscription(
                owner: owner,
                createdBy: createdBy,
                createdAt: clock.now(),
                startsAfter: try await feed.lastSequence(),
                endpoint: endpoint,
                filter: filter,
                dcsaFilter: dcsaFilter,
                secret: secret
            )
            guard try await subscriptions.save(subscription).get() else {
                throw .technical(.storeUnavailable, cause: "the subscription's random id is in use")
            }
            // Of concurrent calls, the last one to store sees the subscriptions of all others, and removes its own.
            guard try await count(of: owner) <= limit else {
                _ = try await subscriptions.change(subscription.id) { added in
                    added.remove(at: clock.now())
                    return true
                }
                return nil
            }
            return subscription.stored(as: 1)
        }
    }

    private func count(of owner: CustomerId?) async throws(DomainError) -> Int {
        try await subscriptions.all(ownedBy: owner).count
    }

    /// Returns all subscriptions, ordered by id.
    public func list() async -> Result<[Subscription], DomainError> {
        await outcome { () async throws(DomainError) in
            if let owner { try await subscriptions.all(ownedBy: owner) } else { try await subscriptions.all() }
        }
    }

    /// Returns a subscription; nil if it doesn't exist.
    public func find(_ id: SubscriptionId) async -> Result<Subscription?, DomainError> {
        await outcome { () async throws(DomainError) in try await visible(id) }
    }

    /// Pauses a subscription: its events are kept, and sent when it is resumed.
    /// - Returns: the subscription as stored; nil if it doesn't exist.
    public func pause(_ id: SubscriptionId, reason: PauseReason) async -> Result<Subscription?, DomainError> {
        await change(id) { $0.pause(reason: reason, at: clock.now()) }
    }

    /// Resumes a paused subscription, starting with the events that it missed.
    /// - Returns: the subscription as stored; nil if it doesn't exist.
    public func resume(_ id: SubscriptionId) async -> Result<Subscription?, DomainError> { await change(id) { $0.resume(at: clock.now()) } }

    /// Signs with a new secret from now on, and with the present one for a while; callbacks in the format of DCSA only with the new one.
    /// - Parameters:
    ///   - id: the subscription's id.
    ///   - secret: the new secret.
    ///   - overlap: how long the present secret still signs.
    /// - Returns: the subscription as stored, with its new secret; nil if it doesn't exist.
    public func rotateSecret(
        _ id: SubscriptionId,
        to secret: WebhookSecret = .random(),
        overlap: Duration = .seconds(86_400)
    ) async -> Result<Subscription?, DomainError> {
        await change(id) { $0.rotateSecret(to: secret, overlap: overlap, at: clock.now()) }
    }

    /// Replaces the endpoint and the filter of a subscription to CloudEvents.
    /// - Returns: the subscription as stored; nil if it doesn't exist, or has the format of DCSA.
    public func change(_ id: SubscriptionId, endpoint: EndpointURL, filter: SubscriptionFilter) async -> Result<Subscription?, DomainError>
    {
        await change(id) { $0.change(endpoint: endpoint, filter: filter) }.map { $0?.dcsaFilter == nil ? $0 : nil }
    }

    /// Replaces the endpoint and the filter of a subscription in the format of DCSA.
    /// - Returns: the subscription as stored; nil if it doesn't exist, or receives CloudEvents.
    public func change(
        _ id: SubscriptionId,
        endpoint: EndpointURL,
        dcsaFilter: DCSAEventFilter
    ) async -> Result<Subscription?, DomainError> {
        await change(id) { $0.change(endpoint: endpoint, dcsaFilter: dcsaFilter) }.map { $0?.dcsaFilter == nil ? nil : $0 }
    }

    /// Removes a subscription with its secrets.
    /// - Returns: whether there was one.
    public func remove(_ id: SubscriptionId) async -> Result<Bool, DomainError> {
        await change(id) { $0.remove(at: clock.now()) }.map { $0 != nil }
    }

    /// Returns how far the deliveries are; nil if the subscription doesn't exist.
    public func progress(of id: SubscriptionId) async -> Result<SubscriptionProgress?, DomainError> {
        await outcome { () async throws(DomainError) in
            guard let subscription = try await visible(id) else { return nil }
            return try await subscriptions.progress(of: id).get() ?? .fresh(subscription)
        }
    }

    /// The outcome of a request to send an event again.
    public enum Resend: Hashable, Sendable {
        /// A relay sends the event again, or retries it now if it has failed.
        case requested
        /// There is no such subscription, or no such event for it.
        case notFound
        /// Too many requests wait already.
        case tooMany
    }

    /// Asks for an event to be sent again.
    /// - Parameters:
    ///   - sequence: the event's sequence number.
    ///   - id: the subscription's id.
    ///   - callbacks: tells which events a subscription in the format of DCSA receives. Without it, a customer can't have events of voyages
    ///     sent again, which may concern none of their cargos.
    public func resend(
        _ sequence: Int64,
        of id: SubscriptionId,
        callbacks: (any DCSACallbackSource)? = nil
    ) async -> Result<Resend, DomainError> {
        await outcome { () async throws(DomainError) in
            guard sequence >= 1, let subscription = try await visible(id),
                case .event(let event) = try await feed.entry(at: sequence).get(),
                try await mayReceive(event, sequence, subscription, callbacks)
            else { return .notFound }
            var isTaken = false
            guard
                try await subscriptions.change(
                    id,
                    { stored in
                        isTaken = stored.requestResend(of: sequence)
                        return isTaken
                    }
                ) != nil
            else { return .notFound }
            return isTaken ? .requested : .tooMany
        }
    }

    // MARK: Parts

    /// Whether a subscription may receive an event.
    ///
    /// The operator may ask for any event; the relay finds out which DCSA events it means. For a customer, only events exist that mean some of
    /// them for their own cargos.
    private func mayReceive(
        _ event: DomainEvent,
        _ sequence: Int64,
        _ subscription: Subscription,
        _ callbacks: (any DCSACallbackSource)?
    ) async throws(DomainError) -> Bool {
        guard subscription.dcsaFilter != nil else {
            return try await subscription.filter.matches(.event(event), owner: subscription.owner, lookups)
        }
        guard let customer = subscription.owner else { return true }
        let isOfCargo = FeedEntry.event(event).trackingId != nil
        if isOfCargo, try await lookups.customer(of: .event(event)) != customer { return false }
        guard owner != nil else { return true }
        guard let callbacks else { return isOfCargo }
        return try await callbacks.body(of: sequence, for: subscription) != nil
    }

    private func isVisible(_ subscription: Subscription) -> Bool { owner == nil || subscription.owner == owner }

    private func visible(_ id: SubscriptionId) async throws(DomainError) -> Subscription? {
        try await subscriptions.find(id).get().flatMap { isVisible($0) ? $0 : nil }
    }

    private func change(_ id: SubscriptionId, _ change: (inout Subscription) -> Void) async -> Result<Subscription?, DomainError> {
        await outcome { () async throws(DomainError) in
            var isTheirs = false
            let changed = try await subscriptions.change(id) { stored in
                isTheirs = isVisible(stored)
                let old = stored
                if isTheirs { change(&stored) }
                return stored != old
            }
            return isTheirs ? changed : nil
        }
    }

    private func outcome<Value>(_ body: () async throws(DomainError) -> Value) async -> Result<Value, DomainError> {
        do throws(DomainError) { return .success(try await body()) } catch { return .failure(error) }
    }
}

extension DomainEventFeed {
    /// Returns the sequence number of the last event; 0 if there is none.
    ///
    /// The events are numbered without gaps, so a few lookups are enough. Those before the first one that is there count as well (REP-10).
    /// - Parameter known: a number up to which there are events.
    package func lastSequence(atLeast known: Int64 = 0) async throws(DomainError) -> Int64 {
        var low = known
        guard try await isMore(after: low) else { return low }
        var step: Int64 = 1
        while try await isMore(after: low + step) {
            low += step
            step *= 2
        }
        // There are events after `low`, and none after `high`.
        var high = low + step
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if try await isMore(after: middle) { low = middle } else { high = middle }
        }
        return high
    }

    private func isMore(after position: Int64) async throws(DomainError) -> Bool {
        switch await entries(after: position, limit: 1) {
        case .success(let entries): return !entries.isEmpty
        case .failure(let error):
            guard error.code == .eventsTrimmed else { throw error }
            return true
        }
    }
}
