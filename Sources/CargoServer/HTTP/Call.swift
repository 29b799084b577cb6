#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import Hummingbird
import Logging

/// A request as the answer of a route sees it: routed, decoded, its caller known.
struct Call: Sendable {
    let request: Request
    let target: Target
    /// What stands in the named places of the path.
    let parameters: [String: String]
    let caller: Caller
    /// Where it comes from.
    let address: AddressPrefix
    let id: String
    let body: IncomingBody
    let connection: Connection
    /// What the log says of this request's writes.
    let trail: WriteTrail
    private let unnamedLogger: Logger

    init(
        request: Request,
        target: Target,
        parameters: [String: String],
        caller: Caller,
        address: AddressPrefix,
        id: String,
        body: IncomingBody,
        connection: Connection,
        trail: WriteTrail,
        logger: Logger
    ) {
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

    /// A log whose entries name the request.
    var logger: Logger { unnamedLogger.naming(request: id) }

    /// What stands in a named place of the path.
    subscript(parameter: String) -> String { parameters[parameter] ?? "" }

    /// The values of a header field, one for each time that it stands there.
    func values(_ name: FieldName) -> [String] { request.headers[values: name] }

    /// The kind of answer that the caller likes best.
    /// - Throws: `not_acceptable`.
    func preferred(of kinds: Media...) throws(Problem) -> Media {
        guard let kind = Media.preferred(of: kinds, accept: values(.accept)) else {
            throw Problem(.notAcceptable, detail: "It can be " + kinds.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return kind
    }

    /// The kind of content that the caller sends.
    /// - Throws: `media_type_unsupported`.
    func content(of kinds: Media...) throws(Problem) -> Media {
        guard let field = request.headers[.contentType], let kind = Media(contentType: field), kinds.contains(kind) else {
            var headers = HTTPFields()
            let readable = kinds.map(\.rawValue).joined(separator: ", ")
            if request.method == .post { headers[.acceptPost] = readable }
            throw Problem(.mediaTypeUnsupported, detail: "It reads \(readable).", headers: headers)
        }
        return kind
    }
}

extension Call {
    /// The query and the named places as a use case's fields.
    /// - Parameters:
    ///   - integers: names whose values are whole numbers.
    ///   - names: names in the query, and what the use case calls them.
    ///   - places: names in the path that the use case asks for.
    /// - Throws: `validation_failed` where a name stands twice.
    func parameters(integers: Set<String> = [], renaming names: [String: String] = [:], path places: String...) throws(Problem) -> Input {
        var members: [Input.Member] = places.map { .init(name: $0, value: .text(self[$0])) }
        var taken = Set(places)
        for (written, value) in target.query {
            let name = names[written] ?? written
            // A name of the use case that has another one here is unknown.
            let isUnknown = names[written] == nil && names.values.contains(written)
            guard !isUnknown, taken.insert(name).inserted else {
                throw Problem(.validationFailed([.init(path: written, code: .shapeInvalid)]), reading: .query)
            }
            members.append(.init(name: name, value: integers.contains(name) ? Input(digits: value) : .text(value)))
        }
        return Input(members: members)
    }

    /// The members of a JSON body together with named places of the path, as a use case's fields.
    /// - Parameter member: the field that the whole body is the value of; absent where the body's members are fields themselves.
    /// - Throws: as `json`; `validation_failed` where the body has a member that the path names already, or where there is a query.
    func fields(body member: String? = nil, path places: String...) async throws(Problem) -> Input {
        try refuseQuery()
        let body = try await json()
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

    /// The JSON body.
    /// - Throws: `media_type_unsupported`, `json_invalid`, and as `IncomingBody.bytes`.
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

    /// An answer with an entity tag, or that the caller's copy of it is still right.
    func cached(_ response: Response) -> Response {
        var response = response
        if let tag = response.headers[.eTag], EntityTag.isKnown(tag, ifNoneMatch: values(.ifNoneMatch)) {
            response = Response(status: .notModified, headers: [.eTag: tag])
        }
        response.headers[.cacheControl] = "private, no-cache"
        return response
    }

    /// Refuses a query, where a route has none.
    /// - Throws: `validation_failed`.
    func refuseQuery() throws(Problem) {
        let failures = target.query.map { DomainError.FieldError(path: $0.name, code: .shapeInvalid) }
        if !failures.isEmpty { throw Problem(.validationFailed(failures), reading: .query) }
    }
}

extension UseCaseRequest {
    /// Reads a use case's request from what a call says.
    /// - Throws: `validation_failed`.
    static func read(_ input: Input, _ places: FieldPlaces) throws(Problem) -> Self {
        try reading(places) { () throws(DomainError) in try Self(input) }
    }
}

/// Takes a step that ends in a domain error, as a problem of the call.
func reading<Value>(_ places: FieldPlaces, _ step: () throws(DomainError) -> Value) throws(Problem) -> Value {
    do throws(DomainError) {
        return try step()
    } catch {
        throw Problem(error, reading: places)
    }
}

extension Call {
    /// The `Link` field that leads to the next page: the same query, after another item.
    func nextLink(after key: String) -> String {
        let kept = target.query.filter { $0.name != "after" } + [("after", key)]
        let query = kept.map { PercentEncoding.encode($0.0) + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
        let path = target.path.map { "/" + PercentEncoding.encode($0) }.joined()
        return "<\(path)?\(query)>; rel=\"next\""
    }
}
#endif
