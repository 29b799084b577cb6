package import CargoApplication
package import CargoDomain

extension DCSAEventFilter: CanonicallyEncodable, Described, InputValue {
    /// The members of the standard's subscription that filter events.
    package static let schema = Schema.object(
        "DCSAEventFilter",
        Member.allCases.map(\.member),
        description: "The DCSA events that match every member that is there."
    )

    /// Reads a filter.
    package init(input: Input) throws(DomainError) {
        var values: [Member: [String]] = [:]
        for member in Member.allCases {
            // safe: an Input, whose subscript by name is optional
            if let given = input[member.rawValue] { values[member] = try member.read(given) }
        }
        try self.init(values)
    }

    /// The members as the standard writes them.
    package var members: [Input.Member] {
        values.map { member, values in
            let texts = values.map(Input.text)
            return Input.Member(name: member.rawValue, value: member.codes == nil ? texts.first ?? "" : .list(texts))
        }
    }

    /// Writes the members that are set.
    package func write(to writer: inout JSONWriter) { writer.input(Input(members: members)) }
}

extension DCSAEventFilter.Member {
    /// How the member looks as JSON.
    fileprivate var member: Schema.Member {
        let uuid = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
        let schema: Schema =
            codes.map { .list(of: .words(nil, $0)) } ?? (isUUID ? .text(pattern: uuid) : .text(length: 0...Int64(longest)))
        return .optional(rawValue, schema, codes == nil ? nil : "Any of these; all if empty.")
    }

    /// Reads the member's value: a list of codes, or one text.
    fileprivate func read(_ input: Input) throws(DomainError) -> [String] {
        try check(codes == nil ? [try String(input: input)] : try [String](input: input))
    }
}

/// A subscription in the format of DCSA Track and Trace 2.2, as a subscriber asks for it or changes it.
package struct DCSASubscriptionRequest: WireRequest, Sendable {
    /// Where callbacks are sent.
    package let callbackUrl: EndpointURL
    /// Which events are sent.
    package let filter: DCSAEventFilter
    /// The secret that signs callbacks.
    package let secret: WebhookSecret

    private static let form = RequestForm("NewDCSASubscription", .required("callbackUrl", EndpointURL.self), .dcsaFilter, .dcsaSecret)

    /// How it looks as JSON.
    package static let schema = form.schema

    /// Reads `callbackUrl`, `secret` and the filters.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) { (callbackUrl, filter, secret) = try Self.form.read(input) }
}

/// A change of a subscription in the format of DCSA Track and Trace 2.2.
package struct DCSASubscriptionChange: WireRequest, Sendable {
    /// The subscription's id, if the body repeats it.
    package let id: SubscriptionId?
    /// Where callbacks are sent.
    package let callbackUrl: EndpointURL
    /// Which events are sent.
    package let filter: DCSAEventFilter

    private static let form = RequestForm(
        "DCSASubscriptionChange",
        .optional("subscriptionID", SubscriptionId.self, "The id in the path."),
        .required("callbackUrl", EndpointURL.self),
        .dcsaFilter
    )

    /// How it looks as JSON.
    package static let schema = form.schema

    /// Reads `callbackUrl`, the filters and `subscriptionID`?.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) { (id, callbackUrl, filter) = try Self.form.read(input) }
}

extension RequestField<DCSAEventFilter> {
    /// The members that filter events, of which each invalid one is reported.
    fileprivate static var dcsaFilter: Self {
        Self(members: DCSAEventFilter.schema.members) { reader in
            var values: [DCSAEventFilter.Member: [String]] = [:]
            for member in DCSAEventFilter.Member.allCases {
                let given = reader.optional(member.rawValue) { (input) throws(DomainError) in try member.read(input) }
                if case .success(let given?) = given { values[member] = given }
            }
            return Result { () throws(DomainError) in try DCSAEventFilter(values) }
        }
    }
}

extension RequestField<WebhookSecret> {
    /// `secret`, which no error repeats.
    fileprivate static var dcsaSecret: Self {
        let schema = Schema.text(
            length: 44...684,
            "The secret that signs callbacks: the Base64 of 32 to 512 bytes. It is never shown.",
            example: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI="
        )
        return Self(members: [.required("secret", schema)]) { $0.required("secret", as: DCSASecretText.self).map(\.secret) }
    }
}

private struct DCSASecretText: InputValue {
    static let shape = Shape.text
    let secret: WebhookSecret

    init(input: Input) throws(DomainError) {
        guard let secret = WebhookSecret(dcsa: try String(input: input)) else { throw .shapeInvalid(path: "secret") }
        self.secret = secret
    }
}

/// A new secret of a subscription in the format of DCSA Track and Trace 2.2.
package struct DCSASecretRequest: WireRequest, Sendable {
    /// The new secret.
    package let secret: WebhookSecret

    private static let form = RequestForm("DCSASecret", .dcsaSecret)

    /// How it looks as JSON.
    package static let schema = form.schema

    /// Reads `secret`.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) { secret = try Self.form.read(input) }
}
