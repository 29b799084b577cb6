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

    /// How it looks as JSON.
    package static let schema = Schema.object(
        "NewSubscription",
        .optional("customerId", CustomerId.schema, "The customer whom it belongs to; the operator's own if absent."),
        .required("endpoint", EndpointURL.schema),
        .optional("filter", SubscriptionFilter.schema, "All events if absent.", example: ["eventTypes": ["CargoArrived"]])
    )
}

extension SubscriptionRequest: WireRequest {
    /// Reads `customerId`?, `endpoint`, `filter`?.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let customerId = reader.optional("customerId", as: CustomerId.self)
        let endpoint = reader.required("endpoint", as: EndpointURL.self)
        let filter = reader.optional("filter", as: CheckedFilter.self)
        try reader.finish()
        self.init(
            endpoint: try endpoint.get(),
            filter: try filter.get()?.filter ?? SubscriptionFilter(),
            customerId: try customerId.get()
        )
    }
}

/// A filter without unknown members and with event types that exist.
private struct CheckedFilter: InputValue {
    static let shape = SubscriptionFilter.shape
    let filter: SubscriptionFilter

    init(input: Input) throws(DomainError) {
        filter = try SubscriptionFilter(checking: input)
        guard filter.eventTypes.allSatisfy(DomainFact.typeNames.contains) else { throw .shapeInvalid(path: "eventTypes") }
    }
}

/// Which page of subscriptions a caller wants.
package struct SubscriptionPage: WireRequest, Sendable {
    /// The id to start after.
    package let after: SubscriptionId?
    /// The maximum number of subscriptions.
    package let limit: Int

    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let after = reader.optional("after", as: SubscriptionId.self)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        try reader.finish()
        (self.after, self.limit) = (try after.get(), try limit.get())
    }
}

/// A request to pause or resume a subscription.
package struct SubscriptionStateRequest: WireRequest, Sendable {
    /// Whether events are sent.
    package let isActive: Bool
    /// Why the subscription is paused.
    package let reason: PauseReason

    /// How it looks as JSON.
    package static let schema = Schema.object(
        "NewSubscriptionState",
        .optional("reason", Reason.schema, "Why it is paused."),
        .required("state", .words(nil, ["ACTIVE", "PAUSED"]))
    )

    /// Reads `reason`?, `state`.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let reason = reader.optional("reason", as: Reason.self)
        let state = reader.required("state", as: Word.self)
        try reader.finish()
        isActive = try state.get().isActive
        self.reason = try reason.get().map { PauseReason($0.text) } ?? .byOwner
    }

    private struct Word: InputValue {
        static let shape = Shape.text
        let isActive: Bool

        init(input: Input) throws(DomainError) {
            let text = try String(input: input)
            guard text == "ACTIVE" || text == "PAUSED" else { throw .shapeInvalid(path: "state") }
            isActive = text == "ACTIVE"
        }
    }
}

/// A request to replace a secret.
package struct SecretRotation: WireRequest, Sendable {
    /// How long the old secrets still sign.
    package let overlapSeconds: Int

    private static let range: ClosedRange<Int64> = 0...2_592_000

    /// How it looks as JSON.
    package static let schema = Schema.object(
        "SecretRotation",
        .optional("overlapSeconds", .integer(in: range, "How long the old secrets still sign; a day if absent."), example: 86_400)
    )

    /// Reads `overlapSeconds`?.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let seconds = reader.count("overlapSeconds", in: Self.range, default: 86_400)
        try reader.finish()
        overlapSeconds = try seconds.get()
    }
}

/// A request to send an event again.
package struct ResendRequest: WireRequest, Sendable {
    /// The event's sequence number.
    package let sequence: Int64

    /// How it looks as JSON.
    package static let schema = Schema.object("Resend", .required("sequence", .natural(from: 1), "The event's sequence number."))

    /// Reads `sequence`.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let sequence = reader.required("sequence", as: Int64.self)
        try reader.finish()
        self.sequence = try sequence.get()
    }
}
