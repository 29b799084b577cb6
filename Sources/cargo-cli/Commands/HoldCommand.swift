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
        abstract: "Place a hold on cargos.",
        discussion: """
            A cargo that has a hold of this type keeps that one, with its reason.

            EXAMPLES
              cargo-cli hold place ABC123 customs --reason "Inspection"
              cargo-cli hold place --reference BILL_OF_LADING:APLU00427 customs --reason "Inspection"
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: .cargos(before: "the type of the hold: customs, freight, terminal, carrier or other")) var words: [String] = []
    @OptionGroup var selection: CargoSelection
    @Option(help: .init("Why the cargo is held.", valueName: "text")) var reason: String

    func validate() throws { try selection.require(words, before: "type") }

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.code("type", words.last)
        request.text("reason", reason)
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let cargos = try await selection.cargos(words, before: 1, desk)
        try await session.change(cargos, in: desk, localized("The cargo is held."), isDryRun: write.isDryRun) {
            [request] (id) async throws(CommandFailure) in
            try await desk.perform(PlaceHold.self, request, cargo: id)
        }
    }
}

struct ReleaseHoldCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "release",
        abstract: "Release a hold on cargos.",
        discussion: """
            Releasing a hold that the cargo doesn't have has no effect.

            EXAMPLES
              cargo-cli hold release ABC123 XYZ789 customs
              cargo-cli hold release --hold customs --at DEHAM customs
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: .cargos(before: "the type of the hold: customs, freight, terminal, carrier or other")) var words: [String] = []
    @OptionGroup var selection: CargoSelection

    func validate() throws { try selection.require(words, before: "type") }

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.code("type", words.last)
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let cargos = try await selection.cargos(words, before: 1, desk)
        try await session.change(cargos, in: desk, localized("The hold is released."), isDryRun: write.isDryRun) {
            [request] (id) async throws(CommandFailure) in
            try await desk.perform(ReleaseHold.self, request, cargo: id)
        }
    }
}

struct PickUpDeadlineCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "pickup-deadline",
        abstract: "Set the pick-up deadline of cargos at their destination.",
        discussion: """
            The deadline is the end of free time, as the carrier or the terminal grants it; it may have \
            passed. Without an instant, the deadline of one cargo is removed. --remove does that for several.

            EXAMPLES
              cargo-cli pickup-deadline ABC123 2100-01-08T00:00:00Z
              cargo-cli pickup-deadline ABC123
              cargo-cli pickup-deadline --uncollected --at DEHAM 2100-01-10T00:00:00Z
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: .cargos(before: "the instant by which the cargos are to be collected")) var words: [String] = []
    @OptionGroup var selection: CargoSelection

    @Flag(name: .customLong("remove"), help: "Remove the deadlines.") var isRemoving = false

    func validate() throws {
        if deadline == nil { try selection.require(words) } else { try selection.require(words, before: "instant") }
    }

    /// The last word; nil removes the deadline.
    var deadline: String? {
        let isOneCargo = selection.conditions.isEmpty && words.count == 1 && words.first != "-"
        return isRemoving || isOneCargo ? nil : words.last ?? ""
    }

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.text("pickUpBy", deadline)
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let cargos = try await selection.cargos(words, before: deadline == nil ? 0 : 1, desk)
        let note = deadline == nil ? localized("Pick-up deadline removed.") : localized("Pick-up deadline set.")
        try await session.change(cargos, in: desk, note, isDryRun: write.isDryRun) { [request] (id) async throws(CommandFailure) in
            try await desk.perform(SetPickUpDeadline.self, request, cargo: id)
        }
    }
}
