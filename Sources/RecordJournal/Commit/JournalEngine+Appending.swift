import Synchronization

/// The end of the active segment's records, as found while holding the lock `.append`.
struct SegmentEnd: Sendable {
    let segment: UInt32
    let state: StoreState
    /// The offset up to which this engine has published the segment.
    let start: Int
    /// The records from `start` on, written by this process or others.
    var items: [JournalItem] = []
    /// The offset at which those records end.
    var end: Int
    /// Bytes after `end` that aren't records.
    var torn: Range<Int>?
    /// The file size, including padding.
    var size: Int
}

/// Steps 1 and 2 of a commit: locks, state, and the end of the records. `JournalEngine.write` lists all steps.
extension JournalEngine {
    /// Takes the lock `.append`, creates the store if it doesn't exist, and finds the end of the records (steps 1 and 2).
    func beginWriting(_ files: inout WriterFiles) throws(JournalError) -> SegmentEnd {
        while true {
            try openSession(&files)
            try lock(.append, &files)
            do throws(JournalError) {
                if try isLockReplaced(&files) { continue }
                if let end = try findEnd(&files) { return end }
            } catch {
                endWriting(&files)
                throw error
            }
            // Completing a manifest change or removing bad bytes needs both locks, and `.sync` must be taken first.
            endWriting(&files)
            try withBothLocks(&files) { (_, _) throws(JournalError) in }
        }
    }

    /// Runs the body with both locks held, once slot S names the manifest and all bytes after `durable` are records.
    func withBothLocks<Value>(
        _ files: inout WriterFiles,
        _ body: (inout WriterFiles, SegmentEnd) throws(JournalError) -> Value
    ) throws(JournalError) -> Value {
        while true {
            try takeBothLocks(&files)
            defer { endWriting(&files) }
            if try isLockReplaced(&files) { continue }
            while true {
                if let end = try findEnd(&files) { return try body(&files, end) }
                try removeObstacle(&files)
            }
        }
    }

    /// Takes the lock `.sync`, then `.append`.
    func takeBothLocks(_ files: inout WriterFiles) throws(JournalError) {
        try openSession(&files)
        do throws(JournalError) {
            try lock(.sync, &files)
            try lock(.append, &files)
        } catch {
            endWriting(&files)
            throw error
        }
    }

    private func openSession(_ files: inout WriterFiles) throws(JournalError) {
        if status.withLock({ $0.isClosed }) { throw .failure(.storeUnavailable, cause: "the store has been closed") }
        if files.session != nil { return }
        if let manifest = published.withLock({ $0.manifest }) { try refuseNewer(manifest) }
        if published.withLock({ $0.manifest == nil }) {
            do throws(SystemError) { try directory.create() } catch { throw error.journalError }
        }
        try join(&files, creating: published.withLock { $0.manifest == nil })
        if files.session == nil { throw .failure(.storeUnavailable, cause: "\(directory.path) cannot be written") }
    }

    private func refuseNewer(_ manifest: JournalManifest) throws(JournalError) {
        guard manifest.minWriter > JournalManifest.writer else { return }
        let cause = "\(directory.path) requires writer \(manifest.minWriter); this program is writer \(JournalManifest.writer)"
        throw .failure(.storeSchemaUnsupported, cause: cause)
    }

    /// Checks whether the store was deleted and recreated, with a new lock file, and if so joins the new store.
    private func isLockReplaced(_ files: inout WriterFiles) throws(JournalError) -> Bool {
        guard let locks = files.session?.locks, try !locks.isCurrent() else { return false }
        try join(&files)
        return true
    }

    /// Takes a lock unless this engine already holds it.
    func lock(_ place: LockPlace, _ files: inout WriterFiles) throws(JournalError) {
        guard let locks = files.session?.locks, !files.held.contains(place) else { return }
        try locks.acquire(place, timeLimit: options.lockTimeout)
        files.held.insert(place)
    }

    func unlock(_ place: LockPlace, _ files: inout WriterFiles) {
        guard files.held.remove(place) != nil, let locks = files.session?.locks else { return }
        // If a lock can't be released, close its file, which releases it.
        do throws(JournalError) { try locks.release(place) } catch { leave(&files) }
    }

