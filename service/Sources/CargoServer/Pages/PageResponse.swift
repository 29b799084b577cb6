import CargoLocalization
import Hummingbird

/// What every page has in addition to its content.
struct PageFrame: Sendable {
    /// The name of the service, the same in every language.
    let name = "Cargo"
    /// The tag of the page's language.
    let language = Language.current.tag
    /// The page's title, in the window and as its main heading.
    var title: String
    /// The URL of its live updates, if it has any.
    var live: String?
    /// The page's own URL, from which live updates load it again.
    var address: String?
    /// Whether it is a clerks' page, with their navigation.
    var isForClerks = false
    /// Whether it is a customer's page, with their navigation.
    var isForCustomers = false
    /// The token that protects its forms against forgery; nil if it has no forms.
    var csrf: String?
    /// Whether to offer sign-out; not if the service has no tokens.
    var canSignOut = false
    /// Whether the clerk may change anything; a viewer sees no forms.
    var canChange = true
    /// Whether to offer sign-in.
    var canSignIn = true
    /// Whether times may be local, too.
    let hasLocalTimes = !PortTimeZones.current.isEmpty
    /// The version of the style sheet and the script in their URLs.
    let stamp = PageResources.stamp
}

/// A page: its frame and its content.
struct HTMLPage<Content: Sendable>: Sendable {
    var page: PageFrame
    let content: Content
}

extension Response {
    /// Renders a page as a response whose header fields restrict the browser to what the page needs.
    static func page(_ name: PageTemplates.Name, _ page: HTMLPage<some Sendable>, status: HTTPResponse.Status = .ok) -> Response {
        var response = Response(status: status, media: .html, bytes: Array(PageTemplates.render(name, page).utf8))
        response.headers[.contentLanguage] = Language.current.tag
        response.headers[.vary] = "Accept-Language"
        response.headers[.contentSecurityPolicy] = pagePolicy
        // Our own forms need the referrer. Other sites must not get it, because it may contain a tracking id.
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.openerPolicy] = "same-origin"
        return response
    }

    /// Redirects to another page after a form was processed.
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
