import CargoApplication
import CargoDomain
import CargoWire
import Hummingbird

/// A response that has the version of what was changed.
protocol RevisionResponse: WireObject {
    /// The version.
    var version: Int64 { get }
}

extension CargoRevision: RevisionResponse {}
extension RegisterVoyage.Response: RevisionResponse {}
extension ReportPortCall.Response: RevisionResponse {}

extension HTTPRoute {
    /// The route of a change, at the operation's own place.
    ///
    /// With `?dryRun=true` the change is checked but not made.
    /// - Parameters:
    ///   - endpoint: the place, of an operation that has several.
    ///   - id: what the API description calls it.
    ///   - done: what a successful response means.
    ///   - body: the schema of the body.
    ///   - member: an optional member of the operation that the body must have; a place without a body must not have it.
    convenience init<Change: SentOperation>(
        _ change: Change.Type,
        at endpoint: Endpoint<Change> = Change.endpoint,
        _ kit: CargoKit,
        _ tag: Operation.Tag,
        _ id: String,
        _ summary: String,
        description: String? = nil,
        parameters: [Operation.Parameter] = [],
        body: Schema? = nil,
        with member: String? = nil,
        done: String
    ) where Change.Request: WireRequest, Change.Response: RevisionResponse {
        let isConditional = endpoint.precondition != .none
        let condition: [Operation.Parameter] = isConditional ? [endpoint.precondition == .required ? .ifMatch : .optionalIfMatch] : []
        let statuses: Set<Int> = endpoint.precondition == .required ? [412, 428] : isConditional ? [412] : []
        self.init(
            .init(endpoint.method),
            PathTemplate(stringLiteral: endpoint.path),
            .requires(.operate),
            Operation(
                tag,
                id,
                summary,
                description: description,
                parameters: condition + parameters + [.dryRun],
                body: body.map { [(.json, $0)] } ?? [],
                .reply(200, done, Change.Response.schema, .eTag),
                problems: .usual(and: statuses.union([404, 409]))
            )
        ) { call async throws(Problem) in
            _ = try call.preferred(of: .json)
            let version = try await call.expectedVersion(endpoint, kit)
            let (input, places) = try await call.fields(of: endpoint)
            let request = try reading(places) { () throws(DomainError) in try Change.Request.read(input, expectedVersion: version) }
            if let member, (input[member] == nil) == (endpoint.body != .none) {
                let code: DomainError.Code = endpoint.body == .none ? .shapeInvalid : .fieldRequired
                throw Problem(.validationFailed([.init(path: member, code: code)]), reading: places)
            }
            let outcome = await Change(try call.kit(kit)).execute(request)
            let response = try call.changed(outcome, places)
            try call.note(endpoint)
            return try call.checked(.json(response, version: response.version))
        }
    }
}

extension HTTPRequest.Method {
    /// The method of an operation's place.
    fileprivate init<Change: UseCase>(_ method: Endpoint<Change>.Method) {
        self =
            switch method {
            case .get: .get
            case .put: .put
            case .post: .post
            case .delete: .delete
            }
    }
}

extension WireRequest {
    /// Reads the request, for a version if it can be for one.
    fileprivate static func read(_ input: Input, expectedVersion: Int64?) throws(DomainError) -> Self {
        guard let versioned = Self.self as? any VersionedWireRequest.Type else { return try Self(input) }
        // safe: the type is this one
        guard let request = try versioned.init(input, expectedVersion: expectedVersion) as? Self else { return try Self(input) }
        return request
    }
}

extension Operation.Parameter {
    /// `dryRun`.
    static let dryRun = query("dryRun", .boolean, "Whether to check the change without making it; false if absent.", example: true)
}

extension Call {
    /// The name of the parameter with which a change is checked but not made.
    static let dryRun = "dryRun"

    /// The kit that performs the call's operation: with `?dryRun=true`, one that saves nothing.
    func kit(_ kit: CargoKit) throws(Problem) -> CargoKit { try flag(Self.dryRun) ? DryRun.kit(over: kit) : kit }

    /// The response, in a dry run without the tag and the place of what isn't there.
    func checked(_ response: Response) throws(Problem) -> Response {
        var response = response
        if try flag(Self.dryRun) { (response.headers[.eTag], response.headers[.location]) = (nil, nil) }
        return response
    }

    /// The version in `If-Match`.
    fileprivate func expectedVersion<Change: UseCase>(_ endpoint: Endpoint<Change>, _ kit: CargoKit) async throws(Problem) -> Int64? {
        let isGiven = !values(.ifMatch).isEmpty
        guard endpoint.precondition == .required || (endpoint.precondition == .optional && isGiven) else { return nil }
        return try await EntityTag.expectedVersion(ifMatch: values(.ifMatch)) { () async throws(Problem) in
            try await endpoint.placeNames.contains("voyageNumber")
                ? kit.storedVersion(ofVoyageIn: self) : kit.storedVersion(ofCargoIn: self)
        }
    }

    /// The fields of the request, and where each is.
    fileprivate func fields<Change: UseCase>(of endpoint: Endpoint<Change>) async throws(Problem) -> (Input, FieldPlaces) {
        let names = endpoint.placeNames
        switch endpoint.body {
        case .none: return (try parameters(besides: [Self.dryRun], path: names), .query)
        case .members: return (try await fields(query: [Self.dryRun], path: names), FieldPlaces(parameters: Set(names)))
        case .value(let name):
            return (
                try await fields(body: name, query: [Self.dryRun], path: names), FieldPlaces(parameters: Set(names), body: name)
            )
        }
    }

    /// Records what was changed: the cargo, or the voyage.
    fileprivate func note<Change: UseCase>(_ endpoint: Endpoint<Change>) throws(Problem) {
        trail.note(ids: try flag(Self.dryRun) ? [] : endpoint.placeNames.prefix(1).map { self[$0] })
    }
}
