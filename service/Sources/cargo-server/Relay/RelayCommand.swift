import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoServer

/// `cargo-server relay`: sends the store's domain events, in a process separate from the service.
struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        _superCommandName: "cargo-server",
        abstract: "Send domain events to a webhook, to NATS or to subscriptions.",
        discussion: """
            'cargo-cli relay' lists, retries and discards dead letters, and makes secrets.

            EXAMPLES
              cargo-server relay --webhook https://example.com/hook --secret-file secret
              cargo-server relay subscriptions
            """,
        subcommands: [RunRelayCommand.self, RelaySubscriptionsCommand.self],
        defaultSubcommand: RunRelayCommand.self
    )
}

/// A command that runs in a session.
protocol Runnable: ParsableCommand {
    /// The options that both relays take.
    var global: GlobalOptions { get }

    /// Runs the command.
    func run(in session: Session) async throws(CommandFailure)
}

/// The options that both relays take.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: .init("Store to use: json:PATH, sqlite:PATH or postgres://HOST/DATABASE (default: json:./cargo-data).", valueName: "url")
    )
    var store: String?

    @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Print only errors.")
    var isQuiet = false

    @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Print more detail, such as each delivery.")
    var isVerbose = false

    @Option(help: .init("Use this instant as the current time, such as 2026-03-01T12:00:00Z.", valueName: "instant"))
    var now: String?
}

/// The consumer that the relay works for.
struct ConsumerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Name of the consumer. Each consumer has its own progress and gets every event (default: webhook; nats with --nats).",
            valueName: "name"
        )
    )
    var consumer: String?

    /// The validated name.
    func name(unlessGiven standard: String) throws(CommandFailure) -> ConsumerName {
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

/// The keys that encrypt the secrets of subscriptions in the store.
struct SecretKeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "File with the keys of the secrets of subscriptions: ID:KEY on each line, newest first (default: CARGO_SECRETS_KEYS_FILE, or the keys in CARGO_SECRETS_KEYS).",
            valueName: "file"
        )
    )
    var secretsKeysFile: String?

    /// The keys, newest first; none if none are set.
    func keys() throws(CommandFailure) -> [SecretKey] {
        let list = variable("CARGO_SECRETS_KEYS").map { $0.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) } } ?? []
        do throws(ServerSettingsError) {
            return try SecretKey.read(list: list.map { String($0) }, file: secretsKeysFile ?? variable("CARGO_SECRETS_KEYS_FILE"))
        } catch {
            throw .configuration(error.description)
        }
    }
}

/// The endpoints that subscriptions may have.
struct EndpointOptions: ParsableArguments {
    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp(
            "Host, or host:port, that may use http and have a private address, unless the subscription has an owner; repeat it for more.",
            valueName: "host"
        )
    )
    var allowedHosts: [String] = []

    var policy: EndpointPolicy { EndpointPolicy(allowedHosts: Set(allowedHosts)) }
}
