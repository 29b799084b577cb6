#if CLI
import ArgumentParser
import CargoDomain
import CargoInfrastructure

struct CopyStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy everything from one store into another one, and compare both.",
        discussion: """
            Versions, domain events and their order go along. Interrupted, it is run again and goes on where it was. The last thing it does is
            to read both stores from end to end: it succeeds only if they hold the same. Stop those who write to the first one before.

            EXAMPLES
              cargo-cli store copy --from json:./cargo-data --to sqlite:./cargo.sqlite
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Option(help: ArgumentHelp("Where to copy from.", valueName: "url")) var from: String
    @Option(help: ArgumentHelp("Where to copy to; empty, or part of a copy.", valueName: "url")) var to: String

    func run(in session: Session) async throws(CommandFailure) {
        let (from, to) = (try StoreURL(from.trimmed), try StoreURL(to.trimmed))
        guard from != to else { throw .usage("Both are the same store.", hint: "Name two: --from URL --to URL") }
        for url in [from, to] { if case .http = url { throw .lookedAfterElsewhere(url) } }
        let source = try await Backend.open(from, clock: session.settings.clock)
        let target = try await Backend.open(to, clock: session.settings.clock)
        guard let here = source.records, let there = target.records else {
            throw .usage("A store in memory ends with the command; there is nothing to copy.", hint: nil)
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
        let counts = report.counts.map { "\($0.count.grouped) \($0.kind)" } + ["\(report.events.grouped) domain events"]
        return """
            Both stores hold the same: \(counts.joined(separator: ", ")).
            \(report.written.grouped) records were written now. CRC-32C over everything: \(report.checksumText)

            """
    }

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
#endif
