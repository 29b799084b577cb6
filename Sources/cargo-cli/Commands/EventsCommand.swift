import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization

struct EventsCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "events",
        abstract: "Print the domain events in the order they were stored.",
        discussion: """
            Prints one JSON object per line, unless -o chooses another format.

            EXAMPLES
              cargo-cli events --after 100 --limit 50
              cargo-cli events --follow | jq -r .type
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Option(help: .init("Only events after this sequence number.", valueName: "n")) var after: Int64 = 0
    @Option(help: .init("Print at most this many events.", valueName: "n")) var limit: Int?
    @Flag(name: .customLong("follow"), help: "Wait for new events and print them, until Ctrl-C.") var isFollowing = false

    func validate() throws {
        if after < 0 { throw ValidationError(localized("--after must be at least 0")) }
        if let limit, limit < 1 { throw ValidationError(localized("--limit must be at least 1")) }
    }

    func run(in session: Session) async throws(CommandFailure) {
        var printer = ListPrinter(session.console, session.settings.output ?? .ndjson, Layouts.events)
        var position = after
        var rest = limit ?? .max
        var unreadable = 0
        while rest > 0 {
            let size = min(rest, 1000)
            let page = try await session.entries(after: position, limit: size)
            for entry in page {
                switch entry {
                case .event(let event): try printer.add(event)
                case .unreadable(let event):
                    unreadable += 1
                    session.console.note(
                        localized("Event \(event.sequence) cannot be read: \((event.error.cause ?? event.error.code.rawValue).visible)")
                    )
                }
            }
            rest -= page.count
            position = page.last?.sequence ?? position
            // A service's page ends before an event that can't be read; the next one then says so.
            let isLast = try await session.backend().service == nil ? page.count < size : page.isEmpty
            guard isLast else { continue }
            guard isFollowing else { break }
            try session.console.flush()
            SystemCall.sleep(milliseconds: 250)
        }
        try printer.finish(nothing: localized("No events."))
        if unreadable > 0 { throw .unreadable(events: unreadable) }
    }
}

extension CommandFailure {
    /// Some events were left out because they can't be read.
    static func unreadable(events count: Int) -> CommandFailure {
        CommandFailure(
            .partlyDone,
            code: "events_unreadable",
            localized(count, one: "One event cannot be read.", other: "\(count.grouped) events cannot be read."),
            hint: localized("Run 'cargo-cli store verify' to check the store.")
        )
    }
}

extension Session {
    /// Reads events; of those of a service, the page ends before one that can't be read.
    fileprivate func entries(after position: Int64, limit: Int) async throws(CommandFailure) -> [FeedEntry] {
        let request = ReadEvents.Request(after: position, limit: limit)
        if let service = try await backend().service {
            return try await service.operations.perform(ReadEvents.self, request).orFail().map(FeedEntry.event)
        }
        return try await ReadEvents(try await kit()).entries(request).orFail()
    }
}
