#if CLI
import ArgumentParser
import CargoApplication

struct ChangeDestinationCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "change-destination",
        abstract: "Send a cargo somewhere else.",
        discussion: """
            The new route starts where the cargo is, or where it comes ashore next; it has to be assigned afterwards.

            EXAMPLES
              cargo-cli route change-destination ABC123 FIHEL
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "The cargo.") var id: String
    @Argument(help: .init("Where it goes now: a UN/LOCODE.", valueName: "locode")) var destination: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.code("trackingId", id)
        request.code("destination", destination)
        let environment = try await session.environment(isDryRun: write.isDryRun)
        let changed = try await ChangeDestination(environment).execute(input: request.input).orFail(in: request.input)
        try session.print(changed, "It goes to \(destination.folded) now.", isDryRun: write.isDryRun)
    }
}

struct ChangeDeadlineCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "change-deadline",
        abstract: "Give a cargo another deadline.",
        discussion: """
            EXAMPLES
              cargo-cli route change-deadline ABC123 2026-07-01T00:00:00Z
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "The cargo.") var id: String
    @Argument(help: .init("It has to arrive before this.", valueName: "instant")) var deadline: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.code("trackingId", id)
        request.text("arrivalDeadline", deadline)
        let environment = try await session.environment(isDryRun: write.isDryRun)
        let changed = try await ChangeDeadline(environment).execute(input: request.input).orFail(in: request.input)
        try session.print(changed, "It has another deadline now.", isDryRun: write.isDryRun)
    }
}
#endif
