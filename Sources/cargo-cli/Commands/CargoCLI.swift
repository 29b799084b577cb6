#if CLI
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
                --deadline 2026-06-01T00:00:00Z
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
                    BookCommand.self, TrackCommand.self, MapCommand.self, ListCommand.self, CancelCommand.self, ReinstateCommand.self,
                    RouteCommand.self, HandleCommand.self,
                ]
            ),
            CommandGroup(name: "REFERENCE DATA", subcommands: [LocationCommand.self, VoyageCommand.self]),
            CommandGroup(name: "STORE", subcommands: [EventsCommand.self, RelayCommand.self, StoreCommand.self, ServeCommand.self]),
            CommandGroup(name: "SHELL", subcommands: [CompletionsCommand.self]),
        ]
    )

    @OptionGroup(title: "GLOBAL OPTIONS")
    var global: GlobalOptions
}

extension CargoCLI {
    /// The command that the arguments ask for.
    static func command(for words: [String]) throws -> any ParsableCommand { try parseAsRoot(words) }
}
#endif
