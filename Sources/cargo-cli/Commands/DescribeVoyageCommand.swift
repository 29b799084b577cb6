import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct DescribeVoyageCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "describe",
        abstract: "Set what is known of a voyage beside its schedule: its carrier, its ship and so on.",
        discussion: """
            The options replace all that was known. Without an option, the details are removed.

            EXAMPLES
              cargo-cli voyage describe V100 --carrier MAEU --carrier-voyage 052W \\
                --carrier-voyage 053E --vessel-imo 9074729 --mode vessel
              cargo-cli voyage describe V100
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup var details: DetailOptions
    @Argument(help: "Voyage number.") var number: String

    func run(in session: Session) async throws(CommandFailure) {
        var request = RequestBuilder()
        request.text("voyageNumber", number)
        request.put("details", details.input)
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let response = try await desk.perform(DescribeVoyage.self, request)
        let voyage = response.voyageNumber.text
        try session.print(response, Layouts.registeredVoyages) { "\(voyage)\n" }
        session.console.note(
            write.isDryRun
                ? localized("Nothing was changed: this was a dry run.")
                : details.input == nil
                    ? localized("Voyage \(voyage) has no details.")
                    : localized("Voyage \(voyage) has these details. To see it, run: cargo-cli voyage show \(voyage)")
        )
    }
}

/// What is known of a voyage beside its schedule.
struct DetailOptions: ParsableArguments {
    @Option(help: .init("SCAC or SMDG code of the carrier.", valueName: "code")) var carrier: String?
    @Option(
        name: .customLong("carrier-voyage"),
        help: .init("Number by which the carrier knows the voyage; repeat the option for more.", valueName: "text")
    )
    var carrierVoyages: [String] = []
    @Option(help: .init("IMO number of the ship.", valueName: "number")) var vesselImo: String?
    @Option(help: .init("Name of the ship.", valueName: "text")) var vesselName: String?
    @Option(help: .init("How the cargo travels: vessel, barge, rail, truck or air.", valueName: "mode")) var mode: String?

    /// The details as input for a request; nil without options.
    var input: Input? {
        var vessel = RequestBuilder()
        vessel.text("imoNumber", vesselImo)
        vessel.text("name", vesselName)
        var details = RequestBuilder()
        details.code("carrier", carrier)
        details.put("carrierVoyageNumbers", carrierVoyages.isEmpty ? nil : .list(Self.distinct(carrierVoyages).map { .text($0) }))
        details.code("mode", mode)
        details.put("vessel", vessel.isEmpty ? nil : vessel.input)
        return details.isEmpty ? nil : details.input
    }

    /// The numbers trimmed, in the order that details have them, and each once (VOY-5).
    static func distinct(_ numbers: [String]) -> [String] {
        let sorted = numbers.map(\.trimmed).sorted { $0.precedesByScalars($1) }
        return sorted.reduce(into: [String]()) { distinct, number in
            if distinct.last?.hasSameScalars(as: number) != true { distinct.append(number) }
        }
    }
}
