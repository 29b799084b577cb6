import Dispatch
import Synchronization

/// The engine's part in a compaction, and when one is due.
extension JournalEngine {
    /// Compacts the store.
    ///
    /// Returns nil if another process is compacting, or if nothing was ever stored.
    /// - Parameters:
    ///   - trimming: what it drops and rewrites besides the documents of superseded records.
    ///   - pace: how much disk time it may use.
    ///   - progress: called with the number of bytes read and the total.
    package func compact(
        _ trimming: JournalTrimming = JournalTrimming(),
        pace: UpkeepPace = .full,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws(JournalError) -> CompactionSummary? {
        try await catchUp()
        return try await offPool { () throws(JournalError) in
            try JournalCompaction(engine: self, trimming: trimming, pace: pace, progress: progress).run()
        }
    }

    /// Seals the active segment and leaves segment numbers free for the compacted ones.
    ///
    /// Returns the index of exactly the sealed segments.
    func sealForCompaction(
        _ checked: CheckedSegment?,
        _ files: inout WriterFiles
    ) throws(JournalError) -> (manifest: JournalManifest, firstFree: UInt32, index: JournalIndex) {
        try underLock(&files) { (files) throws(JournalError) in
            guard let manifest = published.withLock({ $0.manifest }) else { throw .failure(.storeUnavailable, cause: directory.path) }
            let total = manifest.sealed.reduce(published.withLock { $0.end }) { $0 + $1.length }
            let firstFree = manifest.active + 1
            try sealActive(beginning: firstFree + UInt32(total / options.segmentLimit) + 2, checked, &files)
            let (manifestNow, index) = published.withLock { ($0.manifest, $0.index) }
            guard let sealed = manifestNow else { throw .failure(.storeUnavailable, cause: directory.path) }
            return (sealed, firstFree, index)
        }
    }

    /// Replaces the segments that were compacted with the new ones.
    ///
    /// Returns the manifest that was in force before.
    func swap(
        _ start: JournalManifest,
        for new: [JournalManifest.Sealed],
        _ prepared: PreparedIndex,
        _ files: inout WriterFiles
    ) throws(JournalError) -> JournalManifest {
        var prepared = prepared
        return try underLock(&files) { (files) throws(JournalError) in
            let (known, end) = published.withLock { ($0.manifest, $0.end) }
            guard let current = known, current.sealed.starts(with: start.sealed) else {
                throw .failure(.storeUnavailable, cause: "the segments of \(directory.path) were changed while they were compacted")
            }
            try prepared.follow(current, to: end, from: start.active)
            guard prepared.index.damage.isEmpty else {
                let cause = "\(directory.path): what was saved meanwhile doesn't follow; the old segments stay in use"
                throw .failure(.storeUnavailable, cause: cause)
            }
            var next = current
            next.trimmed = prepared.trimmed
            next.sealed.replaceSubrange(0..<start.sealed.count, with: new)
            let (identity, descriptor) = try write(&next, files)
            published.withLock { published in
                published.manifest = next
                published.manifestFile = identity
                published.manifestDescriptor = descriptor
                published.index = prepared.index
                published.segments = published.segments.without(start.sealed.map(\.number))
                if let snapshot = prepared.snapshot { published.snapshot = snapshot }
                published.epoch += 1
            }
            return current
        }
    }

    /// Whether the manifest in force is on disk.
    ///
    /// Until it is, a crash can bring back the previous one, which needs its segments.
    func isManifestDurable() throws(JournalError) -> Bool {
        guard let state = published.withLock({ $0.state }), let manifest = try directory.readManifest()?.manifest else { return false }
        return try onDisk { (_) throws(SystemError) in try state.read().names(manifest) }
    }

    /// Removes files that no manifest names, after a save found the disk full, so that the next save may find room.
    func makeRoom() {
        do throws(JournalError) {
            // Leaves a running compaction alone: it removes its own output when it finds the disk full.
            guard let lock = try CompactionLock(directory) else { return }
            guard try isManifestDurable() else { return try lock.release() }
            let removal = Result { () throws(JournalError) in try directory.removeUnnamedFiles() }
            try lock.release()
            _ = try removal.get()
        } catch {
            // The save has already failed and reports why.
            return
        }
    }

    /// Compacts the store if at least half of it is garbage and it has grown by half since the last compaction.
    ///
    /// Called after a segment is sealed. Runs on the calling thread.
    func compactIfDue() {
        guard options.compactsInBackground, status.withLock({ !$0.isClosed }) else { return }
        let (total, garbage, isDamaged) = published.withLock { published in
            let total = published.manifest?.sealed.reduce(0) { $0 + $1.length } ?? 0
            return (total, total - published.index.bytesNeeded, !published.index.damage.isEmpty)
        }
        guard !isDamaged, garbage * 2 >= total, total * 2 >= status.withLock({ $0.compactedBytes }) * 3 else { return }
        do throws(JournalError) {
            guard let report = try JournalCompaction(engine: self, pace: .gentle, progress: { _, _ in }).run() else { return }
            status.withLock { $0.compactedBytes = report.bytesAfter }
            // The existing snapshot refers to the old segments.
            scheduleSnapshot()
        } catch {
            // Nothing is lost. Compaction is tried again when the next segment is sealed.
            status.withLock { $0.compactedBytes = total }
        }
    }
}

extension JournalOutcome {
    /// Whether the commit failed because the disk is full.
    var isStoreFull: Bool { if case .failed(let error) = self { error.code == .storeFull } else { false } }
}

extension JournalIndex {
    /// An estimate, in bytes, of a compacted journal: the newest records, plus a header and domain events for each of the others.
    var bytesNeeded: Int {
        let live = tables.reduce(0) { $0 + $1.liveBytes }
        return live + recordCount * 100 + Int(nextSequence - firstSequence) * 400
    }
}
