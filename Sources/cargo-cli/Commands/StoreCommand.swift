#if CLI
import ArgumentParser
import CargoDomain
import CargoInfrastructure

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Make, check, repair, compact, describe, copy, export and import a store.",
        subcommands: [
            InitStoreCommand.self, VerifyStoreCommand.self, RepairStoreCommand.self, CompactStoreCommand.self, StoreInfoCommand.self,
            CopyStoreCommand.self, ExportStoreCommand.self, ImportStoreCommand.self,
        ]
    )
}

struct InitStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a store; one that is there is left as it is.",
        discussion: """
            Not needed: the first command that writes makes the store, too.

            EXAMPLES
              cargo-cli store init --store json:./my-data
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        try await session.directory(toWrite: true).create().orFail()
        session.console.note("The store \(session.settings.store.description.visible) is there.")
    }
}

struct VerifyStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Read everything that is stored and report what is wrong with it; changes nothing.",
        discussion: """
            Ends with status 74 if anything that was acknowledged is damaged. A torn tail is no damage: it is what a crash left of a save that
            was never acknowledged. Opening the store moves it to quarantine/.

            With --structure-only checksums, headers, versions, commits and the manifest are checked, but no document is read: all that a disk or
            a crash can do is found, several times as fast; a document that breaks a rule is not.

            EXAMPLES
              cargo-cli store verify -o json
              cargo-cli store verify --structure-only
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Flag(help: "Check the files and their records, but read no document.") var structureOnly = false

    func run(in session: Session) async throws(CommandFailure) {
        let findings = try await findings(session)
        var printer = ListPrinter(session.console, session.format, Self.layout)
        for finding in findings { try printer.add(finding) }
        try printer.finish(nothing: "The store is sound.")
        try session.console.flush()
        let damage = findings.filter { $0.problem != .tornTail }
        if damage.contains(where: { $0.problem == .manifest }) {
            throw CommandFailure(
                .inputOutput,
                code: "store_damaged",
                "The store cannot be opened.",
                hint: "Restore what is named above from a backup; until then nothing of the store can be read, and nothing is changed."
            )
        }
        if !damage.isEmpty {
            throw CommandFailure(
                .inputOutput,
                code: "store_damaged",
                damage.count == 1 ? "One place of the store is damaged." : "\(damage.count) places of the store are damaged.",
                hint: "Restore it from a backup, or take out what is damaged: cargo-cli store repair. Records not named above can be read."
            )
        }
    }

    /// What is wrong with the store, or what keeps it from being opened.
    private func findings(_ session: Session) async throws(CommandFailure) -> [StoreFinding] {
        do throws(CommandFailure) { return try await session.directory().verify(readingDocuments: !structureOnly).orFail() } catch {
            guard error.code == DomainError.Code.corruptRecord.rawValue, case .json(let path) = session.settings.store else { throw error }
            let obstacles = try await JSONFileStore.obstacles(in: path).orFail()
            if obstacles.isEmpty { throw error }
            return obstacles
        }
    }

    private static let layout = Layout<StoreFinding>(
        .init(
            "PROBLEM",
            "problem",
            cell: { .init($0.problem.rawValue, $0.problem == .tornTail ? .warning : .bad) },
            value: { $0.problem.rawValue }
        ),
        .init("FILE", "file") { $0.file },
        .init("OFFSET", "offset", isNumeric: true) { $0.offset.map { String($0) } ?? "" },
        .init("RECORD", "record") { $0.record ?? "" },
        .init("DETAIL", "detail") { $0.detail },
        .init("WHAT TO DO", "advice") { $0.advice }
    )
}

struct StoreInfoCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Say what a store holds.",
        discussion: """
            EXAMPLES
              cargo-cli store info -o json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        let statistics = try await session.directory().statistics().orFail()
        try session.print(statistics, Self.layout) { Self.text(statistics, session.console.palette) }
    }

    private static let layout = Layout<StoreStatistics>(
        .init("PATH", "path") { $0.path },
        .init("EXISTS", "exists") { String($0.exists) },
        .init("GENERATION", "generation") { String($0.generation) },
        .init("SEGMENTS", "segments") { String($0.segments.count) },
        .init("BYTES", "bytes") { String($0.byteCount) },
        .init("LIVE BYTES", "live_bytes") { String($0.liveBytes) },
        .init("RECORDS", "records") { String($0.recordCount) },
        .init("EVENTS", "events") { String($0.eventCount) },
        .init("DAMAGED PLACES", "damaged_places") { String($0.damage.count) },
        .init("SNAPSHOT BYTES", "snapshot_bytes") { String($0.snapshot?.length ?? 0) },
        .init("SNAPSHOT USED", "snapshot_used") { String($0.snapshot?.wasUsed ?? false) }
    )

    private static func text(_ statistics: StoreStatistics, _ palette: Palette) -> String {
        var text = palette(.bold, statistics.path.visible) + "\n"
        func line(_ label: String, _ value: String) {
            text += "  \(palette(.dim, label))\(String(repeating: " ", count: max(1, 14 - label.count)))\(value)\n"
        }
        guard statistics.exists else { return text + "  Nothing is there yet; the first command that writes makes it.\n" }
        for aggregates in statistics.aggregates { line(names[aggregates.kind] ?? aggregates.kind, aggregates.count.grouped) }
        line("Events", Int(statistics.eventCount).grouped)
        line("Records", statistics.recordCount.grouped)
        line(
            "Files",
            "\(statistics.segments.count), \(statistics.byteCount.grouped) bytes, of which \(statistics.liveBytes.grouped) in use"
        )
        if let snapshot = statistics.snapshot {
            let use = snapshot.wasUsed ? "used on opening, which saved" : "which will save on opening"
            line("Snapshot", "\(snapshot.length.grouped) bytes, \(use) \(snapshot.coveredBytes.grouped) bytes of scanning")
        }
        if statistics.tornBytes > 0 { line("Torn", "\(statistics.tornBytes.grouped) bytes at the end that nobody was promised") }
        for place in statistics.damage { line("Damaged", palette(.bad, place.visible)) }
        return text
    }

    /// What people call the kinds of records.
    private static let names = [
        "cargo": "Cargos", "handling": "Handled", "voyage": "Voyages", "location": "Locations", "key": "Booking keys",
        "relay": "Relay lanes",
    ]
}

extension Session {
    /// The store as a directory, which is what its upkeep is about.
    func directory(toWrite: Bool = false) async throws(CommandFailure) -> JSONFileStore {
        if case .http = settings.store { throw .lookedAfterElsewhere(settings.store) }
        guard let directory = try await (toWrite ? backendToWrite() : backend()).directory else {
            throw .usage(
                "\(settings.store.description.quoted) is no directory of JSON files, which is what this looks after.",
                hint: "Name a directory: --store json:PATH. Databases have tools of their own; store copy moves all from one to another."
            )
        }
        return directory
    }
}
#endif
