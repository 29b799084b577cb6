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

    /// How it looks as JSON.
    package static let schema = Schema.object(
        "NewDCSASubscription",
        DCSAEventFilter.schema.members + [
            .required("callbackUrl", EndpointURL.schema), .required("secret", DCSASecretRequest.secret),
        ]
    )

    /// Reads `callbackUrl`, `secret` and the filters.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let callbackUrl = reader.required("callbackUrl", as: EndpointURL.self)
        let secret = reader.required("secret", as: DCSASecretRequest.Text.self)
        let filter = reader.dcsaFilter()
        try reader.finish()
        (self.callbackUrl, self.filter, self.secret) = (try callbackUrl.get(), try filter.get(), try secret.get().secret)
    }
}

/// A change of a subscription in the format of DCSA Track and Trace 2.2.
package struct DCSASubscriptionChange: WireRequest, Sendable {
    /// The subscription's id, if the body repeats it.
    package let id: SubscriptionId?
    /// Where callbacks are sent.
    package let callbackUrl: EndpointURL
    /// Which events are sent.
    package let filter: DCSAEventFilter

    /// How it looks as JSON.
    package static let schema = Schema.object(
        "DCSASubscriptionChange",
        DCSAEventFilter.schema.members + [
            .required("callbackUrl", EndpointURL.schema), .optional("subscriptionID", SubscriptionId.schema, "The id in the path."),
        ]
    )

    /// Reads `callbackUrl`, the filters and `subscriptionID`?.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let id = reader.optional("subscriptionID", as: SubscriptionId.self)
        let callbackUrl = reader.required("callbackUrl", as: EndpointURL.self)
        let filter = reader.dcsaFilter()
        try reader.finish()
        (self.id, self.callbackUrl, self.filter) = (try id.get(), try callbackUrl.get(), try filter.get())
    }
}

extension RequestReader {
    /// Reads the members that filter events, and reports each invalid one.
    fileprivate mutating func dcsaFilter() -> Field<DCSAEventFilter> {
        var values: [DCSAEventFilter.Member: [String]] = [:]
        for member in DCSAEventFilter.Member.allCases {
            if case .success(let given?) = optional(member.rawValue, { (input) throws(DomainError) in try member.read(input) }) {
                values[member] = given
            }
        }
        return Result { () throws(DomainError) in try DCSAEventFilter(values) }
    }
}

/// A new secret of a subscription in the format of DCSA Track and Trace 2.2.
package struct DCSASecretRequest: WireRequest, Sendable {
    /// The new secret.
    package let secret: WebhookSecret

    /// How it looks as JSON.
    package static let schema = Schema.object("DCSASecret", .required("secret", secret))
    fileprivate static let secret = Schema.text(
        length: 44...684,
        "The secret that signs callbacks: the Base64 of 32 to 512 bytes. It is never shown.",
        example: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI="
    )

    /// Reads `secret`.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let secret = reader.required("secret", as: Text.self)
        try reader.finish()
        self.secret = try secret.get().secret
    }

    /// A secret's text, which no error repeats.
    fileprivate struct Text: InputValue {
        static let shape = Shape.text
        let secret: WebhookSecret

        init(input: Input) throws(DomainError) {
            guard let secret = WebhookSecret(dcsa: try String(input: input)) else { throw .shapeInvalid(path: "secret") }
            self.secret = secret
        }
    }
}
