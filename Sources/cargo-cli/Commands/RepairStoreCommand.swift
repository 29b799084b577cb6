#if CLI
import ArgumentParser
import CargoDomain
import CargoInfrastructure

struct RepairStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Take out what is damaged, so that the store can be written again.",
        discussion: """
            Nothing is deleted: damaged bytes move to quarantine/ in the store, under the name of their file and offset. What is sound is copied
            to new files. Make a copy of the store first, or restore a backup instead if there is one.

            A record that is lost is not replaced in silence: whoever asks for it is told so, and the command ends with status 74. With
            --accept-older its newest state that is left shows again, as a new version; what has none left is gone.

            EXAMPLES
              cargo-cli store repair -o json
              cargo-cli store repair --accept-older
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @Flag(help: "Let older states show again where the newest one is lost.") var acceptOlder = false

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
                "Nobody can say whose records are lost; nothing was changed.",
                hint: "See cargo-cli store verify. To go on with older states: cargo-cli store repair --accept-older",
                cause: error.cause
            )
        }
        try session.print(report, Self.layout) { Self.text(report) }
        try session.console.flush()
        if report.isEmpty { session.console.note("The store is sound; nothing was done.") }
        guard report.lost.isEmpty else {
            throw CommandFailure(
                .inputOutput,
                code: "store_damaged",
                report.lost.count == 1 ? "One record is lost." : "\(report.lost.count) records are lost.",
                hint: "Restore them from a backup, or let their older states show again: cargo-cli store repair --accept-older"
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
            let record = removal.record.map { ", \($0.visible)" } ?? ""
            text +=
                "Moved: \(removal.length.grouped) bytes of \(removal.file) at offset \(removal.offset)\(record), to \(removal.quarantineFile.visible)\n"
        }
        for record in report.lost { text += "Lost: \(record.visible)\n" }
        for record in report.restored { text += "An older state shows again: \(record.visible)\n" }
        return text
    }
}

struct CompactStoreCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Let go of the documents of superseded records.",
        discussion: """
            Happens by itself as a store grows. Others may read and write meanwhile. What was there before stays on the disk until the next
            compaction.

            EXAMPLES
              cargo-cli store compact
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        let store = try await session.directory(toWrite: true)
        guard try await store.statistics().orFail().exists else {
            session.console.note("There is nothing to compact.")
            return
        }
        let progress = SharedProgress(session.console)
        let outcome = await store.compact { progress.show(done: $0, of: $1) }
        progress.clear()
        guard let report = try outcome.orFail() else {
            throw CommandFailure(.tryAgain, code: "store_locked", "Somebody else is compacting the store.")
        }
        try session.print(report, Self.layout) {
            "\(report.bytesBefore.grouped) bytes became \(report.bytesAfter.grouped).\n"
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
#endif
