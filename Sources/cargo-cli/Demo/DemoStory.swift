import CargoLocalization

/// The demo: the life of one cargo, as a sequence of commands.
///
/// Each demo in a store has a cargo, voyages and a year of its own: the first has `DEMO-1`, `V100` and 2026.
struct DemoStory {
    private let console: Console
    private var environment: [String: String]
    private let store: StoreURL?
    private var number = 1

    init(_ console: Console, environment: [String: String], store: StoreURL?) {
        self.console = console
        self.environment = environment
        self.store = store
        if let store { self.environment["CARGO_STORE"] = store.text }
    }

    /// Runs the whole story, from booking to claim.
    mutating func tell() async throws(CommandFailure) {
        try title(localized("A cargo goes from Hong Kong to Stockholm"))
        if let store {
            try show("export CARGO_STORE=\(store.description.shellQuoted)")
            while try await isTaken("DEMO-\(number)") { number += 1 }
        }
        try await book()
        try await depart()
        try await missConnection()
        try await arrive()
        try await collect()
        try title(localized("Done"))
        try say(localized("Every line that starts with $ is a command you can type yourself. To get started, run: cargo-cli --help"))
    }

    private mutating func book() async throws(CommandFailure) {
        try at("2026-03-01T08:00:00Z")
        try say(localized("A new store is empty. Import ports and voyages from files:"))
        try await run("location import", file: "ports.csv", DemoData.ports)
        try await run("voyage import", file: "voyages.csv", DemoData.voyages)
        try await run("voyage list")
        try say(localized("ACME books a cargo that must reach Stockholm before 15 April:"))
        try await run(
            "book --origin HKHKG --destination SESTO --deadline 2026-04-15T00:00:00Z --customer ACME --tracking-id DEMO-1"
        )
        try say(localized("Find routes that meet the deadline, best first:"))
        try await run("route candidates DEMO-1")
        try say(localized("Assign the first one, via New York and Chicago:"))
        try await run("route assign DEMO-1 --candidate 1")
    }

    private mutating func depart() async throws(CommandFailure) {
        try at("2026-03-05T05:00:00Z")
        try say(localized("The cargo is received and loaded in Hong Kong:"))
        try await run("handle receive DEMO-1 --at HKHKG --completed 2026-03-04T10:00:00Z")
        try await run("handle load DEMO-1 --at HKHKG --voyage V100")
        try at("2026-03-10T09:00:00Z")
        try say(localized("Tokyo reports that the cargo was unloaded there. It should have stayed on board until New York:"))
        let scan = "unload DEMO-1 --at JPTYO --voyage V100 --completed 2026-03-09T20:00:00Z"
        try await run("handle \(scan)")
        try await run("track DEMO-1 --exit-status", expecting: .offTrack)
        try say(
            localized(
                "Exit status 5 tells a script that the cargo needs attention. But Tokyo scanned the wrong container, and takes the scan back:"
            )
        )
        try await run("handle retract \(scan) --reason", "Wrong container scanned")
    }

    private mutating func missConnection() async throws(CommandFailure) {
        try at("2026-03-12T09:00:00Z")
        try say(localized("The carrier reports its ship late, in New York on 29 March. The report lists the cargos that this affects:"))
        try await run("voyage report V100 --at USNYC --end arrival --status estimated --time 2026-03-29T12:00:00Z")
        try await run("voyage show V100")
        try await run("track DEMO-1 --exit-status", expecting: .offTrack)
        try say(localized("The connection leaves without the cargo. Its carrier rolls it over to the next ship:"))
        try await run("voyage roll-over V200 --at USNYC --to V210")
        try await run("track DEMO-1 --exit-status")
    }

    private mutating func arrive() async throws(CommandFailure) {
        try at("2026-04-12T20:00:00Z")
        try say(localized("The scans of the journey arrive in one file, out of order and with a duplicate:"))
        try await run("handle import", file: "scans.csv", DemoData.scans)
        try say(localized("Customs hold the cargo, and its free time in the terminal ends on 19 April:"))
        try await run("hold place DEMO-1 customs --reason Inspection")
        try await run("pickup-deadline DEMO-1 2026-04-19T00:00:00Z")
        try await run("track DEMO-1")
    }

