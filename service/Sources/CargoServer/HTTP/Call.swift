import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird
import Logging

/// A request as a route sees it: routed and decoded, with its caller identified.
struct Call: Sendable {
    let route: HTTPRoute
    let request: HTTPRequest
    let target: Target
    /// The values of the path's named segments.
    let parameters: [String: String]
    let caller: Caller
    /// The client's address.
    let address: AddressPrefix
    let id: RequestId
    let body: IncomingBody
    let connection: Connection
    /// What the log records about this request's writes.
    let trail: WriteTrail
    private let unnamedLogger: Logger

    init(
        route: HTTPRoute,
        request: HTTPRequest,
        target: Target,
        parameters: [String: String],
        caller: Caller,
        address: AddressPrefix,
        id: RequestId,
        body: IncomingBody,
        connection: Connection,
        trail: WriteTrail,
        logger: Logger
    ) {
        self.route = route
        self.request = request
        self.target = target
        self.parameters = parameters
        self.caller = caller
        self.address = address
        self.id = id
        self.body = body
        self.connection = connection
        self.trail = trail
        unnamedLogger = logger
    }

    /// A logger that adds the request's id to each entry.
    var logger: Logger { unnamedLogger.naming(request: id) }

    /// The value of a named path segment.
    subscript(parameter: String) -> String { parameters[parameter] ?? "" }

    /// The values of a header field, one for each occurrence.
    func values(_ name: FieldName) -> [String] { request.headerFields[values: name] }

    /// The media type that the caller prefers.
    /// - Throws: `not_acceptable`.
    func preferred(of kinds: Media...) throws(Problem) -> Media {
        guard let kind = Media.preferred(of: kinds, accept: values(.accept)) else {
            throw Problem(.notAcceptable, detail: "Available formats: \(kinds.map(\.rawValue).joined(separator: ", ")).")
        }
        return kind
    }

    /// The media type of the request's body.
    /// - Throws: `media_type_unsupported`.
    func content(of kinds: Media...) throws(Problem) -> Media {
        guard let field = request.headerFields[.contentType], let kind = Media(contentType: field), kinds.contains(kind) else {
            var headers = HTTPFields()
            let readable = kinds.map(\.rawValue).joined(separator: ", ")
            if request.method == .post { headers[.acceptPost] = readable }
            throw Problem(.mediaTypeUnsupported, detail: "Accepted formats: \(readable).", headers: headers)
        }
        return kind
    }
}

extension Call {
    /// The query and the named path segments as the fields of a use case.
    /// - Parameters:
    ///   - integers: names whose values are integers.
    ///   - names: maps names in the query to the use case's names.
    ///   - own: the query parameters that the route reads itself.
    ///   - places: named path segments that the use case needs.
    /// - Throws: `validation_failed` if a name occurs twice.
    func parameters(
        integers: Set<String> = [],
        renaming names: [String: String] = [:],
        besides own: Set<String> = [],
        path places: [String] = []
    ) throws(Problem) -> Input {
        var members: [Input.Member] = places.map { .init(name: $0, value: .text(self[$0])) }
        if target.query.isEmpty { return Input(members: members) }
        var taken = Set(places)
        for (written, value) in target.query where !own.contains(written) {
            let name = names[written] ?? written
            // A field that the query renames isn't known under the use case's own name.
            let isUnknown = names[written] == nil && names.values.contains(written)
            guard !isUnknown, taken.insert(name).inserted else {
                throw Problem(.validationFailed([.init(path: written, code: .shapeInvalid)]), reading: .query)
            }
            members.append(.init(name: name, value: integers.contains(name) ? Input(digits: value) : .text(value)))
        }
        return Input(members: members)
    }

    /// The members of a JSON body and named path segments, as the fields of a use case.
    /// - Parameters:
    ///   - member: the field whose value is the whole body; nil if the body's members are the fields.
    ///   - allowed: the query parameters that the route reads itself.
    ///   - places: the named path segments.
    /// - Throws: as `json`; `validation_failed` if the body has a member that the path already names, or if there is another query;
    ///   `body_too_large` if an object or a list in it has more than `maximumItems`.
    func fields(body member: String? = nil, query allowed: Set<String> = [], path places: [String] = []) async throws(Problem) -> Input {
        try refuseQuery(but: allowed)
        let body = try await json()
        guard body.hasAtMost(Self.maximumItems) else {
            throw Problem(.bodyTooLarge, detail: "An object or a list may have at most \(Self.maximumItems) items.")
        }
        var members: [Input.Member]
        if let member {
            members = [.init(name: member, value: body)]
        } else {
            guard case .object(let own) = body else {
                throw Problem(.validationFailed([.init(path: "", code: .shapeInvalid)]), reading: FieldPlaces())
            }
            members = own
        }
        for place in places {
            guard body[place] == nil || member != nil else {
                throw Problem(.validationFailed([.init(path: place, code: .shapeInvalid)]), reading: FieldPlaces())
            }
            members.append(.init(name: place, value: .text(self[place])))
        }
        return Input(members: members)
    }

