public import CargoDomain

/// Sends events to a subscription's endpoint.
public protocol SubscriptionSender: Sendable {
    /// The time limit of `send`.
    var timeout: Duration { get }

    /// Sends an event, signed with the secrets that are valid now.
    /// - Returns: `delivered`; `failed` to try this event again; `unavailable` to try everything again later; `refused` to pause the
    ///   subscription, because the endpoint says that it wants no more events.
    func send(_ event: DomainEvent, to subscription: Subscription) async -> DeliveryOutcome

    /// Sends a callback of DCSA Track and Trace 2.2, signed with the newest secret.
    /// - Parameters:
    ///   - body: a JSON array of DCSA events.
    ///   - subscription: whose callback receives it.
    /// - Returns: the outcome, as of `send`.
    func sendCallback(_ body: [UInt8], to subscription: Subscription) async -> DeliveryOutcome
}

/// Translates domain events into what subscriptions in the format of DCSA Track and Trace 2.2 receive.
public protocol DCSACallbackSource: Sendable {
    /// Returns the DCSA events that a domain event means to a subscription, as a JSON array; nil if it means none.
    /// - Parameters:
    ///   - sequence: the sequence number of the domain event, which is in the outbox.
    ///   - subscription: whose filter the events match.
    /// - Throws: the store's error.
    func body(of sequence: Int64, for subscription: Subscription) async throws(DomainError) -> [UInt8]?
}

/// Decides which entries of the outbox a subscription receives.
struct SubscriptionMatching: Sendable {
    let lookups: CargoLookups
    /// Nil if the relay delivers no subscriptions in the format of DCSA.
    let callbacks: (any DCSACallbackSource)?

    func canDeliver(_ subscription: Subscription) -> Bool { subscription.dcsaFilter == nil || callbacks != nil }

    func matches(_ entry: FeedEntry, _ subscription: Subscription) async throws(DomainError) -> Bool {
        guard subscription.dcsaFilter != nil else {
            return try await subscription.filter.matches(entry, owner: subscription.owner, lookups)
        }
        guard case .event = entry, let callbacks else { return false }
        return try await callbacks.body(of: entry.sequence, for: subscription) != nil
    }
}

/// A notice from a relay of subscriptions to its operator.
public enum SubscriptionNotice: Hashable, Sendable {
    /// A notice about the deliveries to one subscription.
    case delivery(SubscriptionId, RelayNotice)
    /// A subscription was paused because its endpoint failed for a day, or refused all events.
    case paused(SubscriptionId, reason: PauseReason)
}
