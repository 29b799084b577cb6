import Synchronization

extension JournalEngine {
    /// What is lost of one id.
    package struct Loss: Sendable {
        package let kind: JournalKind
        package let id: String
        /// The version that the next record of the id follows.
        package let version: Int64
        /// The newest remaining record, for kinds of which only the newest one counts.
        package let older: JournalRecord?
    }

    /// Removes damaged parts from the journal.
    ///
    /// Returns what was removed.
    /// - Throws: `store_locked` while the store is being compacted; `corrupt_record` for damage whose record is unknown, unless
    ///   `acceptsUnknown` is set; and the errors of saving.
    package func repair(
        acceptsUnknown: Bool,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws(JournalError) -> [RemovedBytes] {
        try await catchUp()
        guard published.withLock({ $0.manifest != nil }) else { return [] }
        return try await offPool { () throws(JournalError) in
            guard let lock = try CompactionLock(self.directory) else {
                throw .failure(.storeLocked, cause: "\(self.directory.compactionLockPath): the store is being compacted")
            }
            let result = Result { () throws(JournalError) in
                try self.onWriter { (engine, files) throws(JournalError) in
                    try engine.takeBothLocks(&files)
                    defer { engine.endWriting(&files) }
                    var repair = JournalRepair(engine: engine, acceptsUnknown: acceptsUnknown, progress: progress)
                    return try repair.run(&files)
                }
            }
            try lock.release()
            return try result.get()
        }
    }

    /// Returns the losses that haven't been accepted, ordered by kind and id.
    package func losses() async throws(JournalError) -> [Loss] {
        try await catchUp()
        return try await offPool { () throws(JournalError) in
            let (manifest, end, active, files) = self.published.withLock { ($0.manifest, $0.end, $0.active, $0.segments) }
            guard let manifest else { return [] }
            var survey = JournalSurvey(kinds: self.kinds, trimmed: manifest.trimmed)
            for sealed in manifest.sealed { _ = try self.scan(sealed, into: &survey) }
            do throws(SystemError) {
                if let active {
                    let range = 0..<end
                    let number = manifest.active
                    _ = try SegmentScanner.scan(self.fileSystem, active, segment: number, range: range, isSealed: true, into: &survey)
                }
            } catch { throw error.journalError }
            var losses: [Loss] = []
            for (kind, id) in survey.emptied {
                guard case .found(let entry) = survey.index.lookup(kind, id) else { continue }
                var isAccepted = false
                for location in survey.emptyRecords(of: kind, id) {
                    guard let record = try self.bare(location, files) else { continue }
                    isAccepted = record.acceptsLosses
                }
                if isAccepted { continue }
                let older = try survey.older(kind, id).flatMap { (location) throws(JournalError) in try self.bare(location, files) }
                losses.append(Loss(kind: kind, id: id, version: entry.version, older: older))
            }
            return losses
        }
    }

    private func bare(_ location: RecordPosition, _ files: SegmentFiles) throws(JournalError) -> JournalRecord? {
        do throws(SystemError) {
            var window = LineWindow(fileSystem, try files.file(location.segment))
            return try window.record(at: location)
        } catch { throw error.journalError }
    }

    /// Throws if a sealed segment doesn't read back as it was written.
    func checkWritten(_ sealed: JournalManifest.Sealed) throws(JournalError) {
        let file = try onDisk { (disk) throws(SystemError) in try disk.open(directory.segmentPath(sealed.number), .read) }
        let checked = try check(file, CheckedSegment(segment: sealed.number), to: sealed.length)
        guard checked.count == sealed.count, ~checked.register == sealed.checksum else {
            throw .failure(.storeUnavailable, cause: "\(file.path) reads back with other bytes; the old segments stay in use")
        }
    }
}
