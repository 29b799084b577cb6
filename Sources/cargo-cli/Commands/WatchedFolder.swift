import CargoLocalization

/// A directory whose files are imported, each once.
///
/// The last step of an import moves the file to `imported/`. A process that is killed before that imports the file again, which changes
/// nothing: an event is identified by its contents. All calls are relative to open directories and follow no symbolic links, because others
/// may write to the directory.
struct WatchedFolder {
    private let path: String
    private let endings: [String]
    // Open as long as the process runs.
    private let folder: Int32
    private let imported: Int32
    private let failed: Int32
    /// The states of the files at the last look.
    private var seen: [String: SystemCall.FileState] = [:]
    /// The names that were told not to be UTF-8.
    private var misnamed: Set<String> = []

    /// The time between two looks, and the time that a file has to stay the same, in milliseconds.
    private static let interval: Int32 = 1000
    private static let lockName = ".cargo-cli.lock"

    /// Locks a directory and creates the two directories in it.
    /// - Parameters:
    ///   - path: the directory.
    ///   - endings: the endings of the names of files to import, in lower case.
    /// - Throws: `directory_locked` if another process watches it.
    init(_ path: String, endings: [String] = ImportFormat.endingsOfRows) throws(CommandFailure) {
        self.path = path
        self.endings = endings
        let isLocked: Bool
        do throws(SystemCall.Failure) {
            folder = try SystemCall.openFolder(path)
            isLocked = try SystemCall.lock(Self.lockName, in: folder)
            imported = try SystemCall.openOrCreateFolder("imported", in: folder)
            failed = try SystemCall.openOrCreateFolder("failed", in: folder)
        } catch {
            throw .file(path, error.errorNumber, isInput: true)
        }
        guard isLocked else {
            throw CommandFailure(
                .tryAgain,
                code: "directory_locked",
                localized("Another process watches \(path.inQuotes)."),
                hint: localized("Stop it, or watch another directory.")
            )
        }
    }

    /// The path of a file in the directory, for messages.
    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    // MARK: Finding files

    /// The names of the files that haven't changed since the last call, in order.
    /// - Parameter tell: tells once of each file that isn't imported because its name isn't UTF-8.
    mutating func settledNames(_ tell: (String) -> Void = { _ in }) throws(CommandFailure) -> [String] {
        let names = try call(path) { () throws(SystemCall.Failure) in try SystemCall.names(in: folder) }
        var states: [String: SystemCall.FileState] = [:]
        for name in names where isImported(name) {
            states[name] = SystemCall.fileState(name, in: folder)
            if states[name] == nil, name.contains("\u{FFFD}"), misnamed.insert(name).inserted {
                tell(localized("The name of \(name.inQuotes) isn't UTF-8, so the file isn't imported. Rename it."))
            }
        }
        let settled = states.filter { seen[$0.key] == $0.value }.keys.sorted()
        seen = states
        return settled
    }

    private func isImported(_ name: String) -> Bool {
        let folded = name.lowercased()
        return !name.hasPrefix(".") && endings.contains(where: folded.hasSuffix)
    }

    /// Waits until it is time for another look, or for Ctrl-C.
    func pause() {
        if let interruption = Interruption.descriptor {
            SystemCall.wait(for: interruption, milliseconds: Self.interval)
        } else {
            SystemCall.sleep(milliseconds: Int(Self.interval))
        }
    }

    // MARK: Importing a file

    /// Opens a settled file; nil if it has changed or vanished since.
    func open(_ name: String) throws(CommandFailure) -> Int32? {
        do throws(SystemCall.Failure) {
            let descriptor = try SystemCall.openForReading(name, in: folder)
            if isUnchanged(name, descriptor) { return descriptor }
            close(descriptor)
            return nil
        } catch {
            guard SystemCall.fileState(name, in: folder) != nil else { return nil }
            let failure = CommandFailure.file(path(of: name), error.errorNumber, isInput: true)
            throw CommandFailure(failure.status, code: Self.unreadable, failure.message)
        }
    }

