import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The public pages: the search for a cargo, and its progress.
struct PublicPages: Sendable {
    let kit: CargoKit
    let updates: LiveUpdates
    let canSignIn: Bool
    let overdueAfter: Duration

    var routes: [HTTPRoute] {
        [
            HTTPRoute(.get, "/", .everybody, nil, home),
            HTTPRoute(.get, "/track", .everybody, nil, search),
            HTTPRoute(.get, "/track/{trackingId}", .requires(.track), nil, track),
            HTTPRoute(.get, "/track/{trackingId}/live", .requires(.track), nil, live),
            HTTPRoute(.get, "/assets/{name}", .everybody, nil, asset),
        ]
    }

    /// The content of the search page.
    struct Home: Sendable {
        /// The text of a search that found nothing, or several cargos.
        var text = ""
        var fault: String?
        /// The cargos that a search found, if there are several.
        var choices: [Choice] = []
        var hasChoices = false
        /// A sentence about the cargos that aren't shown.
        var rest: String?

        /// A cargo to choose; it shows no more than the cargo's own page.
        struct Choice: Sendable {
            let id: String
            let address: String
            let origin: String
            let destination: String
            let transport: String
        }
    }

    private func home(_ call: Call) async throws(Problem) -> Response { form(Home()) }

    /// Redirects from the form to the cargo's own page, whose URL can be bookmarked.
    private func search(_ call: Call) async throws(Problem) -> Response {
        let fields = FormFields(query: call.target.query)
        guard case .text(let text)? = fields.input(["id": .text]).first?.value else {
            return form(
                Home(text: fields["id"] ?? "", fault: localized("Enter a tracking id or a reference.")),
                status: .unprocessableContent
            )
        }
        return .seeOther(Self.address(String(text.prefix(200))))
    }

    private func track(_ call: Call) async throws(Problem) -> Response {
        guard let seen = try await look(call["trackingId"]) else {
            return try await choose(call["trackingId"])
        }
        let address = Self.address(seen.view.trackingId.text)
        var frame = PageFrame(title: localized("Cargo \(seen.view.trackingId.text)"), canSignIn: canSignIn)
        frame.address = address
        frame.live = "\(address)/live?seen=\(seen.state)"
        let content = TrackingContent(seen.view, showsCustomer: false, now: kit.clock.now(), overdueAfter: overdueAfter)
        return .page(.track, HTMLPage(page: frame, content: content))
    }

    private static func address(_ text: String) -> String { "/track/" + PercentEncoding.encode(text) }

    /// Looks for a reference: redirects to the only cargo that has it, or lets the caller choose among several.
    private func choose(_ text: String) async throws(Problem) -> Response {
        let found = try await kit.lookUp(TypedLookup(text).forPublic, limit: Self.maximumChoices).orProblem()
        if found.cargos.count == 1, let cargo = found.cargos.first { return .seeOther(Self.address(cargo.trackingId.text)) }
        var home = Home(text: text)
        guard !found.cargos.isEmpty else {
            // The same response for an invalid text, an unknown one and one that the caller may not see.
            home.fault = localized("No cargo found with this tracking id or reference.")
            return form(home, status: .notFound)
        }
        home.choices = found.cargos.map { cargo in
            Home.Choice(
                id: cargo.trackingId.text,
                address: Self.address(cargo.trackingId.text),
                origin: cargo.origin.text,
                destination: cargo.destination.text,
                transport: cargo.transportStatus.words
            )
        }
        home.hasChoices = true
        if found.next != nil { home.rest = localized("These are the first \(Self.maximumChoices). Enter a tracking id to find others.") }
        return form(home)
    }

    private static let maximumChoices = 20

    private func live(_ call: Call) async throws(Problem) -> Response {
        let text = call["trackingId"]
        guard let id = try await look(text)?.view.trackingId else { throw Problem(.rule(.cargoNotFound)) }
        return try await updates.stream(of: id, nil, call) { () async throws(Problem) in
            guard let seen = try await look(text) else { throw Problem(.rule(.cargoNotFound)) }
            return seen.state
        }
    }

    /// The cargo and a token for its state; nil if there is no such cargo that the caller may see.
    private func look(_ text: String) async throws(Problem) -> (view: CargoTrackingView, state: String)? {
        do throws(DomainError) {
            let id = try TrackingId(text)
            // Read the version before the view: if the cargo changes in between, the token is outdated and the page gets notified. A cargo in an
            // archive, which doesn't change, has none; of one that isn't there, tracking says so.
            let version = try? await FindCargo(kit).execute(.init(trackingId: id)).get().version
            let view = try await TrackCargo(kit).execute(.init(trackingId: id)).get()
            return (view, LiveUpdates.state(of: view, version: version ?? 0))
        } catch {
            guard error.code == .cargoNotFound || error.code == .trackingIdInvalid else { throw Problem(error) }
            return nil
        }
    }

    private func form(_ home: Home, status: HTTPResponse.Status = .ok) -> Response {
        .page(.home, HTMLPage(page: PageFrame(title: localized("Where is my cargo?"), canSignIn: canSignIn), content: home), status: status)
    }

    private func asset(_ call: Call) async throws(Problem) -> Response {
        guard let asset = PageResources.assets.first(where: { $0.name == call["name"] }) else { throw Problem(.notFound) }
        return Response(
            status: .ok,
            headers: [.contentType: asset.contentType, .cacheControl: "public, max-age=86400"],
            body: .init(byteBuffer: asset.body)
        )
    }
}
