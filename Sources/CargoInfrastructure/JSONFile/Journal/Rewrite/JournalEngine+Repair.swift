import CargoDomain
import Synchronization

extension JournalEngine {
    /// What is lost of one id.
    struct Loss: Sendable {
        let kind: RecordKind
        let id: String
        /// The version that the next record of the id follows.
        let version: Int64
        /// The newest remaining record, for kinds of which only the newest one counts.
        let older: JournalRecord?
    }

    /// Removes damaged parts from the journal.
    ///
    /// Returns what was removed.
    /// - Throws: `store_locked` while the store is being compacted; `corrupt_record` for damage whose record is unknown, unless
    ///   `acceptsUnknown` is set; and the errors of saving.
    func repair(
        acceptsUnknown: Bool,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws(DomainError) -> [RepairReport.Removal] {
        try await catchUp()
        guard published.withLock({ $0.manifest != nil }) else { return [] }
        return try await offPool { () throws(DomainError) in
            guard let lock = try CompactionLock(self.directory) else {
                throw .technical(.storeLocked, cause: "\(self.directory.compactionLockPath): the store is being compacted")
            }
            let result = Result { () throws(DomainError) in
                try self.onWriter { (engine, files) throws(DomainError) in
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
    func losses() async throws(DomainError) -> [Loss] {
        try await catchUp()
        return try await offPool { () throws(DomainError) in
            let (manifest, end, active, files) = self.published.withLock { ($0.manifest, $0.end, $0.active, $0.segments) }
            guard let manifest else { return [] }
            var survey = JournalSurvey(kinds: self.kinds)
            for sealed in manifest.sealed { _ = try self.scan(sealed, into: &survey) }
            do throws(SystemError) {
                if let active {
                    let range = 0..<end
                    let number = manifest.active
                    _ = try SegmentScanner.scan(self.fileSystem, active, segment: number, range: range, isSealed: true, into: &survey)
                }
            } catch { throw error.domainError }
            var losses: [Loss] = []
            for (kind, id) in survey.emptied {
                guard case .found(let entry) = survey.index.lookup(kind, id) else { continue }
                var isAccepted = false
                for location in survey.emptyRecords(of: kind, id) {
                    guard let record = try self.bare(location, files) else { continue }
                    isAccepted = record.acceptsLosses
                }
                if isAccepted { continue }
                let older = try survey.older(kind, id).flatMap { (location) throws(DomainError) in try self.bare(location, files) }
                losses.append(Loss(kind: kind, id: id, version: entry.version, older: older))
            }
            return losses
        }
    }

    private func bare(_ location: RecordLocation, _ files: SegmentFiles) throws(DomainError) -> JournalRecord? {
        do throws(SystemError) {
            var window = LineWindow(fileSystem, try files.file(location.segment))
            return try window.record(at: location)
        } catch { throw error.domainError }
    }

    /// Throws if a sealed segment doesn't read back as it was written.
    func checkWritten(_ sealed: JournalManifest.Sealed) throws(DomainError) {
        let file = try onDisk { (disk) throws(SystemError) in try disk.open(directory.segmentPath(sealed.number), .read) }
        let checked = try check(file, CheckedSegment(segment: sealed.number), to: sealed.length)
        guard checked.count == sealed.count, ~checked.register == sealed.checksum else {
            throw .technical(.storeUnavailable, cause: "\(file.path) does not read as it was written; the old segments stay in use")
        }
    }
}
