package import CargoApplication
package import CargoDomain

/// A subscription as its owner sees it.
package struct SubscriptionView: WireObject, Sendable {
    /// `{"createdAt","createdBy","customerId"?,"dcsaFilter"?,"endpoint","failingSince"?,"filter","id","reason"?,"secret"?,"since","state"}`.
    package static let form = ObjectForm<SubscriptionView>(
        "Subscription",
        .member("createdAt", \.subscription.createdAt),
        .member("createdBy", \.subscription.createdBy, "The name of the caller who created it.", example: "desk"),
        .optional("customerId", \.subscription.owner, "The customer whom it belongs to; absent for the operator's own."),
        .optional(
            "dcsaFilter",
            \.subscription.dcsaFilter,
            "The filter of callbacks in the format of DCSA Track and Trace; absent if CloudEvents are sent."
        ),
        .member("endpoint", \.subscription.endpoint),
        .member("filter", \.subscription.filter, example: ["eventTypes": ["CargoArrived"]]),
        .member("id", \.subscription.id),
        .optional("failingSince", \.failingSince, "The time since which every delivery has failed; absent if the last one succeeded."),
        .optional("reason", \.subscription.state.reason?.text, "Why it is paused."),
        .optional("secret", \.secret, "The secret to verify requests with; only where it is new.", example: .text(exampleSecret)),
        .member("since", \.subscription.since, "The time since which the state holds."),
        .member("state", \.subscription.state.name, schema: .words("SubscriptionState", ["ACTIVE", "PAUSED"])),
        description: "A subscription to domain events."
    )
    private static let exampleSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    /// The subscription.
    package let subscription: Subscription
    /// The newest secret, if it is revealed.
    package let secret: String?
    /// The time since which every delivery has failed.
    package let failingSince: Instant?

    /// Creates the view of a subscription.
    /// - Parameters:
    ///   - revealsSecret: whether the view contains the newest secret.
    ///   - failingSince: since when every delivery has failed, as its progress says.
    package init(_ subscription: Subscription, revealsSecret: Bool = false, failingSince: Instant? = nil) {
        self.subscription = subscription
        self.failingSince = failingSince
        secret = revealsSecret ? subscription.revealedSecret : nil
    }
}

/// How far a subscription's deliveries are, as its owner sees it.
package struct DeliveriesView: WireObject, Sendable {
    /// `{"deliveries":[DeliveryAttempt],"failingSince"?,"held":[HeldEvents]}`.
    package static let form = ObjectForm<DeliveriesView>(
        "SubscriptionDeliveries",
        .member("deliveries", { $0.progress.deliveries.reversed() }, "The newest attempts, the newest first, at most 50."),
        .optional(
            "failingSince",
            \.progress.failingSince,
            "The time since which every delivery has failed; absent if the last one succeeded."
        ),
        .member(
            "held",
            { $0.progress.partition.held.map(HeldEvents.init) },
            "The cargos and voyages whose events wait behind one that failed."
        )
    )

    private let progress: SubscriptionProgress

    /// Creates the view of a subscription's progress.
    package init(_ progress: SubscriptionProgress) { self.progress = progress }

    /// The events of a cargo or voyage that wait behind one that failed.
    private struct HeldEvents: WireObject {
        static let form = ObjectForm<HeldEvents>(
            "HeldEvents",
            .member("aggregate", \.held.aggregate, example: "Cargo:7K3M9QX2R5TB"),
            .member("attempts", \.held.attempts),
            .optional("notBefore", \.held.notBefore, "When the first event is tried again; absent if it isn't."),
            .member("reason", \.held.reason, example: "the endpoint answered 500"),
            .member("sequences", \.held.sequences, schema: .list(of: .natural(from: 1)))
        )

        let held: HeldAggregate

        init(_ held: HeldAggregate) { self.held = held }
    }
}
