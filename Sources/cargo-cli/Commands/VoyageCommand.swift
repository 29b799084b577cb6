import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

struct VoyageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voyage",
        abstract: "Add, list, show, reschedule and import voyages, and report where their ships are.",
        subcommands: [
            AddVoyageCommand.self, ListVoyagesCommand.self, ShowVoyageCommand.self, DescribeVoyageCommand.self,
            RescheduleVoyageCommand.self, ReportPortCallCommand.self, RollOverCommand.self, ImportVoyagesCommand.self,
        ]
    )
}

struct AddVoyageCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "add",
        abstract: "Add a voyage and its schedule.",
        discussion: """
            The schedule is a JSON list of movements, in order of travel:
              [{"departureLocation","departureTime","arrivalLocation","arrivalTime"}, …]

            EXAMPLES
              cargo-cli voyage add V100 schedule.json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "Voyage number.") var number: String
    @Argument(help: .init("JSON file with the schedule, or - for standard input.", valueName: "file")) var schedule: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.text("voyageNumber", number)
        request.put("schedule", try InputFile.json(schedule))
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let response = try await desk.perform(RegisterVoyage.self, request)
        try session.print(response, Layouts.registeredVoyages) { "\(response.voyageNumber.text)\n" }
        if write.isDryRun { session.console.note(localized("Nothing was added: this was a dry run.")) }
    }
}

struct RescheduleVoyageCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "reschedule",
        abstract: "Reschedule a voyage and list the cargos it affects.",
        discussion: """
            A cargo is affected if it will arrive at another time than planned, or if its route no longer \
            works. Assign a new route to a cargo that misses a connection.

            EXAMPLES
              cargo-cli voyage show V100 -o json | jq .schedule > schedule.json
              cargo-cli voyage reschedule V100 schedule.json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "Voyage number.") var number: String
    @Argument(help: .init("JSON file with the schedule, or - for standard input.", valueName: "file")) var schedule: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.text("voyageNumber", number)
        request.put("schedule", try InputFile.json(schedule))
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let response = try await desk.perform(RescheduleVoyage.self, request)
        let layout = Layout<RescheduleVoyage.Response>(
            .init("VOYAGE", "voyage_number") { $0.voyageNumber.text },
            .init("VERSION", "version") { String($0.version) },
            .init("AFFECTED CARGOS", "affected_cargos") { $0.affectedCargos.map(\.trackingId.text).joined(separator: " ") }
        )
        try session.print(response, layout) { Layouts.affectedCargos.text(response.affectedCargos, session.console.palette) }
        session.console.note(
            write.isDryRun
                ? localized("Nothing was changed: this was a dry run.")
                : response.affectedCargos.isEmpty
                    ? localized("Voyage \(response.voyageNumber.text) was rescheduled; no cargos are affected.")
                    : localized("Voyage \(response.voyageNumber.text) was rescheduled; the listed cargos are affected.")
        )
    }
}

struct ListVoyagesCommand: CargoCommand {
    static let configuration = CommandConfiguration(leaf: "list", abstract: "List all voyages, ordered by number.")

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.desk()
        var printer = ListPrinter(session.console, session.format, Layouts.voyages)
        var after: VoyageNumber?
        repeat {
            let page = try await desk.perform(ListVoyages.self, .init(after: after, limit: 1000)).orFail()
            for voyage in page.items { try printer.add(voyage) }
            after = page.next
        } while after != nil
        try printer.finish(nothing: localized("No voyages."))
    }
}

struct ShowVoyageCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "show",
        abstract: "Show a voyage: its details, its schedule, and what its carrier reports.",
        discussion: "The forecast of a call is its actual time, or when the ship is expected there by the latest reports."
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Argument(help: "Voyage number.") var number: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.text("voyageNumber", number)
        let desk = try await session.desk()
        let voyage = try await desk.perform(FindVoyage.self, request)
        if session.format == .csv {
            var printer = ListPrinter(session.console, .csv, Layouts.movements)
            for movement in voyage.movements { try printer.add(movement) }
            return try printer.finish(nothing: "")
        }
        try session.print(voyage, Layouts.voyages) { VoyageText(voyage, session.console.palette).text }
    }
}
