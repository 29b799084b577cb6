import CargoDomain
import Dispatch
import Synchronization

/// What a compaction does with the engine, and when one is due.
extension JournalEngine {
    /// Compacts the store; nil where another process is at it, or nothing was ever stored.
    func compact(
        pace: UpkeepPace = .full,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws(DomainError) -> CompactionReport? {
        try await catchUp()
        return try await offPool { () throws(DomainError) in
            try JournalCompaction(engine: self, pace: pace, progress: progress).run()
        }
    }

    /// Seals what there is, and leaves numbers free for the segments to come; the index is that of exactly the sealed segments.
    func sealForCompaction(
        _ checked: CheckedSegment?,
        _ files: inout WriterFiles
    ) throws(DomainError) -> (manifest: JournalManifest, firstFree: UInt32, index: JournalIndex) {
        try underLock(&files) { (files) throws(DomainError) in
            guard let manifest = published.withLock({ $0.manifest }) else { throw .technical(.storeUnavailable, cause: directory.path) }
            let total = manifest.sealed.reduce(published.withLock { $0.end }) { $0 + $1.length }
            let firstFree = manifest.active + 1
            try sealActive(beginning: firstFree + UInt32(total / options.segmentLimit) + 2, checked, &files)
            let (manifestNow, index) = published.withLock { ($0.manifest, $0.index) }
            guard let sealed = manifestNow else { throw .technical(.storeUnavailable, cause: directory.path) }
            return (sealed, firstFree, index)
        }
    }

    /// Puts compacted segments in the place of those they were made of; returns the manifest that was in force before.
    func swap(
        _ start: JournalManifest,
        for new: [JournalManifest.Sealed],
        _ prepared: PreparedIndex,
        _ files: inout WriterFiles
    ) throws(DomainError) -> JournalManifest {
        var prepared = prepared
        return try underLock(&files) { (files) throws(DomainError) in
            let (known, end) = published.withLock { ($0.manifest, $0.end) }
            guard let current = known, current.sealed.starts(with: start.sealed) else {
                throw .technical(.storeUnavailable, cause: "the segments of \(directory.path) were changed while they were compacted")
            }
            try prepared.follow(current, to: end, from: start.active)
            var next = current
            next.sealed.replaceSubrange(0..<start.sealed.count, with: new)
            let (identity, descriptor) = try write(&next, files)
            published.withLock { published in
                published.manifest = next
                published.manifestFile = identity
                published.manifestDescriptor = descriptor
                published.index = prepared.index
                published.segments = published.segments.without(start.sealed.map(\.number))
                published.epoch += 1
            }
            return current
        }
    }

    /// Whether the manifest in force is on the medium: as long as it is not, a crash may bring back the one before, and needs its segments.
    func isManifestDurable() throws(DomainError) -> Bool {
        guard let state = published.withLock({ $0.state }), let manifest = try directory.readManifest()?.manifest else { return false }
        return try onDisk { (_) throws(SystemError) in try state.read().names(manifest) }
    }

    /// Removes files that no manifest names, because a save found the disk full: the next save may find room.
    func makeRoom() {
        do throws(DomainError) {
            // A compaction under way removes what it has written when it finds the disk full itself.
            guard let lock = try CompactionLock(directory) else { return }
            guard try isManifestDurable() else { return try lock.release() }
            let removal = Result { () throws(DomainError) in try directory.removeUnnamedFiles() }
            try lock.release()
            _ = try removal.get()
        } catch {
            // The save has failed already, and says why.
            return
        }
    }

    /// Starts a compaction where at least half of the store is garbage, and half as much again has been written since the last one.
    ///
    /// To be called when a segment was sealed; it works on the caller's thread.
    func compactIfDue() {
        guard options.compactsInBackground, intake.withLock({ !$0.isClosed }) else { return }
        let (total, garbage, isDamaged) = published.withLock { published in
            let total = published.manifest?.sealed.reduce(0) { $0 + $1.length } ?? 0
            return (total, total - published.index.bytesNeeded, !published.index.damage.isEmpty)
        }
        guard !isDamaged, garbage * 2 >= total, total * 2 >= intake.withLock({ $0.compactedBytes }) * 3 else { return }
        do throws(DomainError) {
            guard let report = try JournalCompaction(engine: self, pace: .gentle, progress: { _, _ in }).run() else { return }
            intake.withLock { $0.compactedBytes = report.bytesAfter }
            // The snapshot that there was says where records stood before.
            scheduleSnapshot()
        } catch {
            // Nothing is lost and nothing gained; the next sealed segment gives the occasion to try again.
            intake.withLock { $0.compactedBytes = total }
        }
    }
}

extension CommitOutcome {
    /// Whether the commit failed for want of room.
    var isStoreFull: Bool { if case .failed(let error) = self { error.code == .storeFull } else { false } }
}

extension JournalIndex {
    /// About how many bytes a compacted journal takes: newest records, and of all others a header and the domain events.
    var bytesNeeded: Int {
        let live = tables.reduce(0) { $0 + $1.liveBytes }
        return live + recordCount * 100 + Int(nextSequence - 1) * 400
    }
}
