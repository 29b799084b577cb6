public import CargoDomain

/// How far a subscription's events are delivered, and its newest deliveries.
///
/// The relay stores it together with the position of the events, so the list agrees with what was delivered.
public struct SubscriptionProgress: Hashable, Sendable {
    /// The maximum number of deliveries that are listed.
    public static let maximumDeliveries = 50

    /// The position, the lease and the held events; its version is the record's, and its number always 0.
    public let partition: OutboxPartition
    /// The time since which the relay knows the subscription as active; nil before its first delivery.
    public let activeSince: Instant?
    /// The time since which every delivery has failed; nil if the last one succeeded.
    public let failingSince: Instant?
    /// The newest attempts, the newest last.
    public let deliveries: [DeliveryAttempt]

    /// Creates progress.
    public init(
        partition: OutboxPartition,
        activeSince: Instant? = nil,
        failingSince: Instant? = nil,
        deliveries: [DeliveryAttempt] = []
    ) {
        self.partition = partition
        self.activeSince = activeSince
        self.failingSince = failingSince
        self.deliveries = deliveries.suffix(Self.maximumDeliveries)
    }

    /// Returns the progress as stored in this version.
    /// - Throws: `shape_invalid`.
    package func stored(as version: Int64) throws(DomainError) -> SubscriptionProgress {
        SubscriptionProgress(
            partition: try OutboxPartition(
                number: partition.number,
                version: version,
                position: partition.position,
                lease: partition.lease,
                held: partition.held
            ),
            activeSince: activeSince,
            failingSince: failingSince,
            deliveries: deliveries
        )
    }

    /// The progress of a subscription without deliveries.
    static func fresh(_ subscription: Subscription) -> SubscriptionProgress {
        var partition = OutboxPartition(fresh: 0)
        partition.advance(to: subscription.startsAfter)
        return SubscriptionProgress(partition: partition)
    }
}

/// An attempt to deliver an event to a subscription's endpoint.
public struct DeliveryAttempt: Hashable, Sendable {
    /// The event's sequence number.
    public let sequence: Int64
    /// The event's id, which the request carries as `webhook-id`.
    public let eventId: String
    /// The event's type, such as `CargoBooked`.
    public let eventType: String
    /// When the attempt ended.
    public let at: Instant
    /// Why it failed; nil if the event was delivered.
    public let failure: DeliveryFailure?

    /// Creates an attempt.
    public init(sequence: Int64, eventId: String, eventType: String, at: Instant, failure: DeliveryFailure?) {
        self.sequence = sequence
        self.eventId = eventId
        self.eventType = eventType
        self.at = at
        self.failure = failure
    }
}
