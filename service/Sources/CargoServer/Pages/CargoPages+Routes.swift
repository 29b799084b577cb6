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
        /// The form with the limits of the search.
        let search: FormView
        let candidates: [Candidate]
        let isEmpty: Bool
        /// What can be done if there is no route.
        let advice: String
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
        let fields = FormFields(query: call.target.query)
        var faults = FormFaults()
        var routes = FindRoutes.Response(itineraries: [])
        let hours = Self.connectionHours(fields)
        if let hours {
            routes = try await FindRoutes(kit).execute(.init(for: id, limit: 6, minimumConnection: .seconds(hours * 3600))).orProblem()
        } else {
            let most = Self.connectionRange.upperBound
            faults.add(localized("Enter a whole number of hours from 0 to \(most)."), at: "connection")
        }
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
            search: FormView("search", Self.searchPatterns, filled: fields, faults: faults),
            candidates: found.enumerated().map { Routes.Candidate($1, number: $0 + 1, known, deadline: view.arrivalDeadline) },
            isEmpty: found.isEmpty && hours != nil,
            advice: hours == 0
                ? localized("No route arrives in time. Change the destination or the deadline, or wait for new voyages.")
                : localized("No route has at least this much time between its voyages. Enter fewer hours, or wait for new voyages."),
            late: routes.tooLate.first.map { earliest in
                let late = Self.late(earliest, view.arrivalDeadline)
                return hours == 0 ? late : late + " " + localized("With fewer hours between voyages, a route may arrive earlier.")
            }
        )
        let frame = authenticator.frame(localized("Routes for \(id.text)"), clerk)
        return .page(.routes, HTMLPage(page: frame, content: content), status: faults.isEmpty ? .ok : .unprocessableContent)
    }

    /// The minimum time between two voyages that can be asked for, in hours.
    private static let connectionRange = 0...1000

    /// The minimum time between two voyages, in hours: 0 if the field is empty, nil if its text isn't a number in the range.
    private static func connectionHours(_ fields: FormFields) -> Int? {
        guard let text = fields.text("connection") else { return 0 }
        guard text.utf8.allSatisfy(\.isASCIIDigit), let hours = Int(text), connectionRange.contains(hours) else { return nil }
        return hours
    }

    private static var searchPatterns: [FormView.Pattern] {
        [
            .init(
                name: "connection",
                label: localized("Minimum time between voyages, in hours"),
                hint: localized("Leave empty for none."),
                isRequired: false,
                isNumber: true
            )
        ]
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
