package import CargoApplication
package import CargoDomain

/// The stored form of a subscription in canonical JSON; its version stands beside it.
package enum SubscriptionRecord {
    /// The bytes to store, which contain the secrets.
    package static func encode(_ subscription: Subscription) -> [UInt8] { subscription.canonicalBytes }

    /// Decodes a subscription from its stored bytes; its version is 0.
    /// - Throws: `corrupt_record`.
    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> Subscription {
        try StoredRecord.decode(bytes, identity: (String.self, name: "id"))
    }
}

extension SubscriptionId: InputText, CanonicallyEncodable {
    /// Text.
    package static let schema = Schema.text(
        "SubscriptionId",
        pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
        "A UUID.",
        example: "0f8e2c9a-5b7d-4c1e-9f3a-6d2b8e4a7c10"
    )

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.plain(text) }
}

extension EndpointURL: InputText, CanonicallyEncodable {
    /// Text.
    package static let schema = Schema.text(
        length: 8...1000,
        "An https URL of a public host, without user, password and fragment.",
        example: "https://partner.example/hooks/cargo"
    )

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.text(text) }
}

extension SubscriptionFilter: WireObject, InputValue {
    /// `{"customerId"?,"eventTypes"?,"reference"?,"trackingId"?}`.
    package static let form = ObjectForm<SubscriptionFilter>(
        "SubscriptionFilter",
        .optional("customerId", \.customerId, "Only events of this customer's cargos."),
        .optional(
            "eventTypes",
            { $0.eventTypes.isEmpty ? nil : $0.eventTypes.sorted() },
            "Only events of these types.",
            schema: .list(of: .text(length: 1...64), count: 1...50),
            example: ["CargoArrived"]
        ),
        .optional("reference", \.reference, "Only events of cargos that carry this reference when the event is sent."),
        .optional("trackingId", \.trackingId, "Only events of this cargo."),
        description: "The events that match every member that is there."
    )

    /// Reads a filter.
    package init(input: Input) throws(DomainError) {
        let customerId: CustomerId? = try input.valueIfPresent("customerId")
        let types: [String]? = try input.valueIfPresent("eventTypes")
        if let types {
            // A newer program may know more types than this one.
            guard !types.isEmpty, types.count <= 50, types.allSatisfy({ (1...64).contains($0.utf8.count) }) else {
                throw .shapeInvalid(path: "eventTypes")
            }
        }
        let reference: CargoReference? = try input.valueIfPresent("reference")
        let trackingId: TrackingId? = try input.valueIfPresent("trackingId")
        self.init(trackingId: trackingId, customerId: customerId, reference: reference, eventTypes: Set(types ?? []))
    }
}

extension Subscription.State {
    /// The state's name on the wire.
    package var name: String {
        switch self {
        case .active: "ACTIVE"
        case .paused: "PAUSED"
        case .removed: "REMOVED"
        }
    }

    /// Why it is paused.
    package var reason: PauseReason? { if case .paused(let reason) = self { reason } else { nil } }

    /// Reads a stored state.
    fileprivate init(_ name: String, reason: String?) throws(DomainError) {
        switch (name, reason) {
        case ("ACTIVE", nil): self = .active
        case ("PAUSED", let reason?): self = .paused(reason: PauseReason(reason))
        case ("REMOVED", nil): self = .removed
        default: throw .shapeInvalid(path: "state")
        }
    }
}

extension Subscription: WireObject, InputValue {
    /// `{"createdAt","createdBy","dcsaFilter"?,"endpoint","filter","id","owner"?,"reason"?,"resends","secrets":[{"expiresAt"?,"secret"}],"since",`
    /// `"startsAfter","state"}`; `dcsaFilter` is there if the subscription has the format of DCSA.
    package static let form = ObjectForm<Subscription>(
        "StoredSubscription",
        .member("createdAt", \.createdAt),
        .member("createdBy", \.createdBy, example: "desk"),
        .optional("dcsaFilter", \.dcsaFilter),
        .member("endpoint", \.endpoint),
        .member("filter", \.filter, example: [:]),
        .member("id", \.id),
        .optional("owner", \.owner),
        .optional("reason", \.state.reason?.text),
        .member("resends", \.resends),
        .member("secrets", \.secrets),
        .member("since", \.since),
        .member("startsAfter", \.startsAfter),
        .member("state", \.state.name)
    )

    /// Reads a stored subscription; its version is 0.
    package init(input: Input) throws(DomainError) {
        let createdAt: Instant = try input.value("createdAt")
        let createdBy: String = try input.value("createdBy")
        let dcsaFilter: DCSAEventFilter? = try input.valueIfPresent("dcsaFilter")
        let endpoint: EndpointURL = try input.value("endpoint")
        let filter: SubscriptionFilter = try input.value("filter")
        let id: SubscriptionId = try input.value("id")
        let owner: CustomerId? = try input.valueIfPresent("owner")
        let secrets: [Secret] = try input.value("secrets")
        try self.init(
            id: id,
            version: 0,
            owner: owner,
            createdBy: createdBy,
            createdAt: createdAt,
            startsAfter: try input.value("startsAfter"),
            endpoint: endpoint,
            filter: filter,
            dcsaFilter: dcsaFilter,
            secrets: secrets,
            state: try State(try input.value("state"), reason: try input.valueIfPresent("reason")),
            since: try input.value("since"),
            resends: try input.value("resends")
        )
    }
}

extension Subscription.Secret: WireObject, InputValue {
    /// `{"expiresAt"?,"secret"}`; the secret is `whsec_…` in plain text, or `sealed:1:…` (``SealedSecret``).
    package static let form = ObjectForm<Subscription.Secret>(
        nil,
        .optional("expiresAt", \.expiresAt),
        .member("secret", \.text)
    )

    /// Reads a stored secret.
    package init(input: Input) throws(DomainError) {
        let expiresAt: Instant? = try input.valueIfPresent("expiresAt")
        let text = try input.value("secret", as: String.self)
        if let sealed = SealedSecret(text) {
            self.init(sealed, expiresAt: expiresAt)
        } else if let secret = WebhookSecret(stored: text) {
            self.init(secret, expiresAt: expiresAt)
        } else {
            throw .shapeInvalid(path: "secret")
        }
    }

    /// The text that a store keeps.
    private var text: String { sealed?.text ?? secret?.revealed ?? "" }
}
