import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoMaps
import CargoWire

struct MapCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "map",
        abstract: "Show a cargo's route and position on a world map.",
        discussion: """
            In a terminal, # marks the travelled route, + the estimated one, - the planned one, and @ the \
            cargo. --svg writes the map to a file, or to standard output for -. The same cargo gives the same \
            map, to the byte. -o has no effect. Sea routes are approximate: they follow the usual shipping lanes.

            EXAMPLES
              cargo-cli map ABC123
              cargo-cli map ABC123 --svg abc123.svg
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Argument(help: "Tracking id of the cargo, or a reference that no other cargo has.") var id: String
    @Option(name: .customLong("svg"), help: .init("Write the map as SVG to this file, or - for standard output.", valueName: "file"))
    var svg: String?

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.desk()
        let view = try await desk.perform(TrackCargo.self, cargo: id)
        let map = CargoMap(view)
        guard let svg else { return try show(map, of: view, session) }
        if svg == "-" {
            try session.console.write(map.svg())
        } else {
            let file = try LineFile(svg)
            try file.write(text: map.svg())
            try file.close()
            session.console.note(localized("Wrote the map of \(view.trackingId.text) to \(svg.inQuotes)."))
        }
        tellUnplaced(map, session)
    }

    private func show(_ map: CargoMap, of view: CargoTrackingView, _ session: Session) throws(CommandFailure) {
        let palette = session.console.palette
        let (lines, marks) = map.text()
        var text = "\(palette(.bold, view.trackingId.text))  \(view.statusText(in: .current).visible)\n\n"
        text += lines.map { $0 + "\n" }.joined() + "\n"
        for (mark, stop) in marks {
            let note = map.note(of: stop).map { "  " + palette(.bad, $0) } ?? ""
            text += "  \(palette(.bold, String(mark)))  \(stop.location.label)\(note)\n"
        }
        let note = map.cargoNote.map { "  " + palette(.bad, $0) } ?? ""
        if map.showsCargo || map.cargoNote != nil { text += "  \(palette(.bold, "@"))  \(localized("the cargo"))\(note)\n" }
        text += "\n  \(localized("#  travelled   +  estimated   -  planned"))\n"
        try session.console.write(text)
        tellUnplaced(map, session)
    }

    private func tellUnplaced(_ map: CargoMap, _ session: Session) {
        guard !map.unplaced.isEmpty else { return }
        session.console.note(
            localized("Not on the map, because their position is unknown: \(map.unplaced.map(\.label).joined(separator: ", "))")
        )
    }
}
