import CargoInfrastructure
import CargoLocalization
import CargoWire

extension ImportFormat {
    /// The endings of the names of files with rows.
    static let endingsOfRows = [".csv", ".ndjson", ".jsonl"]

    /// The endings of the names of files that a watched directory takes.
    var endings: [String] {
        switch self {
        case .csv, .ndjson: Self.endingsOfRows
        case .ovs: [".json"]
        }
    }
}

extension ImportCommand {
    /// Imports the files of a directory as they appear, until Ctrl-C.
    func watch(_ path: String, _ mapping: ImportMapping, in session: Session) async throws(CommandFailure) -> Never {
        var folder = try WatchedFolder(path, endings: options.format?.endings ?? ImportFormat.endingsOfRows)
        session.console.note(localized("Watching \(path.inQuotes). Press Ctrl-C to stop."))
        while !Interruption.isRequested {
            for name in try folder.settledNames(session.console.note) where !Interruption.isRequested {
                try await importFile(name, in: &folder, mapping, session)
                try session.console.flush()
            }
            folder.pause()
        }
        throw .silent(.interrupted)
    }

    /// Imports an open file and closes its rejects.
    private func importFile(
        _ path: String,
        _ descriptor: Int32,
        _ mapping: ImportMapping,
        _ rejects: LineFile,
        _ session: Session
    ) async throws(CommandFailure) -> ImportSummary {
        let summary: ImportSummary
        do throws(CommandFailure) {
            let outcome = try await importing(path, descriptor, mapping, .init(file: rejects), in: session)
            try show(outcome, in: session)
            summary = outcome.summary
        } catch {
            try rejects.close()
            throw error
        }
        try rejects.close()
        return summary
    }

    /// Imports a file and moves it away; leaves it where it is if it has changed or vanished.
    private func importFile(
        _ name: String,
        in folder: inout WatchedFolder,
        _ mapping: ImportMapping,
        _ session: Session
    ) async throws(CommandFailure) {
        do throws(CommandFailure) {
            guard let descriptor = try folder.open(name) else { return }
            defer { folder.close(descriptor) }
            session.console.note("\(name.inQuotes):")
            let summary = try await importFile(folder.path(of: name), descriptor, mapping, try folder.rejects(), session)
            // A restart imports the rest.
            if Interruption.isRequested { return }
            guard folder.isUnchanged(name, descriptor) else {
                session.console.note(localized("\(name.inQuotes) changed during the import and will be imported again."))
                return
            }
            try folder.finish(name, hasIssues: summary.rejected + summary.skipped + summary.warnings > 0)
        } catch {
            guard WatchedFolder.isOfFile(error) else { throw error }
            session.tell(error)
            try folder.fail(name)
        }
    }
}
