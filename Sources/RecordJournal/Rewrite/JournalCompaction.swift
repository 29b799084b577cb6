import Synchronization

/// Compaction: removes the documents of superseded records from a store.
///
/// 1. Under COMPACT.lock, so that only one process compacts at a time: seal the active segment and begin a new one, leaving free segment
///    numbers between them (under LOCK).
/// 2. In parallel with reads and saves: read and check the sealed segments, and copy their lines to new segments. A superseded record keeps
///    its header and its domain events, but its document becomes `{}` and its schema 0. Versions therefore still follow each other,
///    positions in change lists stay valid, and the outbox stays complete. Records of a multi-record commit lose their `tx`. All other
///    lines are copied unchanged.
/// 3. Read the new segments back and swap the manifest (under LOCK). Processes that have the old segments open can still read them.
/// 4. Keep the segments of the previous manifest until the next compaction, or until a save finds the disk full.
///
/// A compaction can also drop domain events and the records of removed ids, and rewrite records (`JournalTrimming`). If it drops anything,
/// the manifest of step 3 gets format 2. Step 4 then deletes the segments of the previous manifest, if asked to.
///
/// A crash at any point loses nothing: files that no manifest names aren't part of the store, and the next compaction removes them before
/// it writes anything. A compaction that fails removes what it has written.
struct JournalCompaction {
    let engine: JournalEngine
    var trimming = JournalTrimming()
    let pace: UpkeepPace
    /// Called with the number of bytes read and the total.
    let progress: @Sendable (_ done: Int, _ total: Int) -> Void

    private var directory: StoreDirectory { engine.directory }

    /// Runs the compaction.
    ///
    /// Returns nil if another process is compacting, or if nothing was ever stored.
    /// - Throws: `corrupt_record` if the store is damaged; and the errors of saving.
    func run() throws(JournalError) -> CompactionSummary? {
        guard engine.published.withLock({ $0.manifest != nil }), let lock = try CompactionLock(directory) else { return nil }
        let result = Result { () throws(JournalError) in try compact() }
        try lock.release()
        return try result.get()
    }

    private func compact() throws(JournalError) -> CompactionSummary? {
        // Do this first, because these files may be what fills the disk.
        var removed = try engine.isManifestDurable() ? directory.removeUnnamedFiles() : []
        let checked = try engine.checkedActive(after: engine.files.withLock { $0.segment.written })
        let start = try engine.onWriter { (engine, files) throws(JournalError) in try engine.sealForCompaction(checked, &files) }
        let old = start.manifest.sealed
        guard !old.isEmpty else {
            _ = try deleteCopies()
            return nil
        }
        let plan = try plan(old, start.index)
        let copy = try copy(old, start.index, plan, from: start.firstFree)
        let new = copy.output.sealed
        let before: JournalManifest
        do throws(JournalError) {
            before = try put(new, trimmed: trimmed(by: copy, plan, start.manifest), start, plan)
        } catch {
            directory.discard(new)
            throw error
        }
        removed += try directory.removeUnnamedFiles(keeping: trimming.deletesOldFiles ? [] : before.sealed.map(\.number))
        removed += try deleteCopies()
        return CompactionSummary(
            segmentsBefore: old.count,
            segmentsAfter: new.count,
            bytesBefore: old.reduce(0) { $0 + $1.length },
            bytesAfter: new.reduce(0) { $0 + $1.length },
            removedFiles: removed.sorted(),
            trimmedEvents: max(0, plan.events - (start.manifest.trimmed ?? 0)),
            droppedRecords: copy.droppedCount,
            rewrittenRecords: copy.rewrittenCount
        )
    }

    /// Returns what the trimming drops of the old segments.
    private func plan(_ old: [JournalManifest.Sealed], _ index: JournalIndex) throws(JournalError) -> TrimmingPlan {
        var plan = TrimmingPlan(trimming, index, knownKinds: engine.kinds.count)
        guard let first = plan.firstSegmentToRead else { return plan }
        for sealed in old where sealed.number >= first {
            let start = pace.start()
            _ = try engine.scan(sealed, into: &plan)
            pace.rest(since: start)
        }
        return plan
    }

    /// Returns the position up to which events are gone, for the new manifest; nil if nothing was ever dropped.
    private func trimmed(by copy: CompactionCopy, _ plan: TrimmingPlan, _ before: JournalManifest) -> Int64? {
        before.trimmed == nil && plan.events == 0 && copy.droppedCount == 0 ? nil : plan.events
    }

    /// Deletes snapshots and the files in `quarantine/` if that was asked for, and old snapshots if there is one of the new segments.
    ///
    /// The new manifest is on disk and published.
    private func deleteCopies() throws(JournalError) -> [String] {
        var deleted: [String] = []
        // After this, the engine writes snapshots of the new segments only.
        if trimming.deletesOldFiles || engine.published.withLock({ $0.validSnapshot != nil }) { deleted += try engine.deleteOldSnapshots() }
        if trimming.deletesQuarantine { deleted += try directory.deleteQuarantine() }
        return deleted
    }

