import ArgumentParser
import CargoApplication
import CargoLocalization
import CargoWire

struct CancelCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "cancel",
        abstract: "Cancel the booking of a cargo that hasn't been received.",
        discussion: """
            A cancelled cargo keeps its data, but cannot be changed until its booking is reinstated.

            EXAMPLES
              cargo-cli cancel ABC123 --reason "Order withdrawn"
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "Tracking id of the cargo, or a reference that no other cargo has.") var id: String
    @Option(help: .init("Why the booking is cancelled.", valueName: "text")) var reason: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.text("reason", reason)
        let kit = try await session.kit(isDryRun: write.isDryRun)
        let changed = try await CancelBooking(kit).execute(request, cargo: id, in: kit)
        try session.print(changed, localized("Booking cancelled."), isDryRun: write.isDryRun)
    }
}

struct ReinstateCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "reinstate",
        abstract: "Reinstate a cancelled booking.",
        discussion: """
            EXAMPLES
              cargo-cli reinstate ABC123
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "Tracking id of the cargo, or a reference that no other cargo has.") var id: String

    func run(in session: Session) async throws(CommandFailure) {
        let kit = try await session.kit(isDryRun: write.isDryRun)
        let changed = try await ReinstateBooking(kit).execute(cargo: id, in: kit)
        try session.print(changed, localized("Booking reinstated."), isDryRun: write.isDryRun)
    }
}
