public import CargoDomain

/// Sends an event to a subscription's endpoint.
public protocol SubscriptionSender: Sendable {
    /// The time limit of `send`.
    var timeout: Duration { get }

    /// Sends an event, signed with the secrets that are valid now.
    /// - Returns: `delivered`; `failed` to try this event again; `unavailable` to try everything again later; `refused` to pause the
    ///   subscription, because the endpoint says that it wants no more events.
    func send(_ event: DomainEvent, to subscription: Subscription) async -> DeliveryOutcome
}

/// A notice from a relay of subscriptions to its operator.
public enum SubscriptionNotice: Hashable, Sendable {
    /// A notice about the deliveries to one subscription.
    case delivery(SubscriptionId, RelayNotice)
    /// A subscription was paused because its endpoint failed for a day, or refused all events.
    case paused(SubscriptionId, reason: String)
}
