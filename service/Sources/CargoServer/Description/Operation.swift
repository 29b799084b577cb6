import CargoApplication
import CargoDomain
import CargoWire

/// What the API description says about a route, beyond its method, path and permission.
struct Operation: Sendable {
    /// The group that the description shows the operation in.
    enum Tag: String, CaseIterable {
        case cargos, routing, handling, reference, events, subscriptions, dcsa, repository, access, operations
    }

    /// The statuses of the problems that a route may answer with.
    enum Problems {
        /// Those of every route for callers, and these.
        case usual(and: Set<Int> = [])
        /// Only these.
        case only(Set<Int>)
    }

    /// A query parameter or header field.
    struct Parameter: Sendable {
        let name: String
        let place: String
        let schema: Schema
        let description: String?
        var isRequired = false
        let example: Input?
        /// Whether several values stand in one parameter, separated by commas.
        var isCommaSeparated = false
        var isDeprecated = false

        static func query(_ name: String, _ schema: Schema, _ description: String, example: Input? = nil) -> Parameter {
            Parameter(name: name, place: "query", schema: schema, description: description, example: example ?? schema.example)
        }

        /// A query parameter like a member of a request.
        static func query(_ member: Schema.Member) -> Parameter {
            query(member.name, member.schema, member.description ?? "", example: member.example)
        }

        static func header(_ name: String, _ schema: Schema, _ description: String, example: Input? = nil) -> Parameter {
            Parameter(name: name, place: "header", schema: schema, description: description, example: example ?? schema.example)
        }

        var required: Parameter {
            var parameter = self
            parameter.isRequired = true
            return parameter
        }

        var deprecated: Parameter {
            var parameter = self
            parameter.isDeprecated = true
            return parameter
        }

        var commaSeparated: Parameter {
            var parameter = self
            parameter.isCommaSeparated = true
            return parameter
        }
    }

    /// A response other than a problem.
    struct Reply: Sendable {
        let status: Int
        let description: String
        let content: [(media: Media, schema: Schema)]
        let headers: [Header]

        static func reply(_ status: Int, _ description: String, _ schema: Schema? = nil, _ headers: Header...) -> Reply {
            Reply(status: status, description: description, content: schema.map { [(.json, $0)] } ?? [], headers: headers)
        }

        static func reply(_ status: Int, _ description: String, _ content: [(media: Media, schema: Schema)], _ headers: Header...) -> Reply
        {
            Reply(status: status, description: description, content: content, headers: headers)
        }

        /// 304, for a caller whose copy is current.
        static func notModified(_ header: Header = .eTag) -> Reply { reply(304, "The caller's copy is current.", nil, header) }
    }

    /// A field of a response.
    enum Header: String, CaseIterable {
        case eTag = "ETag"
        case location = "Location"
        case link = "Link"
        case apiVersion = "API-Version"
        case currentPage = "Current-Page"
        case nextPage = "Next-Page"
        case prevPage = "Prev-Page"
        case firstPage = "First-Page"
        case lastPage = "Last-Page"
        case retryAfter = "Retry-After"
        /// The `ETag` of a view, which isn't a version.
        case viewETag
    }

    let tag: Tag
    let id: String
    let summary: String
    let description: String?
    let parameters: [Parameter]
    /// The media types of the body, with their schemas; empty if the route takes no body.
    let body: [(media: Media, schema: Schema)]
    let replies: [Reply]
    /// Schemas that the descriptions name, but no media type refers to.
    let mentioned: [Schema]
    let problems: Set<Int>

    init(
        _ tag: Tag,
        _ id: String,
        _ summary: String,
        description: String? = nil,
        parameters: [Parameter] = [],
        body: [(media: Media, schema: Schema)] = [],
        _ replies: Reply...,
        mentioning mentioned: [Schema] = [],
        problems: Problems = .usual()
    ) {
        self.tag = tag
        self.id = id
        self.summary = summary
        self.description = description
        self.parameters = parameters
        self.body = body
        self.replies = replies
        self.mentioned = mentioned
        switch problems {
        case .only(let statuses): self.problems = statuses
        case .usual(let others):
            // A cargo that isn't found may be in an archive.
            let isOfCargo = others.contains(404) && [.cargos, .routing, .handling].contains(tag)
            self.problems = others.union([400, 401, 403, 406, 414, 422, 429, 503]).union(body.isEmpty ? [] : [408, 413, 415])
                .union(isOfCargo ? [410] : [])
        }
    }
}

