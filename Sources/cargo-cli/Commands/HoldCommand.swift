import ArgumentParser
import CargoApplication
import CargoLocalization
import CargoWire

struct HoldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Place and release holds, such as customs'.",
        discussion: """
            A hold says that a cargo must not be handed over for now. It is a fact, not a lock: handling \
            is registered all the same. A cargo has at most one hold of each type.
            """,
        subcommands: [PlaceHoldCommand.self, ReleaseHoldCommand.self]
    )
}

struct PlaceHoldCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "place",
        abstract: "Place a hold on a cargo.",
        discussion: """
            A cargo that has a hold of this type keeps that one, with its reason.

            EXAMPLES
              cargo-cli hold place ABC123 customs --reason "Inspection"
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "Tracking id of the cargo, or a reference that no other cargo has.") var id: String
    @Argument(help: "Type of the hold: customs, freight, terminal, carrier or other.") var type: String
    @Option(help: .init("Why the cargo is held.", valueName: "text")) var reason: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.code("type", type)
        request.text("reason", reason)
        let kit = try await session.kit(isDryRun: write.isDryRun)
        let changed = try await PlaceHold(kit).execute(request, cargo: id, in: kit)
        try session.print(changed, localized("The cargo is held."), isDryRun: write.isDryRun)
    }
}

struct ReleaseHoldCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "release",
        abstract: "Release a hold on a cargo.",
        discussion: """
            Releasing a hold that the cargo doesn't have has no effect.

            EXAMPLES
              cargo-cli hold release ABC123 customs
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "Tracking id of the cargo, or a reference that no other cargo has.") var id: String
    @Argument(help: "Type of the hold: customs, freight, terminal, carrier or other.") var type: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.code("type", type)
        let kit = try await session.kit(isDryRun: write.isDryRun)
        let changed = try await ReleaseHold(kit).execute(request, cargo: id, in: kit)
        try session.print(changed, localized("The hold is released."), isDryRun: write.isDryRun)
    }
}

struct PickUpDeadlineCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "pickup-deadline",
        abstract: "Set until when a cargo is to be collected at its destination.",
        discussion: """
            The deadline is the end of free time, as the carrier or the terminal grants it; it may have \
            passed. Without an instant, the deadline is removed.

            EXAMPLES
              cargo-cli pickup-deadline ABC123 2100-01-08T00:00:00Z
              cargo-cli pickup-deadline ABC123
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "Tracking id of the cargo, or a reference that no other cargo has.") var id: String
    @Argument(help: .init("The cargo is to be collected by this instant.", valueName: "instant")) var deadline: String?

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.text("pickUpBy", deadline)
        let kit = try await session.kit(isDryRun: write.isDryRun)
        let changed = try await SetPickUpDeadline(kit).execute(request, cargo: id, in: kit)
        try session.print(
            changed,
            deadline == nil ? localized("Pick-up deadline removed.") : localized("Pick-up deadline set."),
            isDryRun: write.isDryRun
        )
    }
}
