import ArgumentParser
import CargoDomain
import CargoLocalization

struct CompletionsCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "completions",
        abstract: "Print a completion script for a shell.",
        discussion: """
            EXAMPLES
              cargo-cli completions bash > /etc/bash_completion.d/cargo-cli
              cargo-cli completions zsh > ~/.zsh/completions/_cargo-cli
              cargo-cli completions fish > ~/.config/fish/completions/cargo-cli.fish
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Argument(help: "Shell to complete for: bash, zsh or fish.", completion: .list(["bash", "zsh", "fish"])) var shell: String

    func run(in session: Session) async throws(CommandFailure) {
        guard let shell = CompletionShell(rawValue: shell.trimmed.lowercased()) else {
            let names = CompletionShell.allCases.map(\.rawValue)
            let nearest = Suggestion.nearest(to: shell, among: names)
            throw .usage(
                localized("There are no completions for \(self.shell.inQuotes)."),
                hint: nearest.map { localized("Did you mean \($0)?") } ?? localized("Use bash, zsh or fish.")
            )
        }
        try session.console.write(CargoCLI.completionScript(for: shell) + "\n")
    }
}
