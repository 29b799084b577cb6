#if CLI
import ArgumentParser

/// What every command understands.
struct GlobalOptions: ParsableArguments {
    @Option(help: .init("Where the data is: json:PATH, memory: or http://HOST:PORT (default: json:./cargo-data).", valueName: "url"))
    var store: String?

    @Option(
        help: .init(
            "Keep in this directory what an http: store answered, and answer from it when the service is away.",
            valueName: "directory"
        )
    )
    var cache: String?

    @Option(
        name: .customLong("cache-policy"),
        help: .init("remote-first (the default), local-first while what is kept is fresh, or no-cache.", valueName: "policy")
    )
    var cachePolicy: String?

    @Option(
        name: .customLong("cache-ttl"),
        help: .init("For how long what is kept counts as fresh, such as PT30S (default: PT1M).", valueName: "duration")
    )
    var cacheTTL: String?

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
        GlobalChoices(
            store: store,
            cache: cache,
            cachePolicy: cachePolicy,
            cacheTTL: cacheTTL,
            output: output,
            hasNoColor: hasNoColor,
            isQuiet: isQuiet,
            isVerbose: isVerbose,
            now: now
        )
    }
}

extension OutputFormat: ExpressibleByArgument {}
#endif
