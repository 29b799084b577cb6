#if Server
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoMaps
import CargoWire
import Hummingbird

/// The page with the routes that a cargo could take.
extension CargoPages {
    /// What the page shows.
    struct Routes: Sendable {
        let path: String
        /// The text of the link to the cargo's page.
        let back: String
        let version: Int64
        /// The sentence that says what is asked of a route.
        let request: String
        let candidates: [Candidate]
        let isEmpty: Bool
        /// A sentence that says that every route arrives too late; nil if one is in time.
        let late: String?

        /// A route candidate.
        struct Candidate: Sendable {
            let number: Int
            /// The label of the button that chooses the route.
            let choose: String
            let arrival: PageTime
            let margin: String
            let duration: String
            let count: String
            let map: String
            let legs: [TrackingContent.Leg]
            /// The route as the form sends it back; nil if it arrives too late to be chosen.
            let json: String?
            let isFirst: Bool
        }
    }

    func candidates(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let id = try trackingId(of: call)
        let (view, version) = try await look(id)
        let routes = try await FindRoutes(kit).execute(.init(for: id, limit: 6)).orProblem()
        let found = routes.itineraries + routes.tooLate
        var names: [UnLocode: Location] = [:]
        for code in Set(found.flatMap(\.legs).flatMap { [$0.loadLocation, $0.unloadLocation] }) {
            switch await FindLocation(kit).execute(.init(unLocode: code)) {
            case .success(let location): names[code] = location
            case .failure(let error): if error.code != .locationNotFound { throw Problem(error) }
            }
        }
        let known = names
        let content = Routes(
            path: Self.path(id),
            back: localized("Back to cargo \(id.text)"),
            version: version,
            request: localized(
                """
                From \(view.origin.nameAndCode) to \(view.destination.nameAndCode), arriving before \(PageTime(view.arrivalDeadline).text).
                """
            ),
            candidates: found.enumerated().map { Routes.Candidate($1, number: $0 + 1, known, deadline: view.arrivalDeadline) },
            isEmpty: found.isEmpty,
            late: routes.tooLate.first.map { Self.late($0, view.arrivalDeadline) }
        )
        return .page(.routes, HTMLPage(page: authenticator.frame(localized("Routes for \(id.text)"), clerk), content: content))
    }

    func assign(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        try await Self.outcome([]) { () async throws(DomainError) in
            let itinerary = try JSONParser.parse(form["itinerary"] ?? "")
            let input = Input(members: [.init(name: "itinerary", value: itinerary), .trackingId(id)])
            _ = try await AssignRoute(kit).execute(try .init(input, expectedVersion: form.version)).get()
        }
    }

    /// By how much the earliest route misses the deadline.
    private static func late(_ earliest: Itinerary, _ deadline: Instant) -> String {
        let end = earliest.lastUnloadTime
        let (before, arrival) = (PageTime(deadline).text, PageTime(end).text)
        guard end > deadline else {
            return localized("No route arrives before \(before) UTC. The earliest arrives at exactly that time.")
        }
        let late = localized("\(PageTime.span(milliseconds: end.epochMilliseconds - deadline.epochMilliseconds)) late")
        return localized("No route arrives before \(before) UTC. The earliest arrives \(arrival) UTC, \(late).")
    }
}

extension CargoPages.Routes.Candidate {
    fileprivate init(_ itinerary: Itinerary, number: Int, _ names: [UnLocode: Location], deadline: Instant) {
        var writer = JSONWriter()
        itinerary.write(to: &writer)
        let legs = itinerary.legs
        // safe: an itinerary has at least one leg
        let start = legs[0].loadTime.epochMilliseconds
        let end = itinerary.lastUnloadTime.epochMilliseconds
        let margin = deadline.epochMilliseconds - end
        let isLate = margin <= 0
        let location = { (code: UnLocode) in names[code] ?? Location(unLocode: code, name: LocationName(code)) }
        self.init(
            number: number,
            choose: localized("Choose route \(number)"),
            arrival: PageTime(itinerary.lastUnloadTime, at: itinerary.lastUnloadLocation),
            margin: isLate
                ? localized("\(PageTime.span(milliseconds: -margin)) late") : localized("\(PageTime.span(milliseconds: margin)) to spare"),
            duration: PageTime.span(milliseconds: end - start),
            count: legs.count == 1 ? localized("Direct") : localized("\(legs.count) voyages"),
            map: CargoMap(itinerary, location: location).svg(id: "map-\(number)"),
            legs: legs.enumerated().map { TrackingContent.Leg($1, number: $0 + 1, linksVoyage: true) { location($0).nameAndCode } },
            json: isLate ? nil : writer.text,
            isFirst: number == 1
        )
    }
}
#endif
