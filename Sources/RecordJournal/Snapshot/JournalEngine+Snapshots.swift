import Dispatch
import Synchronization

/// When to write a snapshot of the index, and when to discard one.
extension JournalEngine {
    /// Which snapshot is scheduled, and which one was tried last.
    struct SnapshotWork {
        var isScheduled = false
        /// The extent of the last attempt, which isn't repeated for the same bytes.
        var tried: IndexSnapshot.Extent?
    }

    /// Writes a snapshot in the background if the journal has grown so much since the last one that scanning the new part would be slow.
    ///
    /// Writing costs about as many bytes as the index has, so the journal must have grown by at least twice the length of the last
    /// snapshot.
    func scheduleSnapshot() {
        guard let minimum = options.snapshotMinimum, isDue({ max(64 * minimum, 2 * $0) }) else { return }
        let mustStart = snapshotWork.withLock { work in
            defer { work.isScheduled = true }
            return !work.isScheduled
        }
        guard mustStart else { return }
        snapshotQueue.async { [weak self] in
            if let note = self?.writeSnapshot() { self?.mapSnapshot(note) }
            self?.snapshotWork.withLock { $0.isScheduled = false }
        }
    }

    /// Writes a snapshot if it saves more than it costs.
    ///
    /// Waits for one that is being written.
    func writeSnapshotOnClosing() {
        guard let minimum = options.snapshotMinimum else { return }
        snapshotQueue.sync { if isDue({ max(minimum, $0 / 32) }) { _ = writeSnapshot() } }
    }

    /// Whether the journal has grown past the last snapshot by at least `limit` bytes.
    ///
    /// `limit` receives the length of the last snapshot.
    private func isDue(_ limit: (Int) -> Int) -> Bool {
        let tried = snapshotWork.withLock { $0.tried }
        return published.withLock { published in
            guard let manifest = published.manifest else { return false }
            let covered = [published.snapshot?.extent, tried].compactMap { $0 }.filter { $0.isPart(of: manifest) }.map(\.byteCount).max()
            let whole = manifest.sealed.reduce(published.end) { $0 + $1.length }
            return whole - (covered ?? 0) >= limit(published.snapshot?.length ?? 0)
        }
    }

    /// Reads the newest snapshot of the journal that a manifest describes.
    /// - Parameter size: the length in bytes of the active segment.
    func readSnapshot(_ manifest: JournalManifest, _ segments: SegmentFiles, size: Int) -> IndexSnapshot? {
        IndexSnapshot.read(
            directory,
            manifest,
            segments: segments,
            size: size,
            kinds: kinds,
            mappedLength: options.mappedSnapshotLength
        )
    }

    /// Puts a snapshot that was just written in place of the index in memory, if it is long enough to be mapped.
    ///
    /// Failure is harmless.
    private func mapSnapshot(_ note: IndexSnapshot.Note) {
        guard note.length >= options.mappedSnapshotLength else { return }
        let (manifest, segments, end) = published.withLock { ($0.manifest, $0.segments, $0.end) }
        guard let manifest, let snapshot = readSnapshot(manifest, segments, size: end), snapshot.note.extent == note.extent else { return }
        let start = PreparedIndex(self, snapshot, trimmed: manifest.trimmed)
        commits.dispatchQueue.async { [weak self] in
            self?.files.withLock { _ in
                guard let self else { return }
                _ = Result { () throws(JournalError) in try self.use(start, snapshot.note) }
            }
        }
    }

    /// Adds to an index from a snapshot what was saved since, and publishes it.
    private func use(_ start: PreparedIndex, _ note: IndexSnapshot.Note) throws(JournalError) {
        let (manifest, end) = published.withLock { ($0.manifest, $0.end) }
        guard let manifest, note.extent.isPart(of: manifest) else { return }
        var prepared = start
        try prepared.follow(manifest, to: end, from: note.extent.segment)
        published.withLock { published in
            guard published.index.damage.isEmpty, prepared.index.damage.isEmpty, prepared.index.recordCount == published.index.recordCount
            else { return }
            published.index = prepared.index
            published.snapshot = note
            published.epoch += 1
        }
    }

