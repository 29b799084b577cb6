import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The routes that manage tokens and sign people out.
struct AccessRoutes: Sendable {
    let directory: AccessDirectory

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .post,
                "/v1/tokens",
                .requires(.maintain),
                Operation(
                    .access,
                    "createToken",
                    "Create a token",
                    description: """
                        The token counts at once here, and in every other process within a second. A caller can only give permissions that they have \
                        themselves. The name of a revoked token can be used again.
                        """,
                    body: [(.json, NewToken.schema)],
                    .reply(201, "The token counts. Keep its secret: it isn't shown again.", TokenView.schema, .location),
                    problems: .usual(and: [409])
                ),
                create
            ),
            HTTPRoute(
                .get,
                "/v1/tokens",
                .requires(.maintain),
                Operation(
                    .access,
                    "listTokens",
                    "List tokens by name",
                    description: "Without those of the service's settings; revoked and expired ones for 30 days.",
                    parameters: [.after(TokenName.schema, "name"), .limit],
                    .reply(200, "One page of the list, without secrets.", TokenList.schema, .link)
                ),
                list
            ),
            HTTPRoute(
                .delete,
                "/v1/tokens/{tokenName}",
                .requires(.maintain),
                Operation(
                    .access,
                    "revokeToken",
                    "Revoke a token",
                    description: "Its holder's sessions and event streams end, in every process within a second.",
                    .reply(204, "The token doesn't count any more."),
                    problems: .usual(and: [404])
                ),
                revoke
            ),
            HTTPRoute(
                .post,
                "/v1/sign-outs",
                .requires(.maintain),
                Operation(
                    .access,
                    "signOut",
                    "End all sessions of someone",
                    description: """
                        Of the holder of a token, or of a person of the identity provider. Tokens that the provider issued to the person until now are refused, too. \
                        They can sign in again, unless the token is revoked, or the provider doesn't let them.
                        """,
                    body: [(.json, NewSignOut.schema)],
                    .reply(204, "The sessions have ended, in every process within a second.")
                ),
                signOut
            ),
        ]
    }

    private func desk() throws(Problem) -> ManageAccess {
        guard let desk = directory.desk else { throw Problem(.technical(.storeUnavailable, cause: "this store doesn't keep tokens")) }
        return desk
    }

    private func create(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request = try NewToken.read(try await call.fields(), FieldPlaces())
        guard let own = call.caller.role, request.role.permissions.isSubset(of: own.permissions) else {
            throw Problem(.roleInsufficient, detail: "A caller can only give permissions that they have themselves.")
        }
        if let end = request.expiresAt, end <= directory.clock.now() {
            throw Problem(.validationFailed([.init(path: "expiresAt", code: .shapeInvalid)]), reading: FieldPlaces())
        }
        // The log doesn't tell two holders of one name apart.
        guard !directory.settings.tokens.contains(where: { $0.name == request.name.text }) else { throw Problem(.tokenExists) }
        let creation = try await desk().create(
            request.name,
            role: request.role,
            customer: request.customerId,
            expiresAt: request.expiresAt,
            createdBy: call.caller.name
        )
        switch try creation.orProblem() {
        case .exists: throw Problem(.tokenExists)
        case .tooMany: throw Problem(.tokensTooMany)
        case .created(let token, let secret):
            await directory.refresh()
            call.trail.note(ids: [token.name.text])
            var response = Response.json(TokenView(token, secret: secret, at: directory.clock.now()), status: .created)
            response.headers[.location] = "/v1/tokens/\(token.name)"
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    private func list(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request = try TokenPage.read(try call.parameters(integers: ["limit"]), .query)
        let all = try await desk().list().orProblem()
        let rest = all.drop { token in request.after.map { token.name <= $0 } ?? false }
        let items = rest.prefix(request.limit)
        let next = items.count < rest.count ? items.last?.name : nil
        let now = directory.clock.now()
        var response = Response.json(TokenList(next: next, tokens: items.map { TokenView($0, at: now) }))
        if let next { response.headers[.link] = call.nextLink(after: next.text) }
        return response
    }

    private func revoke(_ call: Call) async throws(Problem) -> Response {
        try call.refuseQuery()
        // A name that is invalid is like one that is unknown.
        guard let name = try? TokenName(call["tokenName"]), try await desk().revoke(name).orProblem() else { throw Problem(.tokenNotFound) }
        await directory.refresh()
        call.trail.note(ids: [name.text])
        return Response(status: .noContent)
    }

    private func signOut(_ call: Call) async throws(Problem) -> Response {
        let request = try NewSignOut.read(try await call.fields(), FieldPlaces())
        try await desk().signOutEverywhere(request.principal).orProblem()
        await directory.refresh()
        call.trail.note(ids: [request.name])
        return Response(status: .noContent)
    }
}

/// A page of tokens.
struct TokenList: WireObject {
    static let form = ObjectForm<TokenList>("TokenList", .optional("next", \.next), .member("tokens", \.tokens))

    let next: TokenName?
    let tokens: [TokenView]
}
