import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

struct BookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "book",
        abstract: "Book a cargo and print its tracking id, or book the cargos of a file.",
        discussion: """
            EXAMPLES
              cargo-cli book --origin HKHKG --destination SESTO --customer ACME \\
                --deadline 2100-01-01T00:00:00Z
              cargo-cli book cargo --help
              cargo-cli book import bookings.csv
            """,
        subcommands: [BookCargoCommand.self, ImportBookingsCommand.self],
        defaultSubcommand: BookCargoCommand.self
    )
}

struct BookCargoCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "cargo",
        abstract: "Book a cargo and print its tracking id.",
        discussion: """
            EXAMPLES
              cargo-cli book --origin HKHKG --destination SESTO --customer ACME \\
                --deadline 2100-01-01T00:00:00Z
              cargo-cli book --origin HKHKG --destination SESTO --customer ACME \\
                --deadline 2100-01-01T00:00:00Z --idempotency-key order-4711 \\
                --reference "container:CSQU 305438 3" --reference booking:ABC709951

            Booking again with the same idempotency key returns the same tracking id and books \
            nothing new. References that the cargo lacks are added.

            The types of references are those of 'cargo-cli reference add': container, bill-of-lading, \
            booking, customer and equipment.
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions

    @Option(help: .init("UN/LOCODE of the origin.", valueName: "locode")) var origin: String
    @Option(help: .init("UN/LOCODE of the destination.", valueName: "locode")) var destination: String
    @Option(help: .init("The cargo must arrive before this instant.", valueName: "instant")) var deadline: String
    @Option(help: .init("Id of the customer who books.", valueName: "customer id")) var customer: String
    @Option(help: .init("Tracking id of the cargo (default: generated).", valueName: "id")) var trackingId: String?
    @Option(help: .init("Key that makes it safe to repeat this booking.", valueName: "key")) var idempotencyKey: String?
    @Option(
        name: .customLong("reference"),
        help: .init("Add a reference to the cargo, such as container:CSQU3054383; can be repeated.", valueName: "type:value")
    )
    var references: [String] = []

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.code("origin", origin)
        request.code("destination", destination)
        request.text("arrivalDeadline", deadline)
        request.text("customerId", customer)
        request.code("trackingId", trackingId)
        request.put("references", references.isEmpty ? nil : .list(references.map { .text($0) }))
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let booking = try Result { () throws(DomainError) in
            let key = try idempotencyKey.map { (text) throws(DomainError) in try IdempotencyKey(text) }
            return try BookCargo.Request(booking: request.input, idempotencyKey: key)
        }
        .orFail(in: request.input)
        let response = try await desk.perform(BookCargo.self, booking).orFail(in: request.input)
        let id = response.trackingId.text
        try session.print(response, Layout(.init("TRACKING ID", "tracking_id") { $0.trackingId.text })) { "\(id)\n" }
        session.console.note(
            write.isDryRun
                ? localized("Nothing was booked: this was a dry run.")
                : localized("Booked from \(origin.folded) to \(destination.folded). To find routes, run: cargo-cli route candidates \(id)")
        )
    }
}
