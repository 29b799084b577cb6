#if CLI
import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure

struct EventsCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Print what happened, in the order in which it was stored: one JSON object a line.",
        discussion: """
            EXAMPLES
              cargo-cli events --after 100 --limit 50
              cargo-cli events --follow | jq -r .type
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Option(help: .init("Only events after this sequence number.", valueName: "n")) var after: Int64 = 0
    @Option(help: .init("No more than this many.", valueName: "n")) var limit: Int?
    @Flag(name: .customLong("follow"), help: "Wait for more, until Ctrl-C.") var isFollowing = false

    func validate() throws {
        if after < 0 { throw ValidationError("--after is at least 0") }
        if let limit, limit < 1 { throw ValidationError("--limit is at least 1") }
    }

    func run(in session: Session) async throws(CommandFailure) {
        let environment = try await session.environment()
        var printer = ListPrinter(session.console, session.settings.output ?? .ndjson, Layouts.events)
        var position = after
        var rest = limit ?? .max
        while rest > 0 {
            let size = min(rest, 1000)
            let page = try await ReadEvents(environment).execute(.init(after: position, limit: Int64(size))).orFail()
            for event in page { try printer.add(event) }
            rest -= page.count
            position = page.last?.sequence ?? position
            guard page.count < size else { continue }
            guard isFollowing else { break }
            try session.console.flush()
            SystemCall.sleep(milliseconds: 250)
        }
        try printer.finish(nothing: "No events.")
    }
}
#endif
