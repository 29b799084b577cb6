#if CLI
import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure

#if Remote
import CargoRemote
import Foundation
#endif

struct RunRelayCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Send every event to a webhook at least once, those of a cargo or voyage in order, until SIGTERM or Ctrl-C.",
        discussion: """
            Requests are signed as Standard Webhooks 1.0.0 has it. The secret, whsec_ and Base64, stands in a file or in CARGO_WEBHOOK_SECRET;
            two lines sign with both, while one replaces the other. Any number of relays may run for one consumer; what one was doing when it
            was killed another one does again within a minute.

            An event that the receiver does not take is tried again later; refused, or tried often enough, it is set aside and told of, and the
            later ones of its cargo or voyage wait behind it.

            EXAMPLES
              cargo-cli relay --webhook https://example.com/hook --secret-file secret
              cargo-cli relay --webhook https://example.com/hook --once
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var consumer: ConsumerOptions
    @Option(help: ArgumentHelp("Where to send events.", valueName: "url")) var webhook: String
    @Option(help: ArgumentHelp("A file with the secret; CARGO_WEBHOOK_SECRET by default.", valueName: "file")) var secretFile: String?
    @Flag(name: .customLong("once"), help: "End when nothing is left to send; with status 4 if something was not taken.") var isOnce = false
    @Option(help: ArgumentHelp("How often an event is tried before it is set aside.", valueName: "n")) var attempts = 12
    @Option(help: ArgumentHelp("How many events to send at a time, 1 to 16.", valueName: "n")) var width = 4

    func validate() throws {
        if !(1...100).contains(attempts) { throw ValidationError("--attempts is 1 to 100") }
        if !(1...OutboxLane.count).contains(width) { throw ValidationError("--width is 1 to \(OutboxLane.count)") }
    }

    func run(in session: Session) async throws(CommandFailure) {
        #if Remote
        let handler = try handler(session)
        let lanes = try await session.outboxLanes()
        let stop = RelayStop()
        stop.watch()
        let tally = RelayTally()
        var generator = SystemRandomNumberGenerator()
        let relay = OutboxRelay(
            consumer: try consumer.name(),
            owner: "relay-" + String(UInt64.random(in: .min ... .max, using: &generator), radix: 16),
            feed: try await session.environment().events,
            lanes: lanes,
            handler: handler,
            clock: session.settings.clock,
            policy: RelayPolicy(attempts: attempts, width: width),
            report: { tally.add($0) }
        )
        let desk = try await session.outboxDesk(try consumer.name())
        try await Interruption.deferred { () async throws(CommandFailure) in
            try await work(relay, desk, stop, tally, session)
        }
        session.console.note("Delivered \(tally.delivered.grouped) events.")
        if Interruption.isRequested { throw .silent(.interrupted) }
        if isOnce, !stop.isRequested { try await endOnce(desk, tally) }
        #else
        throw .withoutTrait("Remote", for: session.settings.store)
        #endif
    }

    #if Remote
    private func handler(_ session: Session) throws(CommandFailure) -> WebhookHandler {
        let text: String
        if let secretFile {
            text = try InputFile.text(secretFile)
        } else if let variable = SystemCall.environmentVariable("CARGO_WEBHOOK_SECRET") {
            text = variable
        } else {
            throw .configuration(
                "There is no secret to sign with.",
                hint: "Put it into a file, --secret-file FILE, or into CARGO_WEBHOOK_SECRET."
            )
        }
        let lines = text.split(whereSeparator: \.isWhitespace).map { String($0) }
        let secrets = lines.compactMap { WebhookSecret($0) }
        guard !secrets.isEmpty, secrets.count == lines.count else {
            throw .configuration("The secret is none.", hint: "It is whsec_ and 24 to 64 bytes in Base64: cargo-cli relay make-secret")
        }
        guard let url = URL(string: webhook.trimmed) else { throw .configuration("\(webhook.quoted) is no address.") }
        do throws(RemoteStoreError) {
            return try WebhookHandler(url: url, secrets: secrets, clock: session.settings.clock)
        } catch {
            throw .configuration("\(webhook.quoted) is no address of a webhook: \(error.description)")
        }
    }

    /// Works until it is to stop, or, with `--once`, until nothing is left.
    private func work(
        _ relay: OutboxRelay,
        _ desk: OutboxDesk,
        _ stop: RelayStop,
        _ tally: RelayTally,
        _ session: Session
    ) async throws(CommandFailure) {
        // The relay's task alone uses it until that has ended.
        nonisolated(unsafe) let console = session.console
        let isOnce = isOnce
        let result = await stop.run {
            var relay = relay
            var failures = 0
            return await relay.run { result in
                tally.tell(console)
                switch result {
                case .success(.worked):
                    failures = 0
                    return false
                case .success(.idle):
                    failures = 0
                    guard isOnce, tally.unavailable == nil else { return isOnce }
                    // What another relay has may come back to us.
                    if case .success(.some) = await desk.lentUntil() { return false }
                    return true
                case .failure(let error):
                    failures += 1
                    if isOnce || failures == 60 { return true }
                    console.note("The store cannot be used (\(error.code.rawValue)); trying again.")
                    return false
                }
            }
        }
        if case .failure(let error) = result, !stop.isRequested { throw CommandFailure(error) }
    }

    private func endOnce(_ desk: OutboxDesk, _ tally: RelayTally) async throws(CommandFailure) {
        if let reason = tally.unavailable {
            throw CommandFailure(
                .unavailable,
                code: "webhook_unavailable",
                "The webhook takes nothing at present: \(reason.visible).",
                hint: "Try again later; nothing is lost."
            )
        }
        let held = try await desk.held().orFail()
        guard held.isEmpty else {
            throw CommandFailure(
                .partlyDone,
                code: "events_held",
                held.count == 1 ? "One event was not taken." : "\(held.count.grouped) events were not taken.",
                hint: "See them: cargo-cli relay list-set-aside"
            )
        }
    }
    #endif
}

struct MakeSecretCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-secret",
        abstract: "Print a new secret for a webhook, to give to both sides.",
        discussion: """
            EXAMPLES
              (umask 077; cargo-cli relay make-secret > secret)
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        #if Remote
        try session.console.write(WebhookSecret.makeText() + "\n")
        #else
        throw .withoutTrait("Remote", for: session.settings.store)
        #endif
    }
}
#endif
