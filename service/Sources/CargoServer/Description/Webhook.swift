import CargoApplication
import CargoDomain
import CargoWire

/// A request that a relay sends to the endpoints of subscriptions, as the API description shows it.
struct Webhook: Sendable {
    /// The name in `webhooks`.
    let name: String
    private let id: String
    private let tag: Operation.Tag
    private let summary: String
    private let explanation: String
    private let fields: [Operation.Parameter]
    private let media: String
    /// The JSON Schema of the body.
    private let body: Input
    private let example: Input?
    private let schemas: [Schema]

    /// Every kind of request: one for each type of domain event, and the callbacks of DCSA.
    static let all = EventType.all.map { Webhook($0) } + [callback]

    /// A callback in the format of DCSA.
    private static let callback = Webhook(
        name: "dcsaCallback",
        id: "receiveDCSACallback",
        tag: .dcsa,
        summary: "Events of DCSA Track and Trace 2.2.",
        explanation: "Sent by `cargo-server relay subscriptions`: at least once, in the order of creation.",
        fields: [
            .header("API-Version", .text(), "The version of the standard.", example: "2.2.0").required,
            .header("Subscription-ID", SubscriptionId.schema, "The subscription.").required,
            .header(
                "Notification-Signature",
                .text(pattern: "^sha256=[0-9a-f]{64}$"),
                "`sha256=` and the hexadecimal HMAC-SHA256 of the body with the bytes of the secret."
            ).required,
        ],
        media: Media.json.rawValue,
        body: Schema.list(of: DCSAEvent.schema).definition,
        example: nil,
        schemas: [DCSAEvent.schema]
    )

    /// The path item.
    var json: Input {
        var content = [Input.Member(name: "schema", value: body)]
        if let example { content.append(.init(name: "example", value: example)) }
        return [
            "post": [
                "operationId": .text(id), "tags": [.text(tag.rawValue)], "summary": .text(summary), "description": .text(explanation),
                "security": [], "parameters": .list(fields.map(\.json)),
                "requestBody": ["required": true, "content": Input(members: [.init(name: media, value: Input(members: content))])],
                "responses": Self.responses,
            ]
        ]
    }

    /// What the statuses of a receiver mean to a subscription.
    private static let responses: Input = [
        "2XX": ["description": "The event is delivered."],
        "410": ["description": "The endpoint is gone: the subscription is paused."],
        "429": ["description": "All events of the subscription wait, as long as Retry-After says.", "headers": retryAfter],
        "503": ["description": "All events of the subscription wait, as long as Retry-After says.", "headers": retryAfter],
        "default": ["description": "The event is sent again later. A redirect isn't followed. A day of failures pauses the subscription."],
    ]
    private static let retryAfter = OpenAPIDocument.headers([.retryAfter])

    /// Adds the schemas that the body refers to.
    func addSchemas(to components: inout [String: Input]) {
        for schema in schemas + fields.map(\.schema) { schema.add(to: &components) }
    }
}

extension Webhook {
    /// The delivery of a domain event.
    private init(_ type: EventType) {
        name = type.name
        id = "receive" + type.name
        tag = .subscriptions
        summary = type.meaning
        explanation = """
            Sent by `cargo-server relay` and `cargo-server relay subscriptions`: at least once, and in order for each cargo. An event that arrives again \
            has the same id.
            """
        fields = [
            .header("webhook-id", .text(), "The event's id, with `.` written as `%2E`.", example: "Cargo:7K3M9QX2R5TB:1:0").required,
            .header(
                "webhook-timestamp",
                .text(pattern: "^[0-9]+$"),
                "The time of this attempt, in seconds since 1970.",
                example: "1767225600"
            )
            .required,
            .header(
                "webhook-signature",
                .text(),
                "For each valid secret `v1,` and the Base64 of the HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, separated by spaces.",
                example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
            ).required,
        ]
        media = CloudEvent.mediaType
        let envelope: Input = ["data": type.data.reference, "type": ["const": .text(type.name)]]
        body = [
            "allOf": [
                CloudEvent.schema.reference,
                [
                    "properties": [
                        "data": ["properties": envelope, "type": "object"], "type": ["const": .text(CloudEvent.type(of: type.name))],
                    ],
                    "type": "object",
                ],
            ]
        ]
        example = type.example.flatMap { try? JSONParser.parse(CloudEvent($0).canonicalText) }
        schemas = [CloudEvent.schema, type.data]
    }
}
