import CargoDomain
import Synchronization

/// Takes out of a store what nobody reads any more: the documents of superseded records.
///
/// 1. Under COMPACT.lock, so that one process does it at a time: the active segment is sealed and a new one begun, which leaves numbers free
///    between them (under LOCK).
/// 2. Beside all reading and writing: the sealed segments are read and checked, and their lines copied to new segments. A superseded record
///    keeps its header and its domain events, but its document becomes `{}` and its schema 0, so that versions still follow each other,
///    places in lists of changes stay, and the outbox stays whole. Members of a commit lose their `tx`. All other lines stay as they are.
/// 3. The new segments are read again, and the manifest swapped (under LOCK): who has the old ones open goes on reading them.
/// 4. The segments of the manifest before last are removed; the last one's stay until the next compaction.
///
/// Nothing is lost by a crash at any point: what no manifest names is no part of the store, and the next compaction takes it away.
struct JournalCompaction {
    let engine: JournalEngine
    let pace: UpkeepPace
    /// Hears how many bytes have been read, and of how many; each byte is read twice.
    let progress: @Sendable (_ done: Int, _ total: Int) -> Void

    private var directory: StoreDirectory { engine.directory }
    private var fileSystem: any FileSystem { engine.fileSystem }

    /// Does it; nil where another process is at it, or nothing was ever stored.
    /// - Throws: `corrupt_record` where the store is damaged; and what saving throws.
    func run() throws(DomainError) -> CompactionReport? {
        guard engine.published.withLock({ $0.manifest != nil }), let lock = try CompactionLock(directory) else { return nil }
        let result = Result { () throws(DomainError) in try compact() }
        try lock.release()
        return try result.get()
    }

    private func compact() throws(DomainError) -> CompactionReport? {
        let checked = try engine.checkedActive()
        let start = try engine.onWriter { (engine, files) throws(DomainError) in try engine.sealForCompaction(checked, &files) }
        let old = start.manifest.sealed
        guard !old.isEmpty else { return nil }
        let new = try copy(old, from: start.firstFree)
        guard start.firstFree + UInt32(new.count) <= start.manifest.active else {
            throw .technical(.storeUnavailable, cause: "the compacted segments are more than were expected")
        }
        var prepared = try PreparedIndex(engine, reading: new)
        // Most of what was saved meanwhile is read before the lock is taken.
        let (manifest, end) = engine.published.withLock { ($0.manifest, $0.end) }
        if let manifest { try prepared.follow(manifest, to: end, from: start.manifest.active) }
        let ready = prepared
        let before = try engine.onWriter { (engine, files) throws(DomainError) in
            try engine.swap(start.manifest, for: new, ready, &files)
        }
        return CompactionReport(
            segmentsBefore: old.count,
            segmentsAfter: new.count,
            bytesBefore: old.reduce(0) { $0 + $1.length },
            bytesAfter: new.reduce(0) { $0 + $1.length },
            removedFiles: try directory.removeUnnamedSegments(
                keeping: before.sealed.map(\.number) + new.map(\.number),
                below: before.active
            )
        )
    }

    // MARK: Copying

    private func copy(_ segments: [JournalManifest.Sealed], from number: UInt32) throws(DomainError) -> [JournalManifest.Sealed] {
        let total = segments.reduce(0) { $0 + $1.length } * 2
        var done = 0
        var survey = JournalSurvey(kinds: engine.kinds)
        for sealed in segments {
            let start = pace.start()
            let count = try engine.scan(sealed, into: &survey)
            if let region = survey.index.damage.first { throw Self.damaged(region) }
            guard count == sealed.count else { throw Self.damaged(DamagedRegion(segment: sealed.number, range: 0..<0, header: nil)) }
            pace.rest(since: start)
            done += sealed.length
            progress(done, total)
        }
        var output = SegmentOutput(directory, from: number, limit: engine.options.segmentLimit, pace: pace)
        for sealed in segments {
            try copy(sealed, survey, to: &output)
            done += sealed.length
            progress(done, total)
        }
        do throws(SystemError) { try output.finish() } catch { throw error.domainError }
        return output.sealed
    }

    private func copy(_ sealed: JournalManifest.Sealed, _ survey: JournalSurvey, to output: inout SegmentOutput) throws(DomainError) {
        var items: [JournalItem] = []
        _ = try engine.scan(sealed, into: &items)
        let file = try engine.onDisk { (disk) throws(SystemError) in try disk.open(directory.segmentPath(sealed.number), .read) }
        var window = LineWindow(fileSystem, file)
        for item in items {
            switch item {
            case .damage(let region): throw Self.damaged(region)
            case .record(let header, let location):
                do throws(SystemError) {
                    guard let record = try window.record(at: location) else {
                        throw SystemError(call: "check", path: file.path, number: 0)
                    }
                    try output.append(
                        survey.isLive(header, at: location) ? record.standaloneLine : record.line(emptied: EmptyDocument.superseded)
                    )
                } catch {
                    guard error.number == 0 else { throw error.domainError }
                    throw Self.damaged(DamagedRegion(segment: sealed.number, range: location.offset..<location.offset, header: header))
                }
            }
        }
    }

    private static func damaged(_ region: DamagedRegion) -> DomainError {
        let cause = "\(region.place): damaged; the store is not compacted until it is repaired"
        return .corruptRecord(rule: "journal", id: region.header?.id, cause: cause)
    }
}
