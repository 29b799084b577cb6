import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Create, check, repair, compact, describe, copy, export, import, archive and trim a store.",
        subcommands: [
            InitStoreCommand.self, VerifyStoreCommand.self, RepairStoreCommand.self, CompactStoreCommand.self, StoreInfoCommand.self,
            CopyStoreCommand.self, ExportStoreCommand.self, ImportStoreCommand.self, ArchiveStoreCommand.self, RestoreCargoCommand.self,
            TrimStoreCommand.self,
        ]
    )
}

struct InitStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "init",
        abstract: "Create a store; an existing store is left unchanged.",
        discussion: """
            You don't need to run this first: the first command that writes also creates the store.

            EXAMPLES
              cargo-cli store init --store json:./my-data
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        try await session.directory(toWrite: true).create().orFail()
        session.console.note(localized("The store \(session.settings.store.description.visible) is ready."))
    }
}

struct VerifyStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "verify",
        abstract: "Check the whole store and report damage; changes nothing.",
        discussion: """
            Exits with status 74 if acknowledged data is damaged. A torn tail is not damage: it is part of \
            a save that a crash interrupted before it was acknowledged. Opening the store moves it to \
            quarantine/.

            --structure-only checks checksums, headers, versions, commits and the manifest, but not the \
            contents of the documents. It is several times as fast and finds all damage that a disk or a \
            crash can cause, but not documents that violate a rule.

            EXAMPLES
              cargo-cli store verify -o json
              cargo-cli store verify --structure-only
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Flag(help: "Check files and records, but not the contents of documents.") var structureOnly = false

    func run(in session: Session) async throws(CommandFailure) {
        let findings = try await findings(session)
        var printer = ListPrinter(session.console, session.format, Self.layout)
        for finding in findings { try printer.add(finding) }
        try printer.finish(nothing: localized("The store is sound."))
        try session.console.flush()
        let damage = findings.filter { $0.problem != .tornTail }
        if damage.contains(where: { $0.problem == .manifest }) {
            throw CommandFailure(
                .inputOutput,
                code: "store_damaged",
                localized("The store cannot be opened."),
                hint: localized("Restore the files named above from a backup. Until then, the store cannot be read. Nothing was changed.")
            )
        }
        if !damage.isEmpty {
            throw CommandFailure(
                .inputOutput,
                code: "store_damaged",
                localized(
                    damage.count,
                    one: "The store is damaged in one place.",
                    other: "The store is damaged in \(damage.count) places."
                ),
                hint: localized("Restore it from a backup, or run 'cargo-cli store repair'. Records not named above can still be read.")
            )
        }
    }

    /// The damage found in the store; if the store cannot be opened, the reasons.
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
        leaf: "info",
        abstract: "Show what a store contains.",
        discussion: """
            Of a database, only which events it keeps, and why.

            EXAMPLES
              cargo-cli store info -o json
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        if session.settings.store.isDatabase {
            let kept = try await TrimStore(session.kit()).execute(.init(), isDryRun: true).orFail()
            let title = session.console.palette(.bold, session.settings.store.description.visible)
            return try session.print(kept, TrimStoreCommand.layout) {
                title + "\n" + Self.lines(of: kept).map { Self.line($0, $1, session.console.palette) }.joined()
            }
        }
        let store = try await session.directory()
        let statistics = try await store.statistics().orFail()
        // A damaged store still says what it contains.
        let kept = statistics.damage.isEmpty ? try await TrimStore(session.kit()).execute(.init(), isDryRun: true).orFail() : nil
        try session.print(statistics, Self.layout) { Self.text(statistics, kept, session.console.palette) }
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

    private static func text(_ statistics: StoreStatistics, _ kept: TrimStore.Report?, _ palette: Palette) -> String {
        var text = palette(.bold, statistics.path.visible) + "\n"
        func line(_ name: Phrase, _ value: String) { text += Self.line(localized(name), value, palette) }
        guard statistics.exists else {
            return text + "  " + localized("The store does not exist yet. The first command that writes creates it.") + "\n"
        }
        for aggregates in statistics.aggregates { line(names[aggregates.kind] ?? Phrase(of: aggregates.kind), aggregates.count.grouped) }
        line("Events", Int(statistics.eventCount).grouped)
        if let kept, statistics.eventCount > 0 { for (label, value) in lines(of: kept) { text += Self.line(label, value, palette) } }
        line("Records", statistics.recordCount.grouped)
        line(
            "Files",
            localized(
                "\(statistics.segments.count), with \(statistics.byteCount.grouped) bytes, of which \(statistics.liveBytes.grouped) are in use"
            )
        )
        if let snapshot = statistics.snapshot {
            let (length, covered) = (snapshot.length.grouped, snapshot.coveredBytes.grouped)
            line(
                "Snapshot",
                snapshot.wasUsed
                    ? localized("\(length) bytes; saved scanning \(covered) bytes on opening")
                    : localized("\(length) bytes; will save scanning \(covered) bytes on opening")
            )
        }
        if statistics.tornBytes > 0 {
            line("Torn", localized("\(statistics.tornBytes.grouped) bytes at the end, from a save that was not acknowledged"))
        }
        for place in statistics.damage { line("Damaged", palette(.bad, place.visible)) }
        return text
    }

    private static func line(_ label: String, _ value: String, _ palette: Palette) -> String {
        "  \(palette(.dim, label))\(String(repeating: " ", count: max(1, 14 - label.count)))\(value)\n"
    }

    /// Which events are kept, and why.
    private static func lines(of kept: TrimStore.Report) -> [(label: String, value: String)] {
        [
            (localized("Oldest event"), localized("number \("\(kept.firstBefore)")")),
            (localized("Could go"), localized("\(Int(kept.first - kept.firstBefore).grouped) events. \(kept.whatStays)")),
        ]
    }

    /// Labels for the kinds of records.
    private static let names: [String: Phrase] = [
        "cargo": "Cargos", "handling": "Histories", "voyage": "Voyages", "location": "Locations", "key": "Booking keys",
        "relay": "Partitions", "subscription": "Subscriptions", "delivery": "Webhook progress",
        "carrierevent": "Carriers' events", "carrierlog": "Carriers' logs", "access": "Access",
    ]
}

extension Session {
    /// The JSON file store, for maintenance commands; other stores fail with `usage`.
    func directory(toWrite: Bool = false) async throws(CommandFailure) -> JSONFileStore {
        if case .http = settings.store { throw .lookedAfterElsewhere(settings.store) }
        guard let directory = try await (toWrite ? backendToWrite() : backend()).directory else {
            throw .usage(
                localized("This command requires a json: store, not \(settings.store.description.inQuotes)."),
                hint: localized(
                    "Use --store json:PATH. For a database, use its own tools; 'cargo-cli store copy' copies one store to another."
                )
            )
        }
        return directory
    }
}
