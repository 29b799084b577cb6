import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct RollOverCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "roll-over",
        abstract: "Put all cargos that wait for a voyage in a port on another voyage.",
        discussion: """
            Moves each cargo whose next leg onto the voyage starts in the port and isn't loaded yet. The \
            planned times stay as they were promised. A cargo whose ports the other voyage doesn't call \
            at stays as it is. Exits with status 4 if some cargos can't be moved. After an interruption, \
            run the command again.

            EXAMPLES
              cargo-cli voyage roll-over V200 --at USNYC --to V210 --dry-run
              cargo-cli voyage roll-over V200 --at USNYC --to V210
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: .init("Number of the voyage that leaves the cargos behind.", valueName: "from")) var from: String
    @Option(help: .init("UN/LOCODE of the port in which they wait.", valueName: "locode")) var at: String
    @Option(help: .init("Number of the voyage that takes them.", valueName: "number")) var to: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.text("from", from)
        request.code("location", at)
        request.text("to", to)
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let response = try await desk.perform(RollOver.self, request)
        try session.print(response, Layouts.rollOvers) { Self.text(response, session.console.palette) }
        for note in notes(on: response) { session.console.note(note) }
        if write.isDryRun { session.console.note(localized("Nothing was changed: this was a dry run.")) }
        try session.console.flush()
        if let first = response.failures.first {
            throw .silent(response.affectedCargos.isEmpty ? ExitStatus(first.code) : .partlyDone)
        }
    }

    /// The cargos that were moved and, apart, those that weren't.
    static func text(_ response: RollOver.Response, _ palette: Palette) -> String {
        let moved = Layouts.affectedCargos.text(response.affectedCargos, palette)
        let failures = Layouts.rollOverFailures.text(response.failures, palette)
        return [moved, failures].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func notes(on response: RollOver.Response) -> [String] {
        let (moved, failed) = (response.affectedCargos.count, response.failures.count)
        if moved == 0, failed == 0 { return [localized("No cargos wait for voyage \(from.trimmed) in \(at.folded).")] }
        var notes: [String] = []
        if moved > 0 {
            notes.append(
                localized(
                    moved,
                    one: "\(moved) cargo was put on voyage \(to.trimmed).",
                    other: "\(moved) cargos were put on voyage \(to.trimmed)."
                )
            )
        }
        if failed > 0 { notes.append(localized(failed, one: "\(failed) cargo can't be moved.", other: "\(failed) cargos can't be moved.")) }
        return notes
    }
}
