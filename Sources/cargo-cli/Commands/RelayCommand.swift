import ArgumentParser
package import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
package import CargoWire

struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Manage the dead letters of a relay.",
        discussion: """
            'cargo-server relay' sends domain events to a webhook, to NATS or to subscriptions.

            EXAMPLES
              cargo-cli relay dead-letters
              cargo-cli relay retry 17
            """,
        subcommands: [
            DeadLettersCommand.self, RetryEventCommand.self, DiscardEventCommand.self, MakeSecretCommand.self,
        ]
    )
}

/// The consumer that a relay command is about.
struct ConsumerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Name of the consumer. Each consumer has its own progress and gets every event (default: webhook). Use nats for a relay that was started with --nats.",
            valueName: "name"
        )
    )
    var consumer: String?

    /// The validated name.
    func name(unlessGiven standard: String = "webhook") throws(CommandFailure) -> ConsumerName {
        let consumer = consumer ?? standard
        do throws(DomainError) {
            return try ConsumerName(consumer)
        } catch {
            throw .usage(
                localized("\(consumer.inQuotes) is not a valid consumer name."),
                hint: localized("Use 1 to 40 lowercase letters, digits and hyphens, starting with a letter.")
            )
        }
    }
}

struct DeadLettersCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "dead-letters",
        abstract: "List dead letters and pending retries, and how many events wait behind each.",
        discussion: """
            A dead letter waits for you to retry or discard it. A running relay retries the other listed \
            events at the time shown.

            EXAMPLES
              cargo-cli relay dead-letters -o json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var consumer: ConsumerOptions

    func run(in session: Session) async throws(CommandFailure) {
        let entries = try await session.deadLetterQueue(try consumer.name()).entries().orFail()
        var printer = ListPrinter(session.console, session.format, Self.layout)
        for entry in entries { try printer.add(entry) }
        try printer.finish(nothing: localized("There are no dead letters and no pending retries."))
    }

    private static let layout = Layout<DeadLetterQueue.Entry>(
        .init("SEQUENCE", "sequence", isNumeric: true) { String($0.event.sequence) },
        .init("EVENT", "event_id") { $0.event.eventId ?? "" },
        .init("TYPE", "type") { $0.event.type ?? "unreadable" },
        .init("ATTEMPTS", "attempts", isNumeric: true) { String($0.held.attempts) },
        .init("WAITING", "waiting", isNumeric: true) { String($0.held.sequences.count - 1) },
        .init(
            "NEXT TRY",
            "not_before",
            cell: { $0.held.notBefore.map { .init($0.brief) } ?? .init(localized("dead letter"), .bad) },
            value: { $0.held.notBefore?.text ?? "" }
        ),
        .init("REASON", "reason") { $0.held.reason }
    )
}

struct RetryEventCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "retry",
        abstract: "Retry a dead letter with a fresh set of attempts.",
        discussion: """
            A running relay sends the event again. The events that wait behind it follow in order.

            EXAMPLES
              cargo-cli relay retry 17
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var consumer: ConsumerOptions
    @Argument(help: .init("Sequence number of the event, as shown by dead-letters.", valueName: "sequence")) var sequence: Int64

    func run(in session: Session) async throws(CommandFailure) {
        try await session.resolve(sequence, of: try consumer.name()) { queue in await queue.retry(eventAt: sequence) }
        session.console.note(localized("Event \(sequence) will be retried."))
    }
}

struct DiscardEventCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "discard",
        abstract: "Discard a dead letter, so that the events behind it can be sent.",
        discussion: """
            The consumer never receives the event. It stays in the store: 'cargo-cli events' prints it.

            EXAMPLES
              cargo-cli relay discard 17
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var consumer: ConsumerOptions
    @Argument(help: .init("Sequence number of the event, as shown by dead-letters.", valueName: "sequence")) var sequence: Int64

    func run(in session: Session) async throws(CommandFailure) {
        try await session.resolve(sequence, of: try consumer.name()) { queue in await queue.discard(eventAt: sequence) }
        session.console.note(localized("Event \(sequence) was discarded."))
    }
}

struct MakeSecretCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "make-secret",
        abstract: "Print a new webhook secret, for the relay and the receiver.",
        discussion: """
            EXAMPLES
              (umask 077; cargo-cli relay make-secret > secret)
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        try session.console.write(WebhookSecret.random().revealed + "\n")
    }
}

extension Session {
    /// The store's outbox partitions, which hold the progress of each consumer.
    func outboxPartitions() async throws(CommandFailure) -> any OutboxPartitionStore {
        if case .http = settings.store {
            throw .usage(
                localized("This command cannot run over \(settings.store.description.visible): it needs direct access to the store."),
                hint: localized("Run it on the machine of the service, with --store json:PATH.")
            )
        }
        guard let records = try await backendToWrite().records else {
            throw .usage(
                localized("This command cannot use memory:, because the store must outlive a single command."),
                hint: localized("Use --store json:PATH.")
            )
        }
        return Self.partitions(records)
    }

    private static func partitions(_ records: some RecordStore) -> any OutboxPartitionStore { RecordOutboxPartitionStore(records) }

    func deadLetterQueue(_ consumer: ConsumerName) async throws(CommandFailure) -> DeadLetterQueue {
        let partitions = try await outboxPartitions()
        return DeadLetterQueue(consumer: consumer, feed: try await kit().store.events, partitions: partitions, clock: settings.clock)
    }

    /// Retries or discards a held event; while a relay works on its partition, tries again for about five seconds.
    fileprivate func resolve(
        _ sequence: Int64,
        of consumer: ConsumerName,
        _ resolve: (DeadLetterQueue) async -> Result<Bool, DomainError>
    ) async throws(CommandFailure) {
        let queue = try await deadLetterQueue(consumer)
        for attempt in 1... {
            switch await resolve(queue) {
            case .success(true): return
            case .success(false):
                throw CommandFailure(
                    .notFound,
                    code: "dead_letter_not_found",
                    localized("Consumer \(consumer) has no dead letter or pending retry with sequence number \(sequence)."),
                    hint: localized("Run 'cargo-cli relay dead-letters' to see them. An event that waits behind another cannot be chosen.")
                )
            case .failure(let error):
                guard error.code == .storeLocked, attempt < 100 else { throw CommandFailure(error) }
                SystemCall.sleep(milliseconds: 50)
            }
        }
    }
}

extension FeedEntry {
    /// The event's type; nil if the event cannot be read.
    fileprivate var type: String? {
        switch self {
        case .event(let event): event.fact.type
        case .unreadable: nil
        }
    }
}

extension DeadLetterQueue.Entry: CanonicallyEncodable {
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
