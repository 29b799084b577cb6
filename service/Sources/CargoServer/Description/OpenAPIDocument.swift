import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// The API description in OpenAPI 3.1, made from the routes and the schemas of what they read and write.
struct OpenAPIDocument: Sendable {
    /// The document as canonical JSON.
    let bytes: [UInt8]

    /// Describes the routes that have an operation, and the webhooks.
    init(of routes: [HTTPRoute]) {
        var schemas: [String: Input] = [:]
        var statuses: Set<Int> = []
        var paths: [String: [Input.Member]] = [:]
        for route in routes {
            guard let operation = route.operation else { continue }
            let method = route.method.rawValue.lowercased()
            let path = route.path.description
            if paths[path] == nil {
                let parameters = route.path.parameterNames.map(Operation.Parameter.path)
                for parameter in parameters { parameter.schema.add(to: &schemas) }
                paths[path] = parameters.isEmpty ? [] : [.init(name: "parameters", value: .list(parameters.map(\.json)))]
            }
            paths[path]?.append(.init(name: method, value: Self.describe(operation, route.access)))
            operation.addSchemas(to: &schemas)
            statuses.formUnion(operation.problems)
        }
        for webhook in Webhook.all { webhook.addSchemas(to: &schemas) }
        ProblemDocument.schema.add(to: &schemas)
        var responses = statuses.map { Input.Member(name: "Problem\($0)", value: ProblemResponse(status: $0).json) }
        responses.append(.init(name: "Problem", value: ProblemResponse.any))
        responses.append(.init(name: "DCSAError", value: ProblemResponse.dcsa))
        DCSAError.schema.add(to: &schemas)
        let document: Input = [
            "openapi": "3.1.0",
            "info": [
                "title": "cargo-kit", "version": "0.1.0", "summary": "Books, routes and tracks cargos.",
                "description": .text(Self.introduction),
            ],
            "servers": [["url": "/"]],
            "security": [["bearer": []]],
            "tags": .list(
                Operation.Tag.allCases.map {
                    $0 == .repository ? ["name": "repository", "description": .text(Self.repository)] : ["name": .text($0.rawValue)]
                }
            ),
            "paths": Input(members: paths.map { .init(name: $0, value: Input(members: $1)) }),
            "webhooks": Input(members: Webhook.all.map { .init(name: $0.name, value: $0.json) }),
            "components": [
                "securitySchemes": ["bearer": ["type": "http", "scheme": "bearer", "description": .text(Self.access)]],
                "schemas": Input(members: schemas.map { .init(name: $0, value: $1) }),
                "responses": Input(members: responses),
            ],
        ]
        var writer = JSONWriter(capacity: 1 << 17)
        writer.input(document)
        bytes = writer.bytes
    }

    private static let introduction = """
        Errors are problem documents (RFC 9457) with a stable `code`; spec/errors.json defines their statuses. Unknown members and parameters \
        are rejected. Every response has an X-Request-Id, which repeats the request's own if it sent one.
        """
    private static let repository = """
        Stored records for services that run their own use cases over this store (CargoRemote). docs/design/remote.md explains the design.
        """
    private static let access = """
        `x-permission` names the permission that an operation needs. Roles are sets of permissions: tracking (track), viewer (track, read), \
        clerk (also operate, push), admin (also maintain, observe), carrier (push), service (all), metrics (observe). A customer's token may use the operations with `x-customers`; for it, no other operations \
        exist, and no cargos, events and subscriptions but the customer's own. A service without tokens gives every caller \
        on its own machine the role admin.
        """

    private static func describe(_ operation: Operation, _ access: Access) -> Input {
        var members: [Input.Member] = [
            .init(name: "operationId", value: .text(operation.id)), .init(name: "tags", value: [.text(operation.tag.rawValue)]),
            .init(name: "summary", value: .text(operation.summary)),
        ]
        if let text = operation.description { members.append(.init(name: "description", value: .text(text))) }
        switch access {
        case .everybody:
            members += [.init(name: "x-permission", value: "everybody"), .init(name: "security", value: [])]
        case .requires(let permission), .requiresOrOwns(let permission):
            if case .requiresOrOwns = access { members.append(.init(name: "x-customers", value: true)) }
            members.append(.init(name: "x-permission", value: .text(permission.rawValue)))
            if permission == .track { members.append(.init(name: "security", value: [[:], ["bearer": []]])) }
        case .requiresOrSigned(let permission):
            members.append(.init(name: "x-permission", value: .text(permission.rawValue)))
            members.append(.init(name: "security", value: [[:], ["bearer": []]]))
        }
        if !operation.parameters.isEmpty {
            members.append(.init(name: "parameters", value: .list(operation.parameters.map(\.json))))
        }
        if !operation.body.isEmpty {
            members.append(.init(name: "requestBody", value: ["required": true, "content": content(operation.body)]))
        }
        var responses = operation.replies.map { Input.Member(name: String($0.status), value: $0.json) }
        let isStandard = operation.tag == .dcsa
        for status in operation.problems {
            let name = isStandard ? "DCSAError" : "Problem\(status)"
            responses.append(.init(name: String(status), value: ["$ref": .text("#/components/responses/\(name)")]))
        }
        responses.append(.init(name: "default", value: ["$ref": .text("#/components/responses/" + (isStandard ? "DCSAError" : "Problem"))]))
        members.append(.init(name: "responses", value: Input(members: responses)))
        return Input(members: members)
    }

