#if CLI
import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure

struct CandidatesCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "candidates",
        abstract: "Find routes for a cargo, best first.",
        discussion: """
            Routes come from the schedules of the voyages that are known, leave the cargo's origin neither before now nor before the last
            thing done to it, and arrive before its deadline. Earliest arrival first; then fewer legs, then the later departure.

            EXAMPLES
              cargo-cli route candidates ABC123
              cargo-cli route candidates ABC123 --min-connection PT12H --max-legs 3 -o json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Argument(help: "The cargo.") var id: String
    @OptionGroup var options: RouteOptions

    func run(in session: Session) async throws(CommandFailure) {
        let itineraries = try await Candidates.find(id, options, try await session.environment())
        if session.format == .table {
            guard !itineraries.isEmpty else { return session.console.note("No route arrives before the deadline.") }
            return try session.console.write(Candidates.text(itineraries, session.console.palette))
        }
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
}

/// The routes that are found for a cargo, and how they are shown.
enum Candidates {
    /// A leg and the number of the candidate that it belongs to.
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

    static func find(_ id: String, _ options: RouteOptions, _ environment: Environment) async throws(CommandFailure) -> [Itinerary] {
        let request = try options.request(for: id).input
        return try await RequestRoutes(environment).execute(input: request).orFail(in: request).itineraries
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

    /// The route in a line: ports, and between them the voyages.
    static func route(_ itinerary: Itinerary) -> String {
        itinerary.legs.reduce(itinerary.firstLoadLocation.text) { "\($0) –\($1.voyageNumber.text)→ \($1.unloadLocation.text)" }
    }
}
#endif
