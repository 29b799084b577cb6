import ArgumentParser

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: .init(
            "Store to use: json:PATH, sqlite:PATH, postgres://HOST/DATABASE, http://HOST:PORT or memory: (default: json:./cargo-data).",
            valueName: "url"
        )
    )
    var store: String?

    @Option(
        help: .init(
            "Cache data from an http: store in this directory, and use it when the service cannot be reached.",
            valueName: "directory"
        )
    )
    var cache: String?

    @Option(
        name: .customLong("cache-policy"),
        help: .init(
            "When to read from the cache: remote-first (default), local-first (while entries are fresh) or no-cache.",
            valueName: "policy"
        )
    )
    var cachePolicy: String?

    @Option(
        name: .customLong("cache-ttl"),
        help: .init("How long cached data counts as fresh, such as PT30S (default: PT1M).", valueName: "duration")
    )
    var cacheTTL: String?

    @Option(name: .shortAndLong, help: "Output format.")
    var output: OutputFormat?

    @Flag(
        name: .customLong("exact"),
        help: "Write CSV values exactly, without the apostrophe that keeps a spreadsheet from running them as formulas."
    )
    var isExact = false

    @Flag(name: .customLong("no-color"), help: "Disable colours.")
    var hasNoColor = false

    @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Print only data and errors.")
    var isQuiet = false

    @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Print more detail, such as the cause of an error.")
    var isVerbose = false

    @Option(help: .init("Use this instant as the current time, such as 2026-03-01T12:00:00Z.", valueName: "instant"))
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
            isExact: isExact,
            hasNoColor: hasNoColor,
            isQuiet: isQuiet,
            isVerbose: isVerbose,
            now: now
        )
    }
}

extension OutputFormat: ExpressibleByArgument {
    /// The default describes each case by reflection, at every start.
    static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
