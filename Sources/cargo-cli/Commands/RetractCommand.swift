import ArgumentParser
import CargoApplication
import CargoLocalization
import CargoWire

struct RetractCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "retract",
        abstract: "Retract a handling event that was registered by mistake.",
        discussion: """
            The event no longer counts: the cargo's status and estimates are derived again without it. \
            Retracting the same event again has no effect. To restore it, register it again.

            EXAMPLES
              cargo-cli handle retract unload ABC123 --at JPTYO --voyage V100 \\
                --completed 2026-03-09T20:00:00Z --reason "Wrong container scanned"
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "Type of the event: receive, load, unload, customs or claim.") var type: String
    @Argument(help: "Tracking id of the cargo, or a reference that no other cargo has.") var id: String
    @Option(help: .init("UN/LOCODE of the location.", valueName: "locode")) var at: String
    @Option(help: .init("Voyage number; required for load and unload only.", valueName: "number")) var voyage: String?
    @Option(help: .init("Time of completion, as registered.", valueName: "instant")) var completed: String
    @Option(help: .init("Why the event is retracted.", valueName: "text")) var reason: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.code("type", type)
        request.code("location", at)
        request.text("voyageNumber", voyage)
        request.text("completionTime", completed)
        request.text("reason", reason)
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let response = try await desk.perform(RetractHandlingEvent.self, request, cargo: id)
        try session.print(response, Layouts.retractions) {
            var table = Layouts.retractions.table()
            table.rows = [Layouts.retractions.cells(response)]
            return table.render(session.console.palette)
        }
        if write.isDryRun { session.console.note(localized("Nothing was retracted: this was a dry run.")) }
    }
}
