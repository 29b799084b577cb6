#if Server
import Hummingbird

/// What every page has besides its content.
struct PageFrame: Sendable {
    /// What the page is called, in the window's title and as its first heading.
    var title: String
    /// Where its live updates come from, if it has any.
    var live: String?
    /// Where the page itself is had, for its live updates.
    var address: String?
    /// Whether it is one of the clerks' pages, with their navigation.
    var isForClerks = false
    /// The token that its forms carry against forgery; absent where there are none.
    var csrf: String?
    /// Whether one can sign out: not where everybody may do everything.
    var canSignOut = false
    /// Whether the clerk may change anything: a viewer sees no forms.
    var canChange = true
    /// Whether there is a sign-in to offer.
    var canSignIn = true
    /// The stamp of style sheet and script.
    let stamp = PageResources.stamp
}

/// A page: its frame and its content.
struct Page<Content: Sendable>: Sendable {
    var page: PageFrame
    let content: Content
}

extension Response {
    /// A page as an answer, with what keeps browsers from doing more than it needs.
    static func page(_ name: PageTemplates.Name, _ page: Page<some Sendable>, status: HTTPResponse.Status = .ok) -> Response {
        var response = Response(status: status, media: .html, bytes: Array(PageTemplates.embedded.render(name, page).utf8))
        response.headers[.contentSecurityPolicy] = pagePolicy
        // Forms of ours say where they come from; other sites are told nothing, a tracking id least of all.
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.openerPolicy] = "same-origin"
        return response
    }

    /// Leads on to another page after a form was taken.
    static func seeOther(_ path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }

    private static let pagePolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
        frame-ancestors 'none'
        """
}

extension FieldName {
    /// `Cross-Origin-Opener-Policy`.
    static let openerPolicy = known("Cross-Origin-Opener-Policy")
    /// `Sec-Fetch-Site`.
    static let fetchSite = known("Sec-Fetch-Site")
}
#endif
