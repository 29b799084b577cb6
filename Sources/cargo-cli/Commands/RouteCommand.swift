#if CLI
import ArgumentParser

struct RouteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Find routes, assign one, change where a cargo goes or by when.",
        subcommands: [
            CandidatesCommand.self, AssignCommand.self, SpecifyCommand.self, ChangeDestinationCommand.self, ChangeDeadlineCommand.self,
        ]
    )
}

/// How routes are looked for; the same options find the same candidates in the same order.
struct RouteOptions: ParsableArguments {
    @Option(help: .init("No more than this many legs, 1 to 16 (default: 8).", valueName: "n")) var maxLegs: Int64?

    @Option(
        help: .init("The least time to change from one voyage to the next, such as PT6H or P1DT12H (default: none).", valueName: "duration")
    )
    var minConnection: String?

    @Option(help: .init("No more than this many candidates, 1 to 100 (default: 10).", valueName: "n")) var limit: Int64?

    func request(for trackingId: String) throws(CommandFailure) -> RequestBuilder {
        var request = RequestBuilder()
        request.code("trackingId", trackingId)
        request.number("maxLegs", maxLegs)
        request.number("limit", limit)
        if let minConnection {
            guard let milliseconds = ISODuration.milliseconds(minConnection.trimmed) else {
                throw .usage(
                    "--min-connection: \(minConnection.quoted) is no duration.",
                    hint: "Write hours as PT6H, days as P1D, both as P1DT6H."
                )
            }
            request.number("minimumConnection", milliseconds)
        }
        return request
    }
}
#endif
