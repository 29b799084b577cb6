#if CLI
import ArgumentParser
package import CargoApplication
import CargoDomain
package import CargoInfrastructure

struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Tell a webhook what happens; see and decide what it did not take.",
        discussion: """
            EXAMPLES
              cargo-cli relay --webhook https://example.com/hook --secret-file secret
              cargo-cli relay list-set-aside
              cargo-cli relay retry 17
            """,
        subcommands: [
            RunRelayCommand.self, ListSetAsideCommand.self, RetryEventCommand.self, DiscardEventCommand.self, MakeSecretCommand.self,
        ],
        defaultSubcommand: RunRelayCommand.self
    )
}

/// Whose progress it is.
struct ConsumerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Whose progress through the events it is; each consumer gets all of them.", valueName: "name"))
    var consumer = "webhook"

    /// The name, checked.
    func name() throws(CommandFailure) -> ConsumerName {
        do throws(DomainError) {
            return try ConsumerName(consumer)
        } catch {
            throw .usage("\(consumer.quoted) is no name of a consumer.", hint: "1 to 40 of a-z 0-9 -, a letter first.")
        }
    }
}

struct ListSetAsideCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "list-set-aside",
        abstract: "List the events that a consumer did not take, and how many wait behind each.",
        discussion: """
            Those that are tried again by themselves are in it, with the time of the next try.

            EXAMPLES
              cargo-cli relay list-set-aside -o json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var consumer: ConsumerOptions

    func run(in session: Session) async throws(CommandFailure) {
        let entries = try await session.outboxDesk(try consumer.name()).held().orFail()
        var printer = ListPrinter(session.console, session.format, Self.layout)
        for entry in entries { try printer.add(entry) }
        try printer.finish(nothing: "No event is set aside.")
    }

    private static let layout = Layout<OutboxDesk.Entry>(
        .init("SEQUENCE", "sequence", isNumeric: true) { String($0.event.sequence) },
        .init("EVENT", "event_id") { $0.event.eventId ?? "" },
        .init("TYPE", "type") { $0.event.type ?? "unreadable" },
        .init("ATTEMPTS", "attempts", isNumeric: true) { String($0.held.attempts) },
        .init("WAITING", "waiting", isNumeric: true) { String($0.held.sequences.count - 1) },
        .init(
            "NEXT TRY",
            "not_before",
            cell: { $0.held.notBefore.map { .init($0.brief) } ?? .init("set aside", .bad) },
            value: { $0.held.notBefore?.text ?? "" }
        ),
        .init("REASON", "reason") { $0.held.reason }
    )
}

struct RetryEventCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Have an event that was set aside tried again, as often as a new one.",
        discussion: """
            A running relay does it; those that wait behind it follow in order.

            EXAMPLES
              cargo-cli relay retry 17
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var consumer: ConsumerOptions
    @Argument(help: .init("The event's sequence number, as list-set-aside shows it.", valueName: "sequence")) var sequence: Int64

    func run(in session: Session) async throws(CommandFailure) {
        try await session.decide(.retry, on: sequence, of: try consumer.name())
        session.console.note("Event \(sequence) will be tried again.")
    }
}

struct DiscardEventCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Give an event up that was set aside; those that wait behind it go on.",
        discussion: """
            The consumer never gets it. It stays in the store, where cargo-cli events shows it.

            EXAMPLES
              cargo-cli relay discard 17
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var consumer: ConsumerOptions
    @Argument(help: .init("The event's sequence number, as list-set-aside shows it.", valueName: "sequence")) var sequence: Int64

    func run(in session: Session) async throws(CommandFailure) {
        try await session.decide(.discard, on: sequence, of: try consumer.name())
        session.console.note("Event \(sequence) is given up.")
    }
}

extension Session {
    /// How far the consumers of the store's outbox are.
    func outboxLanes() async throws(CommandFailure) -> any OutboxLaneStore {
        if case .http = settings.store {
            throw .usage(
                "A relay works where the store is kept, not over \(settings.store.description.visible).",
                hint: "On the machine of the service: --store json:PATH"
            )
        }
        guard let records = try await backendToWrite().records else {
            throw .usage(
                "A store in memory ends with the command; there is nothing to tell of.",
                hint: "Name another one: --store json:PATH"
            )
        }
        return Self.lanes(records)
    }

    private static func lanes(_ records: some RecordStore) -> any OutboxLaneStore { RecordOutboxLaneStore(records) }

    func outboxDesk(_ consumer: ConsumerName) async throws(CommandFailure) -> OutboxDesk {
        let lanes = try await outboxLanes()
        return OutboxDesk(consumer: consumer, feed: try await environment().events, lanes: lanes, clock: settings.clock)
    }

    /// Decides about an event, waiting a few seconds for a relay that works on its lane.
    fileprivate func decide(_ decision: OutboxDesk.Decision, on sequence: Int64, of consumer: ConsumerName) async throws(CommandFailure) {
        let desk = try await outboxDesk(consumer)
        for attempt in 1... {
            switch await desk.decide(decision, onEventAt: sequence) {
            case .success(true): return
            case .success(false):
                throw CommandFailure(
                    .notFound,
                    code: "event_not_set_aside",
                    "No event \(sequence) is set aside for \(consumer).",
                    hint: "See which are: cargo-cli relay list-set-aside. Of those of one cargo or voyage the first decides."
                )
            case .failure(let error):
                guard error.code == .storeLocked, attempt < 100 else { throw CommandFailure(error) }
                SystemCall.sleep(milliseconds: 50)
            }
        }
    }
}

extension FeedEntry {
    /// The type of what happened; nil if that cannot be read.
    fileprivate var type: String? {
        switch self {
        case .event(let event): event.fact.type
        case .unreadable: nil
        }
    }
}

extension OutboxDesk.Entry: CanonicallyEncodable {
    /// `{"attempts","event":DomainEvent,"notBefore"?,"reason","waiting":[sequence]}`; an event that cannot be read is
    /// `{"aggregate"?,"eventId"?,"sequence"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"attempts":"#)
        writer.integer(Int64(held.attempts))
        writer.raw(#","event":"#)
        switch event {
        case .event(let event): event.write(to: &writer)
        case .unreadable(let event): event.write(to: &writer)
        }
        if let notBefore = held.notBefore {
            writer.raw(#","notBefore":"#)
            writer.instant(notBefore)
        }
        writer.raw(#","reason":"#)
        writer.text(held.reason)
        writer.raw(#","waiting":["#)
        for (place, sequence) in held.sequences.dropFirst().enumerated() {
            if place > 0 { writer.raw(",") }
            writer.integer(sequence)
        }
        writer.raw("]}")
    }
}

extension UnreadableEvent {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.raw("{")
        if let aggregate {
            writer.raw(#""aggregate":"#)
            writer.text(aggregate)
            writer.raw(",")
        }
        if let eventId {
            writer.raw(#""eventId":"#)
            writer.text(eventId)
            writer.raw(",")
        }
        writer.raw(#""sequence":"#)
        writer.integer(sequence)
        writer.raw("}")
    }
}
#endif
