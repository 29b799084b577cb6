import ArgumentParser
import CargoDomain
import CargoLocalization

/// Explains an invalid command line and suggests what was meant.
enum UsageText {
    /// The failure for arguments that ArgumentParser rejected.
    static func failure(for error: any Error, _ words: [String]) -> CommandFailure {
        let place = walk(words)
        let help = localized("Run '\((place.path + ["--help"]).joined(separator: " "))' for usage.")
        if let unknown = place.unknown {
            let names = place.node.configuration.subcommands.map { $0._commandName } + ["help"]
            let nearest = Suggestion.nearest(to: unknown, among: names)
            let message = localized("Unknown command \((place.path.dropFirst() + [unknown]).joined(separator: " ").inQuotes).")
            return .usage(message, hint: nearest.map { localized("Did you mean \((place.path + [$0]).joined(separator: " "))?") } ?? help)
        }
        // ArgumentParser reports missing options before unknown ones, but a missing option is often an unknown one, mistyped.
        // So look for unknown options first.
        let flags = flags(of: place.node)
        if let unknown = words.prefix(while: { $0 != "--" }).first(where: { $0.hasPrefix("--") && !flags.contains(name(of: $0)) }) {
            let nearest = Suggestion.nearest(to: name(of: unknown), among: flags)
            return .usage(
                localized("Unknown option \(name(of: unknown).inQuotes)."),
                hint: nearest.map { localized("Did you mean \($0)?") } ?? help
            )
        }
        let lines = CargoCLI.message(for: error).split(separator: "\n").map { String($0).visible }
        var message = lines.joined(separator: " ")
        if !message.hasSuffix("."), !message.hasSuffix("?") { message += "." }
        return .usage(message, hint: help)
    }

    private static func name(of option: String) -> String { String(option.prefix { $0 != "=" }) }

    /// The long options of a command, taken from its help text.
    private static func flags(of command: any ParsableCommand.Type) -> [String] {
        CargoCLI.helpMessage(for: command, includeHidden: true).split(separator: "\n").flatMap { line -> [String] in
            let line = line.drop { $0 == " " }
            guard line.hasPrefix("-") else { return [] }
            return line.split(whereSeparator: { $0 == " " || $0 == "," }).filter { $0.hasPrefix("--") }.map { String($0) }
        }
    }

    /// Walks down the command tree as far as the arguments name commands.
    ///
    /// - Returns: the path of commands, the argument that should have been a command but isn't, and the last command reached.
    private static func walk(_ words: [String]) -> (path: [String], unknown: String?, node: any ParsableCommand.Type) {
        var node: any ParsableCommand.Type = CargoCLI.self
        var path = [CargoCLI._commandName]
        var words = words[...]
        while let word = words.popFirst(), word != "--" {
            if word.hasPrefix("-"), word != "-" {
                // Global options, some with a value, may come before the command.
                if ["--store", "--output", "-o", "--now"].contains(word) {
                    words = words.dropFirst()
                } else if node.configuration.defaultSubcommand != nil {
                    // The option is the standard command's, and so is what comes after it.
                    break
                }
                continue
            }
            let subcommands = node.configuration.subcommands
            if subcommands.isEmpty { break }
            guard let next = subcommands.first(where: { $0._commandName == word || $0.configuration.aliases.contains(word) }) else {
                return (path, word == "help" ? nil : word, node)
            }
            node = next
            path.append(word)
        }
        if let standard = node.configuration.defaultSubcommand { return (path + [standard._commandName], nil, standard) }
        return (path, nil, node)
    }
}
