import ArgumentParser
import CargoApplication
import CargoLocalization
import CargoWire

struct ChangeDestinationCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "change-destination",
        abstract: "Change a cargo's destination.",
        discussion: """
            The new route starts where the cargo is or, at sea, at the next port where it is unloaded. \
            Assign a route afterwards.

            EXAMPLES
              cargo-cli route change-destination ABC123 FIHEL
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "Tracking id of the cargo, or a reference that no other cargo has.") var id: String
    @Argument(help: .init("UN/LOCODE of the new destination.", valueName: "locode")) var destination: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.code("destination", destination)
        let kit = try await session.kit(isDryRun: write.isDryRun)
        let changed = try await ChangeDestination(kit).execute(request, cargo: id, in: kit)
        try session.print(changed, localized("Destination changed to \(destination.folded)."), isDryRun: write.isDryRun)
    }
}

struct ChangeDeadlineCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "change-deadline",
        abstract: "Change a cargo's deadline.",
        discussion: """
            EXAMPLES
              cargo-cli route change-deadline ABC123 2100-01-01T00:00:00Z
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "Tracking id of the cargo, or a reference that no other cargo has.") var id: String
    @Argument(help: .init("The cargo must arrive before this instant.", valueName: "instant")) var deadline: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.text("arrivalDeadline", deadline)
        let kit = try await session.kit(isDryRun: write.isDryRun)
        let changed = try await ChangeDeadline(kit).execute(request, cargo: id, in: kit)
        try session.print(changed, localized("Deadline changed."), isDryRun: write.isDryRun)
    }
}
