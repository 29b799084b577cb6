import ArgumentParser
import CargoDomain
import CargoInfrastructure
import CargoLocalization

struct RepairStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "repair",
        abstract: "Repair a damaged store, so that it can be written again.",
        discussion: """
            If you have a backup, restore it instead. Otherwise copy the store before you repair it. \
            Repairing deletes nothing: damaged bytes move to quarantine/ in the store, in files named \
            after their old file and offset. Sound data is copied to new files.

            A lost record is never replaced silently: reading it fails, and this command exits with \
            status 74. With --accept-older, the newest version that is left becomes the current one, \
            under a new version number. A record with no version left is gone.

            EXAMPLES
              cargo-cli store repair -o json
              cargo-cli store repair --accept-older
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Flag(help: "Restore the newest version that is left of each lost record.") var acceptOlder = false

    func run(in session: Session) async throws(CommandFailure) {
        let store = try await session.directory(toWrite: true)
        let progress = SharedProgress(session.console)
        let outcome = await store.repair(acceptingOlder: acceptOlder) { progress.show(done: $0, of: $1) }
        progress.clear()
        let report: RepairReport
        do throws(DomainError) { report = try outcome.get() } catch {
            guard error.code == .corruptRecord, !acceptOlder else { throw CommandFailure(error) }
            throw CommandFailure(
                .inputOutput,
                code: "store_damaged",
                localized("The damaged bytes do not show which records are lost; nothing was changed."),
                hint:
                    localized(
                        "Run 'cargo-cli store verify' to see the damage, or 'cargo-cli store repair --accept-older' to accept older versions."
                    ),
                cause: error.cause
            )
        }
        try session.print(report, Self.layout) { Self.text(report) }
        try session.console.flush()
        if report.isEmpty { session.console.note(localized("The store is sound; nothing was done.")) }
        guard report.lost.isEmpty else {
            throw CommandFailure(
                .inputOutput,
                code: "store_damaged",
                localized(report.lost.count, one: "One record is lost.", other: "\(report.lost.count) records are lost."),
                hint: localized(
                    "Restore the store from a backup, or run 'cargo-cli store repair --accept-older' to restore older versions."
                )
            )
        }
    }

    private static let layout = Layout<RepairReport>(
        .init("REMOVED", "removed") { String($0.removals.count) },
        .init("LOST", "lost") { $0.lost.joined(separator: " ") },
        .init("RESTORED", "restored") { $0.restored.joined(separator: " ") }
    )

    private static func text(_ report: RepairReport) -> String {
        var text = ""
        for removal in report.removals {
            let record = removal.record.map { " (\($0.visible))" } ?? ""
            text +=
                localized(
                    "Moved \(removal.length.grouped) bytes at offset \(removal.offset) of \(removal.file)\(record) to \(removal.quarantineFile.visible)"
                ) + "\n"
        }
        for record in report.lost { text += localized("Lost: \(record.visible)") + "\n" }
        for record in report.restored { text += localized("Restored an older version: \(record.visible)") + "\n" }
        return text
    }
}

struct CompactStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "compact",
        abstract: "Reclaim the space of superseded records.",
        discussion: """
            A store also compacts itself as it grows. Other processes can read and write meanwhile. The \
            old files stay on disk until the next compaction.

            EXAMPLES
              cargo-cli store compact
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        let store = try await session.directory(toWrite: true)
        guard try await store.statistics().orFail().exists else {
            session.console.note(localized("There is nothing to compact."))
            return
        }
        let progress = SharedProgress(session.console)
        let outcome = await store.compact { progress.show(done: $0, of: $1) }
        progress.clear()
        guard let report = try outcome.orFail() else {
            throw CommandFailure(
                .tryAgain,
                code: "store_locked",
                localized("Another process is compacting the store."),
                hint: localized("Try again later.")
            )
        }
        try session.print(report, Self.layout) {
            localized("Compacted \(report.bytesBefore.grouped) bytes to \(report.bytesAfter.grouped).") + "\n"
        }
    }

    private static let layout = Layout<CompactionReport>(
        .init("BYTES BEFORE", "bytes_before", isNumeric: true) { String($0.bytesBefore) },
        .init("BYTES AFTER", "bytes_after", isNumeric: true) { String($0.bytesAfter) },
        .init("SEGMENTS BEFORE", "segments_before", isNumeric: true) { String($0.segmentsBefore) },
        .init("SEGMENTS AFTER", "segments_after", isNumeric: true) { String($0.segmentsAfter) },
        .init("REMOVED FILES", "removed_files", isNumeric: true) { String($0.removedFiles.count) }
    )
}
