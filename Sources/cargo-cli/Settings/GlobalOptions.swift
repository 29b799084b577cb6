#if CLI
import ArgumentParser

/// What every command understands.
struct GlobalOptions: ParsableArguments {
    @Option(help: .init("Where the data is: json:PATH, memory: or http://HOST:PORT (default: json:./cargo-data).", valueName: "url"))
    var store: String?

    @Option(name: .shortAndLong, help: "How to print data: table, json, ndjson or csv.")
    var output: OutputFormat?

    @Flag(name: .customLong("no-color"), help: "No colours.")
    var hasNoColor = false

    @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Print data and errors, nothing else.")
    var isQuiet = false

    @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Tell what the system said when something fails.")
    var isVerbose = false

    @Option(help: .init("Take this for the present time.", valueName: "instant"))
    var now: String?
}

extension GlobalOptions {
    /// The options as plain values.
    var choices: GlobalChoices {
        GlobalChoices(store: store, output: output, hasNoColor: hasNoColor, isQuiet: isQuiet, isVerbose: isVerbose, now: now)
    }
}

extension OutputFormat: ExpressibleByArgument {}
#endif