    /// Releases the locks that this engine holds.
    func endWriting(_ files: inout WriterFiles) {
        unlock(.append, &files)
        unlock(.sync, &files)
    }

    // MARK: The end

    /// Returns the end of the records; `.append` is held.
    ///
    /// Returns nil if the manifest may not be on disk, or if bytes after `durable` aren't records.
    /// - Throws: `corrupt_record` if acknowledged data is damaged. Nothing is written in that case.
    private func findEnd(_ files: inout WriterFiles) throws(JournalError) -> SegmentEnd? {
        if try !isManifestCurrent(), try !adopt(&files) { try load(&files) }
        guard let session = files.session, let manifest = published.withLock({ $0.manifest }) else {
            throw .failure(.storeUnavailable, cause: "\(directory.manifestPath) is gone")
        }
        try refuseNewer(manifest)
        do throws(SystemError) {
            let state = try session.state.read()
            guard state.sync.generation == manifest.generation, state.sync.segment == manifest.active else { return nil }
            _ = try files.segment.open(manifest.active)
            try publish(state)
            if let region = published.withLock({ $0.index.damage.first }) {
                throw SystemError(call: region.header?.id ?? "", path: region.place, number: 0)
            }
            var found = try emptyEnd(state, &files)
            if found == nil { found = try readEnd(state, &files) }
            guard let end = found else { return nil }
            if end.torn != nil || end.end < state.appended(in: manifest.active) { return nil }
            files.segment.noteEnd(end.end, size: end.size)
            return end
        } catch {
            guard error.number == 0 else { throw error.journalError }
            let cause = "\(error.path): damaged; nothing is written until it is repaired"
            throw .corruptRecord(in: .journal, id: error.call.isEmpty ? nil : error.call, cause: cause)
        }
    }

    /// The fast path if no process has appended since the last look: the two bytes around the end confirm it.
    ///
    /// Returns nil if a full look is needed.
    ///
    /// Without appending, other processes change the file's length only by writing or trimming padding. The remembered size may be wrong
    /// then.
    private func emptyEnd(_ state: StoreState, _ files: inout WriterFiles) throws(SystemError) -> SegmentEnd? {
        let end = published.withLock { $0.end }
        guard let size = files.segment.size, let active = files.segment.active, end > 0, state.appended(in: active.number) <= end else {
            return nil
        }
        var bytes = (UInt8(0), UInt8(0))
        let count = try withUnsafeMutableBytes(of: &bytes) { bytes in
            Result { () throws(SystemError) in try fileSystem.read(active.file, into: bytes, at: end - 1) }
        }.get()
        guard count >= 1, bytes.0 == RecordLine.newline, count == 1 || bytes.1 == RecordLine.newline else { return nil }
        return SegmentEnd(segment: active.number, state: state, start: end, end: end, size: count == 1 ? end : max(size, end + 1))
    }

    /// Reads from the published end to the end of the data.
    func readEnd(_ state: StoreState, _ files: inout WriterFiles) throws(SystemError) -> SegmentEnd? {
        guard let active = files.segment.active else { return nil }
        let start = published.withLock { $0.end }
        let size = try fileSystem.status(of: active.file).size
        var end = SegmentEnd(segment: active.number, state: state, start: start, end: start, size: max(size, start))
        if size < start { end.torn = size..<start }
        let appended = state.appended(in: active.number)
        if size <= start { return end }
        if appended <= start, try fileSystem.isDataEnd(active.file, start) { return end }
        let summary = try SegmentScanner.scan(
            fileSystem,
            active.file,
            segment: active.number,
            range: start..<size,
            isSealed: false,
            into: &end.items,
            stopsAtPadding: true,
            chunkLength: 1 << 14
        )
        end.end = summary.end
        end.torn = summary.torn
        if case .damage(let region)? = end.items.first(where: { if case .damage = $0 { true } else { false } }) {
            end.end = region.range.lowerBound
            end.torn = region.range.lowerBound..<size
        }
        return end
    }
}
