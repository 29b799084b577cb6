import ArgumentParser

/// The root of the command tree.
struct CargoCLI: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "cargo-cli",
        abstract: "Book, route, handle and track cargos.",
        discussion: """
            Data is stored as JSON files in ./cargo-data. Use --store to choose another store.

            EXAMPLES
              cargo-cli demo
              cargo-cli book --origin HKHKG --destination SESTO --customer ACME \\
                --deadline 2100-01-01T00:00:00Z
              cargo-cli route candidates ID
              cargo-cli route assign ID --candidate 1
              cargo-cli track ID

            Each setting comes from its flag, else from the environment (CARGO_STORE, CARGO_OUTPUT, \
            CARGO_NOW), else from $XDG_CONFIG_HOME/cargo-cli/config.json. The token for an http: store \
            comes from CARGO_TOKEN or from that file.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(name: "GETTING STARTED", subcommands: [DemoCommand.self]),
            CommandGroup(
                name: "CARGOS",
                subcommands: [
                    BookCommand.self, TrackCommand.self, MapCommand.self, ListCommand.self, WorklistCommand.self, CancelCommand.self,
                    ReinstateCommand.self, RouteCommand.self, HandleCommand.self, HoldCommand.self, PickUpDeadlineCommand.self,
                    ReferenceCommand.self,
                ]
            ),
            CommandGroup(name: "REFERENCE DATA", subcommands: [LocationCommand.self, VoyageCommand.self]),
            CommandGroup(
                name: "STORE",
                subcommands: [
                    EventsCommand.self, AuditCommand.self, SubscriptionCommand.self, CarrierEventCommand.self, RelayCommand.self,
                    StoreCommand.self, CustomerCommand.self, TokenCommand.self,
                ]
            ),
            CommandGroup(name: "SHELL", subcommands: [CompletionsCommand.self]),
        ]
    )

    @OptionGroup(title: "GLOBAL OPTIONS")
    var global: GlobalOptions
}

extension CargoCLI {
    /// The command that the arguments ask for.
    ///
    /// A command that is named first is parsed alone, because ArgumentParser reflects on every command of a tree before it reads an argument.
    /// Arguments that don't parse this way are parsed from the root, which has the texts of errors and help.
    static func command(for words: [String]) throws -> any ParsableCommand {
        if let command = alone(words) { return command }
        return try fromRoot(words)
    }

    /// The command that the whole tree parses.
    static func fromRoot(_ words: [String]) throws -> any ParsableCommand { try parseAsRoot(words) }

    private static func alone(_ words: [String]) -> (any ParsableCommand)? {
        var command: any ParsableCommand.Type = Self.self
        var rest = words[...]
        while let word = rest.first, let next = command.configuration.subcommands.first(where: { $0._commandName == word }) {
            command = next
            rest = rest.dropFirst()
        }
        command = command.configuration.defaultSubcommand ?? command
        guard command.configuration.subcommands.isEmpty else { return nil }
        do {
            return try command.parse(Array(rest))
        } catch {
            return nil
        }
    }
}

extension CommandConfiguration {
    /// The configuration of a command without subcommands, which is parsed alone if it is named first.
    ///
    /// It says that it has a command above it. Otherwise ArgumentParser would look for a request for a completion script, which takes an eighth
    /// of its time.
    init(leaf commandName: String, abstract: String, discussion: String = "") {
        self.init(commandName: commandName, _superCommandName: "cargo-cli", abstract: abstract, discussion: discussion)
    }
}

/// A command that runs in a session.
protocol Runnable {
    /// The global options as plain values.
    var choices: GlobalChoices { get }

    /// Whether the command reads a file of bookings, voyages or events.
    var isImport: Bool { get }

    /// Runs the command.
    func run(in session: Session) async throws(CommandFailure)
}

extension Runnable {
    var isImport: Bool { false }
}

/// A `Runnable` that ArgumentParser parses.
protocol CargoCommand: ParsableCommand, Runnable {
    /// The global options.
    var global: GlobalOptions { get }
}

extension CargoCommand {
    var choices: GlobalChoices { global.choices }
}
