import ArgumentParser
import CargoDomain
import CargoWire

struct RouteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Find, assign and change routes, and change a cargo's destination or deadline.",
        subcommands: [
            CandidatesCommand.self, AssignCommand.self, SubstituteVoyageCommand.self, SpecifyCommand.self, ChangeDestinationCommand.self,
            ChangeDeadlineCommand.self,
        ]
    )
}

/// The options of the route search; the same options find the same candidates in the same order.
struct RouteOptions: ParsableArguments, Sendable {
    @Option(help: .init("Use at most this many legs, 1 to 16 (default: 8).", valueName: "n")) var maxLegs: Int64?

    @Option(
        help: .init("Minimum time between two voyages, such as PT6H or P1DT12H (default: none).", valueName: "duration")
    )
    var minConnection: String?

    @Option(help: .init("Find at most this many candidates, 1 to 100 (default: 10).", valueName: "n")) var limit: Int64?

    /// The search options as fields of a request.
    var request: RequestBuilder {
        get throws(CommandFailure) {
            var request = RequestBuilder()
            request.number("maxLegs", maxLegs)
            request.number("limit", limit)
            if let minConnection {
                request.number("minimumConnection", try duration(minConnection, of: "--min-connection").milliseconds)
            }
            return request
        }
    }
}
