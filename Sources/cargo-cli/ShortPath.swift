#if CLI
/// Parses plain `track` commands, the ones that scripts call most, without ArgumentParser.
///
/// ArgumentParser reflects on every command and option before it reads the first argument, which takes a third of the time of a whole
/// `track` run. Everything else is left to ArgumentParser: all errors, help, joined short options, `--`. A test checks that both parse
/// the same commands alike.
enum ShortPath {
    /// The tracking that the arguments ask for; nil if ArgumentParser has to parse them.
    static func tracking(_ words: [String]) -> Tracking? {
        guard words.first == "track" else { return nil }
        var choices = GlobalChoices()
        var ids: [String] = []
        var isWatching = false
        var hasExitStatus = false
        var seen: Set<String> = []
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            guard word.hasPrefix("-"), word != "-" else {
                ids.append(word)
                continue
            }
            guard seen.insert(word).inserted else { return nil }
            switch word {
            case "--watch": isWatching = true
            case "--exit-status": hasExitStatus = true
            case "--no-color": choices.hasNoColor = true
            case "-q": choices.isQuiet = true
            case "-v": choices.isVerbose = true
            case "-o", "--store", "--now":
                guard let value = rest.popFirst(), !value.hasPrefix("-"), set(word, value, in: &choices) else { return nil }
            default: return nil
            }
        }
        guard !ids.isEmpty else { return nil }
        return Tracking(choices: choices, ids: ids, isWatching: isWatching, hasExitStatus: hasExitStatus)
    }

    private static func set(_ option: String, _ value: String, in choices: inout GlobalChoices) -> Bool {
        switch option {
        case "--store": choices.store = value
        case "--now": choices.now = value
        default:
            guard let format = OutputFormat(rawValue: value) else { return false }
            choices.output = format
        }
        return true
    }
}
#endif
