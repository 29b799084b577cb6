import CargoLocalization

/// The demo: the life of one cargo, as a sequence of commands.
struct DemoStory {
    private let console: Console
    private var environment: [String: String]
    private let store: StoreURL?
    private var id = "DEMO-1"

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
            try await chooseId()
        }
        try await prepare()
        try await book()
        try await depart()
        try await scanWrongly()
        try await missConnection()
        try await reroute()
        try await arrive()
        try title(localized("Done"))
        try say(localized("Every line that starts with $ is a command you can type yourself. To get started, run: cargo-cli --help"))
    }

    private mutating func prepare() async throws(CommandFailure) {
        try at("2026-03-01T08:00:00Z")
        if id != "DEMO-1" {
            try say(localized("An earlier demo delayed V100. Restore its schedule:"))
            try await file("plan.json", DemoData.plannedV100, { ["voyage", "reschedule", "V100", $0] })
        }
        try say(localized("A new store is empty. Import ports and voyages from files:"))
        try await file("ports.csv", DemoData.ports, { ["location", "import", $0] })
        try await file("voyages.csv", DemoData.voyages, { ["voyage", "import", $0] })
        try await run("voyage", "list")
    }

    private mutating func book() async throws(CommandFailure) {
        try say(localized("ACME books a cargo that must reach Stockholm before 15 April:"))
        try await run(
            "book",
            "--origin",
            "HKHKG",
            "--destination",
            "SESTO",
            "--deadline",
            "2026-04-15T00:00:00Z",
            "--customer",
            "ACME",
            "--tracking-id",
            id
        )
        try say(localized("Find routes that meet the deadline, best first:"))
        try await run("route", "candidates", id)
        try say(localized("Assign the first one, via New York and Chicago:"))
        try await run("route", "assign", id, "--candidate", "1")
    }

    private mutating func depart() async throws(CommandFailure) {
        try at("2026-03-05T05:00:00Z")
        try say(localized("The cargo is received and loaded in Hong Kong:"))
        try await run("handle", "receive", id, "--at", "HKHKG", "--completed", "2026-03-04T10:00:00Z")
        try await run("handle", "load", id, "--at", "HKHKG", "--voyage", "V100")
        try await run("track", id)
    }

    private mutating func scanWrongly() async throws(CommandFailure) {
        try at("2026-03-10T09:00:00Z")
        try say(localized("Tokyo reports that the cargo was unloaded there. It should have stayed on board until New York:"))
        try await run("handle", "unload", id, "--at", "JPTYO", "--voyage", "V100", "--completed", "2026-03-09T20:00:00Z")
        try await run("track", id, "--exit-status", expecting: .offTrack)
        try say(
            localized(
                "Exit status 5 tells a script that the cargo needs attention. But Tokyo scanned the wrong container, and takes the scan back:"
            )
        )
        try await run(
            "handle",
            "retract",
            "unload",
            id,
            "--at",
            "JPTYO",
            "--voyage",
            "V100",
            "--completed",
            "2026-03-09T20:00:00Z",
            "--reason",
            "Wrong container scanned"
        )
        try await run("track", id, "--exit-status")
    }

    private mutating func missConnection() async throws(CommandFailure) {
        try at("2026-03-12T09:00:00Z")
        try say(localized("V100 is delayed: it reaches New York on 29 March. The rescheduling lists the cargos that this affects:"))
        try await file("delay.json", DemoData.delayedV100, { ["voyage", "reschedule", "V100", $0] })
        try await run("track", id, "--exit-status", expecting: .offTrack)
        try say(localized("The events tell other systems about it:"))
        try await run("events", "-o", "table")
    }

    private mutating func reroute() async throws(CommandFailure) {
        try say(localized("The cargo is at sea. Find another route from V100, and assign it:"))
        try await run("route", "candidates", id)
        try await run("route", "assign", id, "--candidate", "1")
        try await run("track", id, "--exit-status")
    }

    private mutating func arrive() async throws(CommandFailure) {
        try at("2026-04-12T20:00:00Z")
        try say(localized("The scans of the journey arrive in one file, out of order and with a duplicate:"))
        try await file(
            "scans.csv",
            """
            completion_time,tracking_id,type,un_locode,voyage_number
            2026-04-12T15:30:00Z,\(id),UNLOAD,SESTO,V210
            2026-03-29T14:00:00Z,\(id),UNLOAD,USNYC,V100
            2026-03-31T06:00:00Z,\(id),LOAD,USNYC,V210
            2026-03-29T14:00:00Z,\(id),UNLOAD,USNYC,V100

            """,
            { ["handle", "import", $0] }
        )
        try await run("handle", "customs", id, "--at", "SESTO")
        try at("2026-04-13T09:00:00Z")
        try await run("handle", "claim", id, "--at", "SESTO")
        try await run("track", id)
        try say(localized("A cargo cannot be received twice:"))
        try await run("handle", "receive", id, "--at", "FIHEL", expecting: .refused)
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
        environment["CARGO_NOW"] = instant
        try title("\(instant.prefix(10))")
        try show("export CARGO_NOW=\(instant)")
    }

    private func run(_ words: String..., expecting expected: ExitStatus = .done) async throws(CommandFailure) {
        try await run(words, expecting: expected)
    }

    private func run(_ words: [String], expecting expected: ExitStatus = .done) async throws(CommandFailure) {
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
    private func file(_ name: String, _ text: String, _ command: (String) -> [String]) async throws(CommandFailure) {
        let path = store.map { "\($0.path)-\(name)" } ?? name
        do throws(SystemCall.Failure) {
            let descriptor = try SystemCall.openForWriting(path)
            var text = text
            let written: Result<Void, SystemCall.Failure> = text.withUTF8 { bytes in
                Result { () throws(SystemCall.Failure) in try SystemCall.writeAll(UnsafeRawBufferPointer(bytes), to: descriptor) }
            }
            try SystemCall.closeDescriptor(descriptor)
            try written.get()
        } catch {
            throw .file(path, error.errorNumber, isInput: false)
        }
        try await run(command(path))
    }

    /// Chooses the first id of the form `DEMO-N` that isn't in use.
    private mutating func chooseId() async throws(CommandFailure) {
        var number = 1
        while try await isTaken(id) {
            number += 1
            id = "DEMO-\(number)"
        }
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
