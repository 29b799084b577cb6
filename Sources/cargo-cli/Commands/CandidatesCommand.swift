import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

struct CandidatesCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "candidates",
        abstract: "Find routes for cargos, best first.",
        discussion: """
            Routes follow the schedules of the registered voyages, start where the cargo is, and arrive \
            before its deadline. At sea, they begin with its present voyage. The earliest \
            arrival comes first, then fewer legs, then the later departure.

            If no route arrives in time, those that arrive too late are shown. With -o json, ndjson or csv, \
            they are printed only with --too-late.

            Routes for several cargos are printed as one list, each with its tracking id. Routes that arrive \
            too late are included only with --too-late.

            EXAMPLES
              cargo-cli route candidates ABC123
              cargo-cli route candidates --disrupted --voyage V200 --at USNYC --limit 1
              cargo-cli route candidates ABC123 --min-connection PT12H --max-legs 3 -o json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Argument(help: .cargos()) var words: [String] = []
    @OptionGroup var selection: CargoSelection
    @OptionGroup var options: RouteOptions
    @Flag(name: .customLong("too-late"), help: "If no route arrives in time, print those that arrive too late.")
    var isPrintingLate = false

    func validate() throws { try selection.require(words) }

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.desk()
        let cargos = try await selection.cargos(words, desk)
        guard cargos.isSingle else { return try await list(cargos.names, desk, session) }
        // safe: there is one name
        let id = cargos.names[0]
        let found = try await Candidates.find(id, options, desk)
        if session.format == .table { return try await show(found, of: id, desk, session) }
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
    private func show(
        _ found: FindRoutes.Response,
        of id: String,
        _ desk: any CargoOperations,
        _ session: Session
    ) async throws(CommandFailure) {
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

    /// Prints the routes of several cargos as one list, and tells which cargos have none.
    private func list(_ names: [String], _ desk: any CargoOperations, _ session: Session) async throws(CommandFailure) {
        var routes = ListPrinter(session.console, session.format, Candidates.routesOfCargos)
        var legs = ListPrinter(session.console, session.format, Candidates.legsOfCargos)
        var failures: [CommandFailure] = []
        for name in names {
            do throws(CommandFailure) {
                let id = try await desk.find(cargo: name).cargo.trackingId.text
                let found = try await Candidates.find(id, options, desk)
                let itineraries = isPrintingLate && found.itineraries.isEmpty ? found.tooLate : found.itineraries
                if itineraries.isEmpty { session.console.note(localized("\(id) has no route that meets its deadline.")) }
                for (index, itinerary) in itineraries.enumerated() {
                    let candidate = Candidates.OfCargo(trackingId: id, number: index + 1, itinerary: itinerary)
                    if session.format == .csv {
                        for leg in itinerary.legs { try legs.add(.init(candidate: candidate, leg: leg)) }
                    } else {
                        try routes.add(candidate)
                    }
                }
            } catch {
                guard !error.endsBatch else { throw error }
                session.tell(error)
                failures.append(error)
            }
        }
        if session.format == .csv { try legs.finish(nothing: "") } else { try routes.finish(nothing: localized("No routes were found.")) }
        guard let first = failures.first else { return }
        try session.console.flush()
        throw .silent(failures.count == names.count ? first.status : .partlyDone)
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

    /// A route of one of several cargos, and its number from 1.
    struct OfCargo: WireObject {
        let trackingId: String
        let number: Int
        let itinerary: Itinerary

        static let form = ObjectForm<OfCargo>(nil, .member("legs", \.itinerary.legs), .member("trackingId", \.trackingId))
    }

    /// A leg of such a route.
    struct LegOfCargo: CanonicallyEncodable {
        let candidate: OfCargo
        let leg: Leg

        func write(to writer: inout JSONWriter) { leg.write(to: &writer) }
    }

    static let routesOfCargos = Layout<OfCargo>(
        .init("TRACKING ID", "tracking_id") { $0.trackingId },
        .init("#", "candidate", isNumeric: true) { String($0.number) },
        // safe: an itinerary has at least one leg
        .table("DEPARTS") { .init($0.itinerary.legs[0].loadTime.brief) },
        .table("ARRIVES") { .init($0.itinerary.lastUnloadTime.brief) },
        .table("ROUTE") { .init(route($0.itinerary)) }
    )

    static let legsOfCargos = Layout<LegOfCargo>(
        .init("TRACKING ID", "tracking_id") { $0.candidate.trackingId },
        .init("CANDIDATE", "candidate") { String($0.candidate.number) },
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
