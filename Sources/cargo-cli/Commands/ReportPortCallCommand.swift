import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct ReportPortCallCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "report",
        abstract: "Report when a ship arrives or departs, and list the cargos that this affects.",
        discussion: """
            An estimated time is what the carrier expects, an actual time has come. A ship that is late \
            stays late in the ports after this one until its carrier reports otherwise. A report that \
            says less than an earlier one, or the same, has no effect.

            EXAMPLES
              cargo-cli voyage report V100 --at USNYC --end arrival --status estimated \\
                --time 2100-03-29T12:00:00Z
              cargo-cli voyage report V100 --at HKHKG --end departure --status actual \\
                --time 2026-03-05T06:30:00Z
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "Voyage number.") var number: String
    @Option(help: .init("UN/LOCODE of the port.", valueName: "locode")) var at: String
    @Option(help: .init("Whether the ship arrives or departs: arrival or departure.", valueName: "end")) var end: String
    @Option(help: .init("Whether that has happened: estimated or actual.", valueName: "status")) var status: String
    @Option(help: .init("When it happens, or happened.", valueName: "instant")) var time: String
    @Option(help: .init("When the carrier said so (default: now).", valueName: "instant")) var reported: String?

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.text("voyageNumber", number)
        request.code("location", at)
        request.code("end", end)
        request.code("status", status)
        request.text("time", time)
        request.text("reportedAt", reported)
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let response = try await desk.perform(ReportPortCall.self, request)
        let layout = Layout<ReportPortCall.Response>(
            .init("VOYAGE", "voyage_number") { $0.voyageNumber.text },
            .init("VERSION", "version") { String($0.version) },
            .init("NEW", "is_new") { String($0.isNew) },
            .init("AFFECTED CARGOS", "affected_cargos") { $0.affectedCargos.map(\.trackingId.text).joined(separator: " ") }
        )
        try session.print(response, layout) { Layouts.affectedCargos.text(response.affectedCargos, session.console.palette) }
        let voyage = response.voyageNumber.text
        session.console.note(
            response.isNew
                ? localized("The report of voyage \(voyage) is new.")
                : localized("The report of voyage \(voyage) is not new: it says no more than an earlier one.")
        )
        session.tell(isAnyAffected: !response.affectedCargos.isEmpty, isDryRun: write.isDryRun)
    }
}

extension Session {
    /// Notes for people whether a change of voyages affects cargos, and whether it was a dry run.
    func tell(isAnyAffected: Bool, isDryRun: Bool) {
        console.note(isAnyAffected ? localized("The listed cargos are affected.") : localized("No cargos are affected."))
        if isDryRun { console.note(localized("Nothing was changed: this was a dry run.")) }
    }
}
