import ArgumentParser
import CargoApplication
import CargoLocalization
import CargoWire

struct CancelCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "cancel",
        abstract: "Cancel the bookings of cargos that haven't been received.",
        discussion: """
            A cancelled cargo keeps its data, but cannot be changed until its booking is reinstated.

            EXAMPLES
              cargo-cli cancel ABC123 --reason "Order withdrawn"
              cargo-cli cancel --reference CUSTOMER:PO-4711 --reason "Order withdrawn"
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: .cargos()) var words: [String] = []
    @OptionGroup var selection: CargoSelection
    @Option(help: .init("Why the booking is cancelled.", valueName: "text")) var reason: String

    func validate() throws { try selection.require(words) }

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.text("reason", reason)
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let cargos = try await selection.cargos(words, desk)
        try await session.change(cargos, in: desk, localized("Booking cancelled."), isDryRun: write.isDryRun) {
            [request] (id) async throws(CommandFailure) in
            try await desk.perform(CancelBooking.self, request, cargo: id)
        }
    }
}

struct ReinstateCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "reinstate",
        abstract: "Reinstate cancelled bookings.",
        discussion: """
            EXAMPLES
              cargo-cli reinstate ABC123
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: .cargos()) var words: [String] = []
    @OptionGroup var selection: CargoSelection

    func validate() throws { try selection.require(words) }

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let cargos = try await selection.cargos(words, desk)
        try await session.change(cargos, in: desk, localized("Booking reinstated."), isDryRun: write.isDryRun) {
            (id) async throws(CommandFailure) in
            try await desk.perform(ReinstateBooking.self, cargo: id)
        }
    }
}