    /// Writes a snapshot of what readers see.
    ///
    /// Failure is harmless.
    private func writeSnapshot() -> IndexSnapshot.Note? {
        let state = published.withLock { published -> PublishedJournal? in
            guard published.manifest != nil, published.active != nil, published.index.damage.isEmpty, published.torn == nil
            else { return nil }
            return published
        }
        guard let state, let manifest = state.manifest, let active = state.active, let stateFile = state.state else { return nil }
        let extent = IndexSnapshot.Extent(sealed: manifest.sealed, segment: manifest.active, end: state.end)
        snapshotWork.withLock { $0.tried = extent }
        do throws(JournalError) {
            guard try isManifestCurrent() else { return nil }
            // Opening assumes that everything a snapshot covers is on disk, so saves that were acknowledged without a sync must be durable
            // first.
            let durable = try onDisk { (_) throws(SystemError) in try stateFile.read().sync.durable(in: manifest.active) }
            guard durable >= state.end else { return nil }
            do throws(SystemError) {
                let note = try IndexSnapshot.write(state.index.sorted(), extent, of: active, to: directory)
                guard isStillValid(extent) else {
                    try fileSystem.remove(directory.path + "/" + note.name)
                    return nil
                }
                return published.withLock { published in
                    guard published.epoch == state.epoch else { return nil }
                    let isInUse = published.snapshot?.isInUse ?? false
                    published.snapshot = note
                    published.snapshot?.isInUse = isInUse
                    return note
                }
            } catch { throw error.journalError }
        } catch {
            // Without a snapshot, the next open scans the journal.
            return nil
        }
    }

    /// Whether the manifest in force still has what a snapshot covers.
    ///
    /// A compaction that was to leave nothing behind deletes all snapshots. One that is put in place afterwards must not bring it back.
    private func isStillValid(_ extent: IndexSnapshot.Extent) -> Bool {
        do throws(JournalError) {
            return try directory.readManifest().map { extent.isPart(of: $0.manifest) } ?? false
        } catch { return false }
    }

    /// Deletes all snapshots but the one of what is published now, also those that are being written.
    ///
    /// Returns the names of their files. A snapshot that this engine writes afterwards is one of what is published then.
    func deleteOldSnapshots() throws(JournalError) -> [String] {
        let result = snapshotQueue.sync {
            Result { () throws(JournalError) in
                snapshotWork.withLock { $0.tried = nil }
                return try directory.deleteSnapshots(keeping: published.withLock { $0.validSnapshot?.name })
            }
        }
        return try result.get()
    }

    /// Reloads the index without its snapshot, after a record turned out to be damaged.
    ///
    /// A full scan would have found the damage on opening. From now on it is reported, nothing is written until it is repaired, and no
    /// later open uses the snapshot.
    func noteDamage() {
        let mustScan = published.withLock { published in
            guard published.snapshot?.isInUse == true else { return false }
            published.snapshot?.isInUse = false
            return true
        }
        guard mustScan else { return }
        commits.dispatchQueue.async { [self] in
            files.withLock { files in
                do throws(JournalError) {
                    try load(&files, usingSnapshot: false)
                    guard published.withLock({ !$0.index.damage.isEmpty }) else { return }
                    do throws(SystemError) {
                        for name in try fileSystem.names(inDirectory: directory.path) where IndexSnapshot.isSnapshot(name) {
                            try fileSystem.remove(directory.path + "/" + name)
                        }
                    } catch { throw error.journalError }
                } catch {
                    // The caller that read the record has already received the error.
                    return
                }
            }
        }
    }
}

extension PublishedJournal {
    /// The snapshot in place, if the manifest still contains what it covers.
    var validSnapshot: IndexSnapshot.Note? {
        guard let manifest, let snapshot, snapshot.extent.isPart(of: manifest) else { return nil }
        return snapshot
    }

    /// The snapshot in place, for statistics.
    var snapshotStatistics: JournalStatistics.Snapshot? {
        validSnapshot.map {
            JournalStatistics.Snapshot(name: $0.name, length: $0.length, coveredBytes: $0.extent.byteCount, wasUsed: $0.isInUse)
        }
    }
}
