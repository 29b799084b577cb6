#if CLI
import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure

struct MapCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Show a cargo's route and where it is on a map of the world.",
        discussion: """
            In a terminal the way behind is #, the way ahead +, the cargo @. With --svg the picture is written to a file, or to standard output
            for -. The same cargo gives the same picture, to the byte; -o makes no difference. Ships' ways are drawn coarsely, along the usual
            lanes.

            EXAMPLES
              cargo-cli map ABC123
              cargo-cli map ABC123 --svg abc123.svg
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Argument(help: "The cargo's tracking id.") var id: String
    @Option(name: .customLong("svg"), help: .init("Write the picture as SVG; - for standard output.", valueName: "file")) var svg: String?

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.code("trackingId", id)
        let view = try await TrackCargo(session.environment()).execute(input: request.input).orFail(in: request.input)
        let map = CargoMap(view)
        guard let svg else { return try show(map, of: view, session) }
        if svg == "-" {
            try session.console.write(map.svg())
        } else {
            let file = try LineFile(svg)
            try file.write(text: map.svg())
            try file.close()
            session.console.note("The map of \(view.trackingId.text) is in \(svg.quoted).")
        }
        tellUnplaced(map, session)
    }

    private func show(_ map: CargoMap, of view: CargoTrackingView, _ session: Session) throws(CommandFailure) {
        let palette = session.console.palette
        let (lines, marks) = map.text()
        let state = view.isMisdirected ? "  " + palette(.bad, "misdirected") : ""
        var text = "\(palette(.bold, view.trackingId.text))  \(view.statusText.visible)\(state)\n\n"
        text += lines.map { $0 + "\n" }.joined() + "\n"
        for (mark, stop) in marks { text += "  \(palette(.bold, String(mark)))  \(stop.location.label)\n" }
        if map.showsCargo { text += "  \(palette(.bold, "@"))  the cargo\n" }
        try session.console.write(text)
        tellUnplaced(map, session)
    }

    private func tellUnplaced(_ map: CargoMap, _ session: Session) {
        guard !map.unplaced.isEmpty else { return }
        session.console.note("Not on the map, since it is not known where they lie: \(map.unplaced.map(\.label).joined(separator: ", "))")
    }
}
#endif
