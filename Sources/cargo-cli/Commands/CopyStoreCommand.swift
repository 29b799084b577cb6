import ArgumentParser
import CargoDomain
import CargoInfrastructure
import CargoLocalization

struct CopyStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "copy",
        abstract: "Copy everything from one store to another, then compare the two.",
        discussion: """
            The copy includes versions, domain events and their order. Stop everything that writes to the source \
            first. If the copy is interrupted, run it again and it continues where it stopped. At the end \
            it reads both stores completely, and succeeds only if they hold the same data. Idempotency keys, \
            subscriptions and tokens that only the target has are removed from it.

            EXAMPLES
              cargo-cli store copy --from json:./cargo-data --to sqlite:./cargo.sqlite
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Option(help: ArgumentHelp("Store to copy from.", valueName: "url")) var from: String
    @Option(help: ArgumentHelp("Store to copy to: empty, or partly copied before.", valueName: "url")) var to: String

    func run(in session: Session) async throws(CommandFailure) {
        let (from, to) = (try StoreURL(from.trimmed), try StoreURL(to.trimmed))
        guard from != to else {
            throw .usage(
                localized("--from and --to name the same store: \(from.description.visible)."),
                hint: localized("Name two different stores.")
            )
        }
        for url in [from, to] { if case .http = url { throw .lookedAfterElsewhere(url) } }
        let source = try await Backend.open(from, clock: session.settings.clock)
        let target = try await Backend.open(to, clock: session.settings.clock)
        guard let here = source.records, let there = target.records else {
            throw .usage(
                localized("A memory: store cannot be copied: its data is lost when the command ends."),
                hint: localized("Use json:PATH, sqlite:PATH or postgres://HOST/DATABASE.")
            )
        }
        let report = try await Self.copy(here, there, session)
        await target.close()
        try session.print(report, Self.layout) { Self.text(report) }
    }

    private static let layout = Layout<StoreCopyReport>(
        .init("WRITTEN", "written", isNumeric: true) { String($0.written) },
        .init("RECORDS", "records", isNumeric: true) { String($0.counts.reduce(0) { $0 + $1.count }) },
        .init("EVENTS", "events", isNumeric: true) { String($0.events) },
        .init("CHECKSUM", "checksum") { $0.checksumText }
    )

    private static func text(_ report: StoreCopyReport) -> String {
        let counts =
            report.counts.map { "\(names[$0.kind].map { localized($0) } ?? $0.kind): \($0.count.grouped)" }
            + [localized("domain events: \(report.events.grouped)")]
        return [
            localized("Both stores hold the same data (\(counts.joined(separator: ", ")))."),
            localized("Records written by this run: \(report.written.grouped). CRC-32C of all data: \(report.checksumText)"),
        ].map { $0 + "\n" }.joined()
    }

    /// Labels for the kinds of records.
    private static let names: [String: Phrase] = [
        "cargo": "cargos", "handling": "handling events", "voyage": "voyages", "location": "locations", "key": "booking keys",
        "relay": "relay partitions", "subscription": "subscriptions", "delivery": "progress of deliveries",
        "carrierevent": "carriers' events", "carrierlog": "carriers' logs", "removed": "archived cargos",
    ]

    private static func copy(
        _ source: some RecordStore,
        _ target: some RecordStore,
        _ session: Session
    ) async throws(CommandFailure) -> StoreCopyReport {
        let progress = SharedProgress(session.console, unit: "records")
        defer { progress.clear() }
        do throws(DomainError) {
            return try await StoreCopy.run(from: source, to: target) { progress.show(done: $0) }
        } catch {
            throw CommandFailure(error)
        }
    }
}