    private mutating func collect() async throws(CommandFailure) {
        try at("2026-04-20T09:00:00Z")
        try say(localized("Customs release the cargo, too late to collect it in time:"))
        try await run("hold release DEMO-1 customs")
        try await run("handle customs DEMO-1 --at SESTO")
        try await run("track DEMO-1")
        try await run("handle claim DEMO-1 --at SESTO")
        try await run("track DEMO-1")
        try say(localized("A cargo cannot be received twice:"))
        try await run("handle receive DEMO-1 --at FIHEL", expecting: .refused)
        try say(localized("The events tell other systems about it:"))
        try await run("events -o table")
    }

    // MARK: Output

    private func title(_ text: String) throws(CommandFailure) {
        try console.write("\n\(console.palette(.bold, "━━ \(text) ━━"))\n")
    }

    private func say(_ text: String) throws(CommandFailure) {
        try console.write("\n\(console.palette(.warning, text))\n")
    }

    private func show(_ command: String) throws(CommandFailure) {
        try console.write("\n\(console.palette(.dim, "$")) \(console.palette(.bold, command))\n")
    }

    /// Sets the current time for the following commands.
    private mutating func at(_ instant: String) throws(CommandFailure) {
        let instant = own(instant)
        environment["CARGO_NOW"] = instant
        try title("\(instant.prefix(10))")
        try show("export CARGO_NOW=\(instant)")
    }

    /// Runs a command of words, and perhaps a last one that holds spaces.
    private func run(_ command: String, _ last: String? = nil, expecting expected: ExitStatus = .done) async throws(CommandFailure) {
        let words = command.split(separator: " ").map { own($0) } + (last.map { [$0] } ?? [])
        try show((["cargo-cli"] + words.map(\.shellQuoted)).joined(separator: " "))
        try console.flush()
        let status = await CommandLineProgram(environment: environment).run(words)
        guard status == expected else {
            throw CommandFailure(
                status == .done ? .bug : status,
                code: "demo_failed",
                localized("The demo failed: the last command ended with status \(status.rawValue) instead of \(expected.rawValue).")
            )
        }
    }

    /// Writes a file and runs a command that reads it; with `--store`, the file is written beside the store.
    private func run(_ command: String, file name: String, _ text: String) async throws(CommandFailure) {
        let path = store.map { "\($0.path)-\(name)" } ?? name
        do throws(SystemCall.Failure) {
            let descriptor = try SystemCall.openForWriting(path)
            let lines = text.split(separator: "\n").map { line in
                line.split(separator: ",", omittingEmptySubsequences: false).map { own($0) }.joined(separator: ",") + "\n"
            }
            var contents = lines.joined()
            let written: Result<Void, SystemCall.Failure> = contents.withUTF8 { bytes in
                Result { () throws(SystemCall.Failure) in try SystemCall.writeAll(UnsafeRawBufferPointer(bytes), to: descriptor) }
            }
            try SystemCall.closeDescriptor(descriptor)
            try written.get()
        } catch {
            throw .file(path, error.errorNumber, isInput: false)
        }
        try await run(command, path)
    }

    /// A word of the first demo as this one has it.
    private func own(_ word: some StringProtocol) -> String {
        guard number > 1 else { return String(word) }
        if word == "DEMO-1" { return "DEMO-\(number)" }
        if word.hasPrefix("2026-") { return "\(2025 + number)\(word.dropFirst(4))" }
        return word.hasPrefix("V") && word.dropFirst().allSatisfy(\.isNumber) ? "\(word)-\(number)" : String(word)
    }

    private func isTaken(_ id: String) async throws(CommandFailure) -> Bool {
        let settings = try Settings(GlobalChoices(), environment: environment)
        let session = Session(settings: settings, console: console)
        let taken = try await session.knows(id)
        await session.close()
        return taken
    }
}

extension String {
    /// The text quoted for a POSIX shell, if it needs quotes.
    fileprivate var shellQuoted: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                    || "-_./:=,+@".unicodeScalars.contains(scalar)
            }
        return isPlain ? self : "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }
}
