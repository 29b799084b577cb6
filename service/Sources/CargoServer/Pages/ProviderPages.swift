import CargoApplication
import CargoLocalization
import Hummingbird
import Logging

/// Signing in at the company's identity provider: to it, and back.
struct ProviderPages: Sendable {
    let provider: IdentityProvider
    let client: ServerSettings.Identity.Client
    let clerks: PageAuthenticator
    let customers: PageAuthenticator

    var routes: [HTTPRoute] {
        [
            HTTPRoute(.get, "/sign-in", .everybody, nil, begin),
            HTTPRoute(.get, "/sign-in/callback", .everybody, nil, complete),
        ]
    }

    /// Redirects to the provider.
    private func begin(_ call: Call) async throws(Problem) -> Response {
        guard let address = await provider.metadata()?.authorization else { throw IdentityProvider.unavailable }
        let flow = SignInFlow(to: FormFields(query: call.target.query)["to"] ?? "")
        var response = Response.seeOther(flow.address(address, client))
        response.headers[.setCookie] = clerks.flowCookie(flow.cookie, seconds: SignInFlow.seconds, call)
        return response
    }

    /// Completes a sign-in with what the provider sends back (OpenID Connect Core, 3.1.2.5).
    ///
    /// A browser doesn't send a session cookie, which is `SameSite=Strict`, after a redirect from another site. So this isn't a redirect but
    /// a page that continues.
    private func complete(_ call: Call) async throws(Problem) -> Response {
        let fields = FormFields(query: call.target.query)
        guard let flow = clerks.flowCookies(of: call).compactMap(SignInFlow.init).first(where: { $0.hasState(fields["state"] ?? "") })
        else {
            // The cookie stays: the request may be another site's, and the sign-in that it is for still under way.
            return page(fault: localized("This sign-in was begun in another browser, or too long ago. Sign in again."))
        }
        // A provider that names itself must be this one (RFC 9207).
        if let issuer = fields["iss"], issuer != provider.settings.issuer {
            return failed(localized("The response is from another identity provider."), call)
        }
        guard fields["error"] == nil, let code = fields["code"] else {
            let reason = fields["error"].flatMap { $0.utf8.allSatisfy(TokenName.isAllowed) ? String($0.prefix(100)) : nil }
            return failed(localized("The identity provider didn't sign you in: \(reason ?? "no code")."), call)
        }
        guard let token = try await provider.idToken(for: code, verifier: flow.verifier) else {
            return failed(localized("The identity provider doesn't accept this sign-in any more. Sign in again."), call)
        }
        let identity: Identity?
        do throws(TokenFault) {
            identity = try await provider.holder(ofIdToken: token, nonce: flow.nonce)
        } catch {
            call.logger.warning("an ID token is refused", metadata: ["cause": "\(error.text)"])
            return failed(
                localized("The identity provider doesn't say who you are in a way that the service accepts. Tell the service's operator."),
                call
            )
        }
        guard let identity else { throw IdentityProvider.unavailable }
        guard !clerks.keeper.hasEnded(identity) else {
            return failed(localized("The identity provider doesn't accept this sign-in any more. Sign in again."), call)
        }
        let caller = identity.caller
        let area = caller.customer == nil ? clerks : customers
        guard caller.customer != nil || caller.may(.read) else {
            call.logger.info("sign-in without a role", metadata: ["caller": "\(caller.name)"])
            return failed(localized("You are signed in at the identity provider, but have no role in this service."), call)
        }
        call.trail.note(caller: caller)
        call.logger.info("signed in", metadata: ["caller": "\(caller.name)", "subject": "\(caller.subject ?? "")"])
        let to = area.local(flow.to)
        var response = Response.page(
            .signedIn,
            HTMLPage(page: PageFrame(title: localized("Signed in"), canSignIn: false), content: Continuation(to: to))
        )
        response.headers[values: .setCookie] = [
            try await area.signIn(caller, call, for: .seconds(60 * client.sessionMinutes)), clerks.flowCookie("", seconds: 0, call),
        ]
        response.headers[.refresh] = "0; url=\(to)"
        // The address has the code.
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }

    /// The content of the page after a sign-in.
    struct Continuation: Sendable {
        let to: String
    }

    private func failed(_ fault: String, _ call: Call) -> Response {
        var response = page(fault: fault)
        response.headers[.setCookie] = clerks.flowCookie("", seconds: 0, call)
        return response
    }

    private func page(fault: String) -> Response {
        let content = ClerkPages.SignIn(to: "", provider: SignInFlow.path, canUseToken: false, fault: fault)
        let page = HTMLPage(page: PageFrame(title: localized("Sign in")), content: content)
        var response = Response.page(.signIn, page, status: .unprocessableContent)
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }
}

extension PageAuthenticator {
    /// Where people sign in at the identity provider and continue to a page; nil if they can't.
    func providerAddress(to: String) -> String? {
        guard settings.identity?.client != nil else { return nil }
        return SignInFlow.path + "?to=" + PercentEncoding.encode(to)
    }

    /// Where someone who has signed out here signs out at the identity provider, too; nil if there is no such place (OpenID Connect
    /// RP-Initiated Logout 1.0).
    ///
    /// It names the client rather than the ID token, because tokens don't belong into addresses.
    func providerSignOut(of caller: Caller) async -> String? {
        guard caller.subject != nil, let client = settings.identity?.client, let end = await keeper.provider?.metadata()?.endSession else {
            return nil
        }
        return end.addingQuery([("client_id", client.id), ("post_logout_redirect_uri", client.address + "/")])
    }

    /// Responds to one who has signed out.
    func signedOut(_ caller: Caller?, _ call: Call) async -> Response {
        var response = Response.seeOther("/")
        if let caller, let address = await providerSignOut(of: caller) {
            let frame = PageFrame(title: localized("Signed out"), canSignIn: false)
            response = .page(.signedOut, HTMLPage(page: frame, content: ProviderPages.Continuation(to: address)))
            response.headers[.refresh] = "0; url=\(address)"
        }
        response.headers[.setCookie] = noCookie(call)
        return response
    }
}

extension FieldName {
    /// `Refresh`.
    static let refresh = known("Refresh")
}
