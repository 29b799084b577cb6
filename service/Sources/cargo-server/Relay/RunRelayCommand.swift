import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoRemote
import Foundation

struct RunRelayCommand: Runnable {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Send every event to a webhook or a NATS stream at least once, until SIGTERM or Ctrl-C.",
        discussion: """
            Events of one cargo or voyage are sent in order. Webhook requests are signed according to Standard \
            Webhooks 1.0.0. The secret, whsec_ followed by Base64, comes from a file or from \
            CARGO_WEBHOOK_SECRET. With two secrets, one per line, each request is signed with both, so \
            that you can replace one with the other. Any number of relays can run for one consumer. If a \
            relay is killed, another one takes over its work within a minute.

            The relay retries an event that the receiver does not accept. An event that is refused, or \
            that fails too often, becomes a dead letter and is reported. The later events of its cargo or \
            voyage wait behind it.

            EXAMPLES
              cargo-server relay --webhook https://example.com/hook --secret-file secret
              cargo-server relay --webhook https://example.com/hook --once
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var consumer: ConsumerOptions
    @Option(help: ArgumentHelp("URL to send events to.", valueName: "url")) var webhook: String?
    @Option(help: ArgumentHelp("Servers of the NATS cluster to publish events to.", valueName: "url")) var nats: String?
    @Option(help: ArgumentHelp("Beginning of the subjects of NATS messages.", valueName: "subject")) var natsSubject = "cargo.events"
    @Option(help: ArgumentHelp("File with the secret (default: read from CARGO_WEBHOOK_SECRET).", valueName: "file")) var secretFile:
        String?
    @Flag(name: .customLong("once"), help: "Exit when nothing is left to send, with status 4 if an event was not delivered.") var isOnce =
        false
    @Option(help: ArgumentHelp("How often to try an event before it becomes a dead letter, 1 to 100.", valueName: "n")) var attempts = 12
    @Option(help: ArgumentHelp("How many events to send at the same time, 1 to 16.", valueName: "n")) var concurrency = 4

    func validate() throws {
        if (webhook == nil) == (nats == nil) { throw ValidationError(localized("Give either --webhook or --nats.")) }
        if !(1...100).contains(attempts) { throw ValidationError(localized("--attempts must be 1 to 100")) }
        if !(1...OutboxPartition.count).contains(concurrency) {
            throw ValidationError(localized("--concurrency must be 1 to \(OutboxPartition.count)"))
        }
    }

    func run(in session: Session) async throws(CommandFailure) {
        let consumer = try consumer.name(unlessGiven: nats == nil ? "webhook" : "nats")
        let handler = try handler(session)
        let partitions = try await session.outboxPartitions()
        let stop = RelayStop()
        stop.watch()
        let tally = RelayTally()
        var generator = SystemRandomNumberGenerator()
        let relay = OutboxRelay(
            consumer: consumer,
            owner: "relay-" + String(UInt64.random(in: .min ... .max, using: &generator), radix: 16),
            feed: try await session.kit().store.events,
            partitions: partitions,
            handler: handler,
            clock: session.clock,
            policy: RelayPolicy(maximumAttempts: attempts, concurrency: concurrency),
            report: { tally.add($0) }
        )
        let deadLetters = try await session.deadLetterQueue(consumer)
        try await work(relay, deadLetters, stop, tally, session.console)
        let delivered = tally.delivered
        session.console.note(
            localized(delivered, one: "Delivered \(delivered.grouped) event.", other: "Delivered \(delivered.grouped) events.")
        )
        if stop.isInterrupted { throw .interrupted }
        if isOnce, !stop.isRequested { try await endOnce(deadLetters, tally) }
    }

    private func handler(_ session: Session) throws(CommandFailure) -> any OutboxHandler {
        if let webhook { return try webhookHandler(webhook, session) }
        return try natsHandler()
    }

    private func natsHandler() throws(CommandFailure) -> any OutboxHandler {
        #if canImport(Darwin)
        throw .configuration(localized("This build cannot publish events to NATS. Builds for Linux can."))
        #else
        guard let address = NATSAddress(nats?.trimmed ?? "") else {
            throw .configuration(
                localized("The --nats URL is invalid."),
                hint: localized("Use nats://HOST[:PORT], with more servers after commas, and without user or password.")
            )
        }
        do throws(RemoteStoreError) {
            return try NATSHandler(address, token: variable("CARGO_NATS_TOKEN"), subject: natsSubject.trimmed)
        } catch {
            throw .configuration(
                localized("The subject or the token for NATS is invalid."),
                hint: localized("A subject has letters, digits, hyphens and underscores, in parts separated by dots.")
            )
        }
        #endif
    }

    private func webhookHandler(_ webhook: String, _ session: Session) throws(CommandFailure) -> any OutboxHandler {
        let text: String
        if let secretFile {
            text = try Self.text(of: secretFile)
        } else if let secret = variable("CARGO_WEBHOOK_SECRET") {
            text = secret
        } else {
            throw .configuration(
                localized("No webhook secret is set."),
                hint: localized("Use --secret-file FILE or CARGO_WEBHOOK_SECRET. Run 'cargo-cli relay make-secret' to create a secret.")
            )
        }
        let lines = text.split(whereSeparator: \.isWhitespace).map { String($0) }
        let secrets = lines.compactMap { WebhookSecret($0) }
        guard !secrets.isEmpty, secrets.count == lines.count else {
            throw .configuration(
                localized("Invalid webhook secret: expected whsec_ followed by 24 to 64 bytes in Base64."),
                hint: localized("Run 'cargo-cli relay make-secret' to create a secret.")
            )
        }
        // The message leaves the URL out: it may hold a password.
        let invalidURL = CommandFailure.configuration(
            localized("The --webhook URL is invalid."),
            hint: localized("Use an http:// or https:// URL with a host, without user, password or fragment.")
        )
        guard let url = URL(string: webhook.trimmed) else { throw invalidURL }
        do throws(RemoteStoreError) {
            return try WebhookHandler(url: url, secrets: secrets, clock: session.clock)
        } catch {
            throw invalidURL
        }
    }

    /// Reads a file of UTF-8 text, or standard input for `-`.
    private static func text(of path: String) throws(CommandFailure) -> String {
        do {
            return try String(contentsOf: URL(filePath: path == "-" ? "/dev/stdin" : path), encoding: .utf8)
        } catch {
            throw .configuration(localized("Cannot read \(path.inQuotes): \(error.localizedDescription.visible)."))
        }
    }

    /// Runs the relay until it is stopped or, with `--once`, until nothing is left to send.
    private func work(
        _ relay: OutboxRelay,
        _ deadLetters: DeadLetterQueue,
        _ stop: RelayStop,
        _ tally: RelayTally,
        _ console: Console
    ) async throws(CommandFailure) {
        let isOnce = isOnce
        let result = await stop.run {
            var failures = StoreFailures()
            return await relay.run { result in
                tally.tell(console)
                switch result {
                case .success(.worked):
                    failures = StoreFailures()
                    return false
                case .success(.idle):
                    failures = StoreFailures()
                    guard isOnce, tally.unavailable == nil else { return isOnce }
                    // Events of a partition that another relay has leased may still come back to this one.
                    if case .success(.some) = await deadLetters.leasedUntil() { return false }
                    return true
                case .failure(let error): return failures.endWork(error, isOnce: isOnce, console)
                }
            }
        }
        if case .failure(let error) = result, !stop.isRequested { throw CommandFailure(error) }
    }

    private func endOnce(_ deadLetters: DeadLetterQueue, _ tally: RelayTally) async throws(CommandFailure) {
        if let reason = tally.unavailable {
            throw .unavailable(
                nats == nil
                    ? localized("The webhook is unavailable: \(reason.visible).")
                    : localized("The NATS stream is unavailable: \(reason.visible)."),
                hint: localized("Try again later. No event is lost.")
            )
        }
        let held = try await deadLetters.entries().orFail()
        guard held.isEmpty else {
            throw .partlyDone(
                localized(held.count, one: "One event was not delivered.", other: "\(held.count.grouped) events were not delivered."),
                hint: localized(
                    held.count,
                    one: "Run 'cargo-cli relay dead-letters' to see it.",
                    other: "Run 'cargo-cli relay dead-letters' to see them."
                )
            )
        }
    }
}