    /// Closes a file that was read.
    func close(_ descriptor: Int32) {
        // A file that was only read loses nothing.
        do throws(SystemCall.Failure) { try SystemCall.closeDescriptor(descriptor) } catch {}
    }

    /// Whether a file, and what was opened as this file, are what `settledNames` saw.
    func isUnchanged(_ name: String, _ descriptor: Int32) -> Bool {
        guard let state = seen[name] else { return false }
        return SystemCall.fileState(descriptor) == state && SystemCall.fileState(name, in: folder) == state
    }

    /// A hidden file in `imported/` for the rows that aren't imported, where those who may only add files can't be in its way.
    func rejects() throws(CommandFailure) -> LineFile {
        let path = path(of: "imported/" + Self.rejectsName)
        do throws(SystemCall.Failure) {
            return LineFile(path, descriptor: try SystemCall.createFile(Self.rejectsName, in: imported))
        } catch {
            throw .file(path, error.errorNumber, isInput: false)
        }
    }

    private static let rejectsName = ".rejects"

    // MARK: Moving a file away

    private static let unreadable = "input_unreadable"

    /// Whether a failure is the fault of the file, so that the next one can be imported.
    static func isOfFile(_ failure: CommandFailure) -> Bool {
        [unreadable, "header_invalid", "json_invalid", "input_too_large", "edifact_unsupported", "workbook_unsupported"].contains(
            failure.code
        )
    }

    /// Moves an imported file to `imported/`, and the rows that weren't imported beside it.
    mutating func finish(_ name: String, hasIssues: Bool) throws(CommandFailure) {
        let target = freeName(name, in: imported)
        if hasIssues {
            try move(Self.rejectsName, from: imported, to: target + ".rejects.ndjson", in: imported)
        } else {
            SystemCall.removeFile(Self.rejectsName, in: imported)
        }
        try move(name, from: folder, to: target, in: imported)
    }

    /// Moves a file that can't be imported to `failed/`.
    mutating func fail(_ name: String) throws(CommandFailure) {
        SystemCall.removeFile(Self.rejectsName, in: imported)
        try move(name, from: folder, to: freeName(name, in: failed), in: failed)
    }

    /// The name, or the name with the first free number: a file of this name may have been moved there before.
    ///
    /// A long name is cut, so that endings fit.
    private func freeName(_ name: String, in target: Int32) -> String {
        let name = Self.short(name)
        let isTaken = { SystemCall.exists($0, in: target) || SystemCall.exists($0 + ".rejects.ndjson", in: target) }
        var (free, number) = (name, 1)
        while isTaken(free) {
            number += 1
            free = "\(name).\(number)"
        }
        return free
    }

    private static func short(_ name: String) -> String {
        var length = 0
        let kept = name.unicodeScalars.prefix { scalar in
            length += UTF8.width(scalar)
            return length <= longestName
        }
        return String(String.UnicodeScalarView(kept))
    }

    /// Of the 255 bytes that file systems allow, the rest is for endings.
    private static let longestName = 200

    private mutating func move(
        _ name: String,
        from folder: Int32,
        to target: String,
        in targetFolder: Int32
    ) throws(CommandFailure) {
        if folder == self.folder { seen[name] = nil }
        do throws(SystemCall.Failure) {
            try SystemCall.moveFile(name, in: folder, to: target, in: targetFolder)
        } catch {
            // Another program may have removed the file.
            if error.errorNumber == SystemCall.noSuchFile { return }
            throw .file(path(of: name), error.errorNumber, isInput: false)
        }
    }

    private func call<Value>(_ path: String, _ call: () throws(SystemCall.Failure) -> Value) throws(CommandFailure) -> Value {
        do throws(SystemCall.Failure) {
            return try call()
        } catch {
            throw .file(path, error.errorNumber, isInput: true)
        }
    }
}