extension Operation.Parameter {
    /// `limit`, the size of a page.
    static let limit = query("limit", .integer(in: 1...1000), "The maximum number of items; 100 if absent.", example: 100)

    /// `after` for a list in the order of its keys.
    static func after(_ key: Schema, _ word: String) -> Self { query("after", key, "The last \(word) of the previous page.") }

    /// `after` for events.
    static let afterEvent = query("after", .natural(), "The sequence number of the last event seen.", example: 0)

    /// A required `If-Match`.
    static let ifMatch = header(
        "If-Match",
        .text(pattern: #"^(\*|"[0-9]{1,15}"(, *"[0-9]{1,15}")*)$"#),
        "The ETag that you last read, several separated by commas, or * for any version.",
        example: #""1""#
    ).required

    /// `If-Match` of a route that takes any version without it.
    static let optionalIfMatch = header(
        "If-Match",
        ifMatch.schema,
        "The ETag that you last read, or several separated by commas; any version if absent.",
        example: #""1""#
    )

    /// `If-None-Match` of a read.
    static let ifNoneMatch = header(
        "If-None-Match",
        .text(),
        "The ETags of the caller's copies, separated by commas.",
        example: #""1""#
    )

    /// `If-Match` of a save in the repository API.
    static let saveIfMatch = header(
        "If-Match",
        .text(pattern: #"^("[0-9]{1,15}"(, *"[0-9]{1,15}")*)$"#),
        "For a stored aggregate: the version that was loaded, or several separated by commas.",
        example: #""1""#
    )

    /// `If-None-Match` of a save in the repository API.
    static let saveIfNoneMatch = header("If-None-Match", .text(pattern: #"^\*$"#), "For a new aggregate: `*`.")

    /// A named segment of a path.
    static func path(_ name: String) -> Self {
        let (schema, description): (Schema, String?) =
            switch name {
            case "trackingId": (TrackingId.schema, nil)
            case "voyageNumber": (VoyageNumber.schema, nil)
            case "unLocode": (UnLocode.schema, nil)
            case "customerId": (CustomerId.schema, nil)
            case "subscriptionId", "subscriptionID": (SubscriptionId.schema, nil)
            case "carrierEventId": (CarrierEventId.schema, nil)
            case "tokenName": (TokenName.schema, nil)
            case "eventID":
                (
                    .text(pattern: "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$", example: "00000000-0001-8007-8000-0134f2a9c5d6"),
                    nil
                )
            case "event": (HandlingEventName.schema, HandlingEventName.explanation)
            case "type": (HoldType.schema, "The type of the hold.")
            // safe: a segment's name is our own, and a test describes every route
            default: preconditionFailure("The path parameter \(name) has no schema")
            }
        return Self(name: name, place: "path", schema: schema, description: description, isRequired: true, example: schema.example)
    }
}

extension Operation.Header {
    /// The name of the field.
    var name: String { self == .viewETag ? "ETag" : rawValue }

    /// What the field says.
    var explanation: String {
        switch self {
        case .eTag: "The version of the aggregate."
        case .location: "The URL of the resource."
        case .link: "The link to the next page; absent on the last page."
        case .apiVersion: "The version of the standard: 2.2.0."
        case .currentPage: "The cursor of this page."
        case .prevPage: "The cursor of the previous page; absent on the first page."
        case .firstPage: "The cursor of the first page."
        case .lastPage: "The cursor of the last page."
        case .nextPage: "The cursor of the next page; absent on the last page."
        case .retryAfter: "The number of seconds to wait."
        case .viewETag: "Identifies the content of this view and changes whenever it does. It isn't a version for If-Match."
        }
    }

    /// The schema of the field's value.
    var schema: Schema { .text(pattern: self == .retryAfter ? "^[0-9]+$" : nil) }
}