    fileprivate static func content(_ content: [(media: Media, schema: Schema)]) -> Input {
        Input(
            members: content.map { media, schema in
                var members = [Input.Member(name: "schema", value: schema.reference)]
                if let example = schema.example { members.append(.init(name: "example", value: example)) }
                return .init(name: media.rawValue, value: Input(members: members))
            }
        )
    }

    static func headers(_ headers: [Operation.Header]) -> Input {
        Input(
            members: headers.map {
                .init(name: $0.name, value: ["description": .text($0.explanation), "schema": $0.schema.reference])
            }
        )
    }
}

extension Operation {
    /// Adds the schemas that the operation refers to.
    fileprivate func addSchemas(to schemas: inout [String: Input]) {
        for parameter in parameters { parameter.schema.add(to: &schemas) }
        for schema in mentioned { schema.add(to: &schemas) }
        for content in body + replies.flatMap(\.content) { content.schema.add(to: &schemas) }
    }
}

extension Operation.Parameter {
    /// The parameter object.
    var json: Input {
        var members: [Input.Member] = [
            .init(name: "name", value: .text(name)), .init(name: "in", value: .text(place)),
            .init(name: "required", value: .boolean(isRequired)), .init(name: "schema", value: schema.reference),
        ]
        if let description { members.append(.init(name: "description", value: .text(description))) }
        if let example { members.append(.init(name: "example", value: example)) }
        if isDeprecated { members.append(.init(name: "deprecated", value: true)) }
        if isCommaSeparated { members.append(.init(name: "explode", value: false)) }
        return Input(members: members)
    }
}

extension Operation.Reply {
    fileprivate var json: Input {
        var members = [Input.Member(name: "description", value: .text(description))]
        if !content.isEmpty { members.append(.init(name: "content", value: OpenAPIDocument.content(content))) }
        if !headers.isEmpty { members.append(.init(name: "headers", value: OpenAPIDocument.headers(headers))) }
        return Input(members: members)
    }
}

/// The description of the problems with one status; their codes are those of the error tables.
private struct ProblemResponse {
    let status: Int

    /// Problems with any status.
    static let any: Input = ["description": "Any other problem.", "content": content(Problem(.internalError))]

    /// Problems of the routes of DCSA Track and Trace.
    static let dcsa: Input = [
        "description": "Any problem, in the form of the standard.", "content": OpenAPIDocument.content([(.json, DCSAError.schema)]),
        "headers": OpenAPIDocument.headers([.apiVersion]),
    ]

    var json: Input {
        var members: [Input.Member] = [
            .init(name: "description", value: .text("\(sentence) Codes: \(codes.map { "`\($0)`" }.joined(separator: ", "))."))
        ]
        if let example { members.append(.init(name: "content", value: Self.content(example))) }
        if status == 429 || status == 503 { members.append(.init(name: "headers", value: OpenAPIDocument.headers([.retryAfter]))) }
        return Input(members: members)
    }

    private static func content(_ problem: Problem) -> Input {
        let example = try? JSONParser.parse(String(decoding: problem.bytes(requestId: "9f1c2d3e4a5b6c7d"), as: UTF8.self))
        return OpenAPIDocument.content([(.problem, ProblemDocument.schema.showing(example ?? [:]))])
    }

    private var sentence: String {
        switch status {
        case 400: "The request is malformed."
        case 401: "The request has no valid token."
        case 403: "The caller may not do this, or a proxy forwarded the request to a service without tokens."
        case 404: "The resource doesn't exist."
        case 406: "The service can't respond in an accepted format."
        case 408: "The request took too long to arrive."
        case 409: "The current state doesn't allow the change."
        case 412: "The resource no longer has the version in If-Match."
        case 413: "The body is too large, or an object or a list in it has more than \(Call.maximumItems) items."
        case 414: "The path and the query have more than 8 KiB."
        case 415: "The service doesn't accept the media type."
        case 422: "Some fields are invalid, or the values break a rule."
        case 428: "The request has no If-Match."
        case 429: "Requests without a token are limited by address, requests with a token by token, and wrong tokens by address."
        case 503:
            "The service can't respond now: the store can't be used, too many event streams are open, or the events are still being read."
        default: "Any other problem."
        }
    }

    /// The transport codes with this status.
    ///
    /// Forms and the parity protocol have codes that this API doesn't use.
    private var faults: [TransportFault] {
        TransportFault.allCases.filter { $0.status == status && $0 != .formInvalid && $0 != .formForeign }
    }

    private var errors: [DomainError.Code] { DomainError.Code.allCases.filter { $0.entry.status == status && $0 != .protocolMalformed } }

    private var codes: [String] {
        // A save that lost a race is 409, or 412 if the caller sent If-Match.
        faults.map(\.rawValue) + errors.map(\.rawValue) + (status == 412 ? [DomainError.Code.concurrencyConflict.rawValue] : [])
    }

    private var example: Problem? {
        if status == 422 { return Problem(.validationFailed([.init(path: "origin", code: .fieldRequired)])) }
        return faults.first.map { Problem($0) } ?? errors.first.map { Problem(.rule($0)) }
    }
}
