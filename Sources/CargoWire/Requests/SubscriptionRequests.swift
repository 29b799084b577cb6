package import CargoApplication
package import CargoDomain

/// What a caller says of a subscription: where its events go, and which.
package struct SubscriptionRequest: Sendable {
    /// Where events are sent.
    package let endpoint: EndpointURL
    /// Which events are sent.
    package let filter: SubscriptionFilter
    /// The customer whom the subscription belongs to.
    package let customerId: CustomerId?

    private static let filterExample: Input = ["eventTypes": ["CargoArrived"]]
    private static let form = RequestForm(
        "NewSubscription",
        .optional("customerId", CustomerId.self, "The customer whom it belongs to; the operator's own if absent."),
        .required("endpoint", EndpointURL.self),
        .optional(
            "filter",
            CheckedFilter.self,
            "All events if absent.",
            schema: SubscriptionFilter.schema,
            example: Self.filterExample
        )
    )

    /// How it looks as JSON.
    package static let schema = form.schema
}

extension SubscriptionRequest: WireRequest {
    /// Reads `customerId`?, `endpoint`, `filter`?.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        let (customerId, endpoint, checked) = try Self.form.read(input)
        self.init(endpoint: endpoint, filter: checked?.filter ?? SubscriptionFilter(), customerId: customerId)
    }
}

/// A filter without unknown members and with event types that exist.
private struct CheckedFilter: CanonicallyEncodable, InputValue {
    static let shape = SubscriptionFilter.shape
    let filter: SubscriptionFilter

    init(input: Input) throws(DomainError) {
        filter = try SubscriptionFilter(checking: input)
        guard filter.eventTypes.allSatisfy(DomainFact.typeNames.contains) else { throw .shapeInvalid(path: "eventTypes") }
    }

    func write(to writer: inout JSONWriter) { filter.write(to: &writer) }
}

/// Which page of subscriptions a caller wants.
package struct SubscriptionPage: WireRequest, Sendable {
    /// The id to start after.
    package let after: SubscriptionId?
    /// The maximum number of subscriptions.
    package let limit: Int

    private static let form = RequestForm(nil, .optional("after", SubscriptionId.self), .limit)

    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) { (after, limit) = try Self.form.read(input) }
}

/// A request to pause or resume a subscription.
package struct SubscriptionStateRequest: WireRequest, Sendable {
    /// Whether events are sent.
    package let isActive: Bool
    /// Why the subscription is paused.
    package let reason: PauseReason

    private static let form = RequestForm(
        "NewSubscriptionState",
        .optional("reason", Reason.self, "Why it is paused."),
        .required("state", Word<State>.self)
    )

    /// How it looks as JSON.
    package static let schema = form.schema

    /// Reads `reason`?, `state`.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        let (reason, state) = try Self.form.read(input)
        isActive = state.value == .active
        self.reason = reason.map { PauseReason($0.text) } ?? .byOwner
    }

    private enum State: String, CaseIterable, Sendable {
        case active = "ACTIVE"
        case paused = "PAUSED"
    }
}

/// A request to replace a secret.
package struct SecretRotation: WireRequest, Sendable {
    /// How long the old secrets still sign.
    package let overlapSeconds: Int

    private static let range: ClosedRange<Int64> = 0...2_592_000
    private static let form = RequestForm(
        "SecretRotation",
        .count(
            "overlapSeconds",
            in: range,
            default: 86_400,
            "How long the old secrets still sign; a day if absent.",
            example: .integer(Int64(86_400))
        )
    )

    /// How it looks as JSON.
    package static let schema = form.schema

    /// Reads `overlapSeconds`?.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) { overlapSeconds = try Self.form.read(input) }
}

/// A request to send an event again.
package struct ResendRequest: WireRequest, Sendable {
    /// The event's sequence number.
    package let sequence: Int64

    private static let sequenceNumber = Schema.natural(from: 1, "The event's sequence number.")
    private static let form = RequestForm("Resend", .required("sequence", Int64.self, schema: sequenceNumber))

    /// How it looks as JSON.
    package static let schema = form.schema

    /// Reads `sequence`.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) { sequence = try Self.form.read(input) }
}
