#if CLI
import ArgumentParser

/// The root of the command tree.
struct CargoCLI: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "cargo-cli",
        abstract: "Book cargos, find their routes, register what is done to them, and see where they are.",
        discussion: """
            Data is kept in a directory of JSON files, ./cargo-data unless --store says otherwise.

            EXAMPLES
              cargo-cli demo
              cargo-cli book --origin HKHKG --destination SESTO --customer ACME \\
                --deadline 2026-06-01T00:00:00Z
              cargo-cli route candidates ID
              cargo-cli route assign ID --candidate 1
              cargo-cli track ID

            Settings come from flags, then CARGO_STORE, CARGO_OUTPUT and CARGO_NOW, then
            $XDG_CONFIG_HOME/cargo-cli/config.json. The token for an http: store is in
            CARGO_TOKEN or in that file.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(name: "TO BEGIN", subcommands: [DemoCommand.self]),
            CommandGroup(
                name: "CARGOS",
                subcommands: [
                    BookCommand.self, TrackCommand.self, MapCommand.self, ListCommand.self, RouteCommand.self, HandleCommand.self,
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
    /// The command that the words ask for.
    static func command(for words: [String]) throws -> any ParsableCommand { try parseAsRoot(words) }
}
#endif
