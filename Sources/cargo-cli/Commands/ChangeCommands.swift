import ArgumentParser
import CargoApplication
import CargoLocalization
import CargoWire

struct ChangeDestinationCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "change-destination",
        abstract: "Change the destination of cargos.",
        discussion: """
            The new route starts where the cargo is or, at sea, at the next port where it is unloaded. \
            Assign a route afterwards.

            EXAMPLES
              cargo-cli route change-destination ABC123 FIHEL
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: .cargos(before: "the UN/LOCODE of the new destination")) var words: [String] = []
    @OptionGroup var selection: CargoSelection

    func validate() throws { try selection.require(words, before: "destination") }

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        let destination = words.last ?? ""
        request.code("destination", destination)
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let cargos = try await selection.cargos(words, before: 1, desk)
        let note = localized("Destination changed to \(destination.folded).")
        try await session.change(cargos, in: desk, note, isDryRun: write.isDryRun) { [request] (id) async throws(CommandFailure) in
            try await desk.perform(ChangeDestination.self, request, cargo: id)
        }
    }
}

struct ChangeDeadlineCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "change-deadline",
        abstract: "Change the deadline of cargos.",
        discussion: """
            EXAMPLES
              cargo-cli route change-deadline ABC123 2100-01-01T00:00:00Z
              cargo-cli route change-deadline --late --customer ACME 2100-01-01T00:00:00Z
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: .cargos(before: "the instant before which the cargos must arrive")) var words: [String] = []
    @OptionGroup var selection: CargoSelection

    func validate() throws { try selection.require(words, before: "instant") }

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.text("arrivalDeadline", words.last)
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let cargos = try await selection.cargos(words, before: 1, desk)
        try await session.change(cargos, in: desk, localized("Deadline changed."), isDryRun: write.isDryRun) {
            [request] (id) async throws(CommandFailure) in
            try await desk.perform(ChangeDeadline.self, request, cargo: id)
        }
    }
}
