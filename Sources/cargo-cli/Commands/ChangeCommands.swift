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
        let kit = try await session.kit(isDryRun: write.isDryRun)
        let cargos = try await selection.cargos(words, before: 1, kit)
        let note = localized("Destination changed to \(destination.folded).")
        try await session.change(cargos, in: kit, note, isDryRun: write.isDryRun) { (id) async throws(CommandFailure) in
            try await ChangeDestination(kit).execute(request, cargo: id, in: kit)
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
        let kit = try await session.kit(isDryRun: write.isDryRun)
        let cargos = try await selection.cargos(words, before: 1, kit)
        try await session.change(cargos, in: kit, localized("Deadline changed."), isDryRun: write.isDryRun) {
            (id) async throws(CommandFailure) in
            try await ChangeDeadline(kit).execute(request, cargo: id, in: kit)
        }
    }
}
