import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

struct CandidatesCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "candidates",
        abstract: "Find routes for a cargo, best first.",
        discussion: """
            Routes follow the schedules of the registered voyages, start where the cargo is, and arrive \
            before its deadline. At sea, they begin with its present voyage. The earliest \
            arrival comes first, then fewer legs, then the later departure.

            If no route arrives in time, those that arrive too late are shown. With -o json, ndjson or csv, \
            they are printed only with --late.

            EXAMPLES
              cargo-cli route candidates ABC123
              cargo-cli route candidates ABC123 --min-connection PT12H --max-legs 3 -o json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Argument(help: "Tracking id of the cargo, or a reference that no other cargo has.") var id: String
    @OptionGroup var options: RouteOptions
    @Flag(name: .customLong("late"), help: "If no route arrives in time, print those that arrive too late.") var isPrintingLate = false

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.desk()
        let found = try await Candidates.find(id, options, desk)
        if session.format == .table { return try await show(found, desk, session) }
        let itineraries = isPrintingLate && found.itineraries.isEmpty ? found.tooLate : found.itineraries
        if session.format == .csv {
            var printer = ListPrinter(session.console, .csv, Candidates.legs)
            for (index, itinerary) in itineraries.enumerated() {
                for leg in itinerary.legs { try printer.add(.init(candidate: index + 1, leg: leg)) }
            }
            return try printer.finish(nothing: "")
        }
        var printer = ListPrinter(session.console, session.format, Layout<Itinerary>())
        for itinerary in itineraries { try printer.add(itinerary) }
        try printer.finish(nothing: "")
    }

    /// Shows the routes, or, if none arrives in time, by how much they are late and how to go on.
    private func show(_ found: FindRoutes.Response, _ desk: any CargoOperations, _ session: Session) async throws(CommandFailure) {
        let console = session.console
        guard found.itineraries.isEmpty else { return try console.write(Candidates.text(found.itineraries, console.palette)) }
        guard let earliest = found.tooLate.first else {
            return console.note(localized("\(id.folded) has no route that meets its deadline."))
        }
        let cargo = try await desk.perform(FindCargo.self, cargo: id).cargo
        console.note(Candidates.lateness(of: earliest.lastUnloadTime, after: cargo.routeSpecification.arrivalDeadline))
        try console.write(Candidates.text(found.tooLate, console.palette))
        console.note(
            localized(
                "To assign one of them, set a later deadline first: cargo-cli route change-deadline \(cargo.trackingId.text) INSTANT"
            )
        )
    }
}

/// Finds and prints routes for a cargo.
enum Candidates {
    /// A leg and the number of its candidate, from 1.
    struct NumberedLeg: CanonicallyEncodable {
        let candidate: Int
        let leg: Leg

        func write(to writer: inout JSONWriter) { leg.write(to: &writer) }
    }

    static let legs = Layout<NumberedLeg>(
        .init("CANDIDATE", "candidate") { String($0.candidate) },
        .init("VOYAGE", "voyage_number") { $0.leg.voyageNumber.text },
        .init("LOAD", "load_location") { $0.leg.loadLocation.text },
        .init("AT", "load_time") { $0.leg.loadTime.text },
        .init("UNLOAD", "unload_location") { $0.leg.unloadLocation.text },
        .init("AT", "unload_time") { $0.leg.unloadTime.text }
    )

    static func find(_ id: String, _ options: RouteOptions, _ desk: any CargoOperations) async throws(CommandFailure) -> FindRoutes.Response
    {
        try await desk.perform(FindRoutes.self, try options.request, cargo: id)
    }

    /// Says that no route arrives before a deadline, and by how much the earliest misses it.
    static func lateness(of arrival: Instant, after deadline: Instant) -> String {
        guard arrival != deadline else {
            return localized("No route arrives before \(deadline.brief) UTC. The earliest arrives at exactly that time.")
        }
        let delay = TimeSpan.delay(arrival.epochMilliseconds - deadline.epochMilliseconds)
        return localized("No route arrives before \(deadline.brief) UTC. The earliest arrives \(arrival.brief) UTC, \(delay).")
    }

    static func text(_ itineraries: [Itinerary], _ palette: Palette) -> String {
        var table = Table([.init("#", isNumeric: true), .init("DEPARTS"), .init("ARRIVES"), .init("LEGS", isNumeric: true), .init("ROUTE")])
        table.rows = itineraries.enumerated().map { index, itinerary in
            [
                // safe: an itinerary has at least one leg
                .init(String(index + 1), .bold), .init(itinerary.legs[0].loadTime.brief), .init(itinerary.lastUnloadTime.brief),
                .init(String(itinerary.legs.count)), .init(route(itinerary)),
            ]
        }
        return table.render(palette)
    }

    /// The route on one line: the ports, with the voyages between them.
    static func route(_ itinerary: Itinerary) -> String {
        itinerary.legs.reduce(itinerary.firstLoadLocation.text) { "\($0) –\($1.voyageNumber.text)→ \($1.unloadLocation.text)" }
    }
}