    /// Puts the new segments into the manifest.
    ///
    /// Returns the manifest that was in force before.
    private func put(
        _ new: [JournalManifest.Sealed],
        trimmed: Int64?,
        _ sealed: (manifest: JournalManifest, firstFree: UInt32, index: JournalIndex),
        _ plan: TrimmingPlan
    ) throws(JournalError) -> JournalManifest {
        let start = sealed.manifest
        guard sealed.firstFree + UInt32(new.count) <= start.active else {
            throw .failure(.storeUnavailable, cause: "there are more compacted segments than expected")
        }
        var prepared = try PreparedIndex(engine, reading: new, trimmed: trimmed)
        for (table, old) in sealed.index.tables.prefix(engine.kinds.count).enumerated() {
            guard prepared.index.tables[table].count == old.count - plan.forgottenCount(in: table) else {
                throw .failure(.storeUnavailable, cause: "compaction would lose ids of \(old.kind.name); the old segments stay in use")
            }
        }
        prepared.storeSnapshot(of: new, before: start)
        // Read most of what was saved meanwhile before taking the lock.
        let (manifest, end) = engine.published.withLock { ($0.manifest, $0.end) }
        if let manifest { try prepared.follow(manifest, to: end, from: start.active) }
        let ready = prepared
        return try engine.onWriter { (engine, files) throws(JournalError) in try engine.swap(start, for: new, ready, &files) }
    }

    // MARK: Copying

    private func copy(
        _ segments: [JournalManifest.Sealed],
        _ index: JournalIndex,
        _ plan: TrimmingPlan,
        from number: UInt32
    ) throws(JournalError) -> CompactionCopy {
        // The index knows which records are the newest. If one of those has no document, a survey has to find the older one that counts.
        let knownKinds = engine.kinds.count
        let newestCount = index.newestCount(among: knownKinds)
        let total = segments.reduce(0) { $0 + $1.length } * (newestCount == nil ? 2 : 1)
        var done = 0
        let survey = newestCount == nil ? try survey(segments, trimmed: index.trimmed, total, &done) : nil
        let output = SegmentOutput(directory, from: number, limit: engine.options.segmentLimit, pace: pace)
        var copy = CompactionCopy(index, survey, knownKinds: knownKinds, plan, rewriting: trimming.rewriting, to: output)
        do throws(JournalError) {
            for sealed in segments {
                let count = try engine.scan(sealed, into: &copy)
                switch copy.obstacle {
                case .none: break
                case .damage(let region): throw Self.damaged(region)
                case .system(let failure): throw failure.journalError
                case .events(let key):
                    let cause = "\(key.kind) \(key.id): its new content has another number of events; nothing was changed"
                    throw JournalError.failure(.storeUnavailable, cause: cause)
                }
                guard count == sealed.count else { throw Self.damaged(DamagedRegion(segment: sealed.number, range: 0..<0, header: nil)) }
                done += sealed.length
                progress(done, total)
            }
            do throws(SystemError) { try copy.finish() } catch { throw error.journalError }
            if let newestCount, copy.newestCount != newestCount {
                throw .failure(.storeUnavailable, cause: "the segments of \(directory.path) don't match its index; they stay in use")
            }
        } catch {
            copy.discard()
            throw error
        }
        return copy
    }

    /// Surveys the segments: what they contain and which of it is still read.
    private func survey(
        _ segments: [JournalManifest.Sealed],
        trimmed: Int64?,
        _ total: Int,
        _ done: inout Int
    ) throws(JournalError) -> JournalSurvey {
        var survey = JournalSurvey(kinds: engine.kinds, trimmed: trimmed)
        for sealed in segments {
            let start = pace.start()
            _ = try engine.scan(sealed, into: &survey)
            if let region = survey.index.damage.first { throw Self.damaged(region) }
            pace.rest(since: start)
            done += sealed.length
            progress(done, total)
        }
        return survey
    }

    private static func damaged(_ region: DamagedRegion) -> JournalError {
        let cause = "\(region.place): damaged; the store is not compacted until it is repaired"
        return .corruptRecord(in: .journal, id: region.header?.id, cause: cause)
    }
}

/// The lock for rewriting sealed segments.
///
/// One process at a time holds it.
///
/// Saving doesn't need it.
struct CompactionLock {
    private let fileSystem: any FileSystem
    private let file: FileDescriptor

    /// Takes the lock, or returns nil if another process holds it.
    init?(_ directory: StoreDirectory) throws(JournalError) {
        fileSystem = directory.fileSystem
        do throws(SystemError) {
            file = try fileSystem.open(directory.compactionLockPath, .readWriteOrCreate)
            guard try fileSystem.tryLock(file, .append, .exclusive) else { return nil }
        } catch { throw error.journalError }
    }

    func release() throws(JournalError) {
        do throws(SystemError) { try fileSystem.unlock(file, .append) } catch { throw error.journalError }
    }
}

/// The result of a compaction.
package struct CompactionSummary: Hashable, Sendable {
    /// The number of sealed segments that were read.
    package let segmentsBefore: Int
    /// The number of segments that replaced them.
    package let segmentsAfter: Int
    /// The length in bytes of the segments that were read.
    ///
    /// Unless they were to be deleted, they stay on disk until the next compaction.
    package let bytesBefore: Int
    /// The length in bytes of the segments that replaced them.
    package let bytesAfter: Int
    /// The names of removed files, left over from earlier or interrupted compactions or deleted because the trimming says so.
    package let removedFiles: [String]
    /// How much further domain events are dropped than before.
    package let trimmedEvents: Int64
    /// The number of records of removed ids that were dropped.
    package let droppedRecords: Int
    /// The number of records that got new content.
    package let rewrittenRecords: Int
}

/// Bytes that a repair removed from the journal.
package struct RemovedBytes: Hashable, Sendable {
    /// The segment's file name.
    package let file: String
    /// The offset of the bytes in that file.
    package let offset: Int
    /// The number of bytes.
    package let length: Int
    /// The affected record, such as `cargo ABC123`, if known.
    package let record: String?
    /// The file in the store that now holds the bytes.
    package let quarantineFile: String
}