    /// Parses the JSON body.
    /// - Throws: `media_type_unsupported`, `json_invalid`, and the errors of `IncomingBody.bytes`.
    func json(isBatch: Bool = false) async throws(Problem) -> Input {
        _ = try content(of: .json)
        let bytes = try await body.bytes(for: .json, isBatch: isBatch)
        do throws(DomainError) {
            return try bytes.withUnsafeBytes { raw in
                Result { () throws(DomainError) in try JSONParser.parse(raw, hugeIntegers: .kept) }
            }.get()
        } catch {
            throw Problem(error)
        }
    }

    /// Returns the response with its entity tag, or 304 if the caller's copy is current.
    func cached(_ response: Response) -> Response {
        var response = response
        if let tag = response.headers[.eTag], EntityTag.isKnown(tag, ifNoneMatch: values(.ifNoneMatch)) {
            response = Response(status: .notModified, headers: [.eTag: tag])
        }
        response.headers[.cacheControl] = Self.revalidated
        return response
    }

    /// Returns the reply with a tag, or 304 if the caller's copy is current.
    func cached(_ body: ByteBuffer, _ media: Media, tag: String) -> Reply {
        if EntityTag.isKnown(tag, ifNoneMatch: values(.ifNoneMatch)) {
            return Reply(status: .notModified, headers: [.eTag: tag, .cacheControl: Self.revalidated], body: ByteBuffer())
        }
        return Reply(status: .ok, headers: [.contentType: media.contentType, .eTag: tag, .cacheControl: Self.revalidated], body: body)
    }

    private static let revalidated = "private, no-cache"
    /// The maximum number of members of an object, and of elements of a list, in a body with fields: each may be an error in the response.
    ///
    /// It is above every limit of the domain, such as that of a schedule.
    static let maximumItems = 1000

    /// Rejects a query on a route that takes none, or none but some parameters.
    /// - Throws: `validation_failed`.
    func refuseQuery(but allowed: Set<String> = []) throws(Problem) {
        let failures = target.query.filter { !allowed.contains($0.name) }.map {
            DomainError.FieldError(path: $0.name, code: .shapeInvalid)
        }
        if !failures.isEmpty { throw Problem(.validationFailed(failures), reading: .query) }
    }

    /// The value of a query parameter that is `true` or `false`; false if it is absent.
    /// - Throws: `validation_failed` if it is anything else, or occurs twice.
    func flag(_ name: String) throws(Problem) -> Bool {
        let given = target.query.filter { $0.name == name }
        guard let value = given.first?.value else { return false }
        guard given.count == 1, value == "true" || value == "false" else {
            throw Problem(.validationFailed([.init(path: name, code: .shapeInvalid)]), reading: .query)
        }
        return value == "true"
    }
}

extension Input {
    /// Whether no object and no list in the value has more than this number of items.
    fileprivate func hasAtMost(_ maximum: Int) -> Bool {
        switch self {
        case .text, .integer, .hugeInteger, .boolean: true
        case .list(let elements): elements.count <= maximum && elements.allSatisfy { $0.hasAtMost(maximum) }
        case .object(let members): members.count <= maximum && members.allSatisfy { $0.value.hasAtMost(maximum) }
        }
    }
}

extension WireRequest {
    /// Parses a use case's request from the call's input.
    /// - Throws: `validation_failed`.
    static func read(_ input: Input, _ places: FieldPlaces) throws(Problem) -> Self {
        try reading(places) { () throws(DomainError) in try Self(input) }
    }
}

/// Runs a step and converts its domain error to a problem of this call.
func reading<Value>(_ places: FieldPlaces, _ step: () throws(DomainError) -> Value) throws(Problem) -> Value {
    do throws(DomainError) {
        return try step()
    } catch {
        throw Problem(error, reading: places)
    }
}

extension Call {
    /// The `Link` value for the next page: the same query, continued after the given item.
    func nextLink(after key: String) -> String {
        let kept = target.query.filter { $0.name != "after" } + [("after", key)]
        let query = EncodedFields.text(of: kept)
        let path = target.path.map { "/" + PercentEncoding.encode($0) }.joined()
        return "<\(path)?\(query)>; rel=\"next\""
    }
}
