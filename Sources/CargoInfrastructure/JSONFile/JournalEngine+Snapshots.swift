import CargoDomain
import Dispatch
import Synchronization

/// When snapshots of the index are written, and when one is given up.
extension JournalEngine {
    /// What is known of snapshots being written.
    struct SnapshotWork {
        var isScheduled = false
        /// How far one went that was tried last; not tried again for the same bytes.
        var tried: IndexSnapshot.Extent?
    }

    /// Writes a snapshot in the background if so much has been appended since the last one that scanning it would take long.
    ///
    /// It costs about as many bytes as the index has; twice as many must have been appended to the journal.
    func scheduleSnapshot() {
        guard let minimum = options.snapshotMinimum, isDue({ max(64 * minimum, 2 * $0) }) else { return }
        let mustStart = snapshotWork.withLock { work in
            defer { work.isScheduled = true }
            return !work.isScheduled
        }
        guard mustStart else { return }
        snapshotQueue.async { [weak self] in
            self?.writeSnapshot()
            self?.snapshotWork.withLock { $0.isScheduled = false }
        }
    }

    /// Writes a snapshot if it saves more than it costs; waits for one under way.
    func writeSnapshotOnClosing() {
        guard let minimum = options.snapshotMinimum else { return }
        snapshotQueue.sync { if isDue({ max(minimum, $0 / 32) }) { writeSnapshot() } }
    }

    /// Whether no snapshot covers so many bytes of the journal as are asked for, given the length of the last snapshot.
    private func isDue(_ limit: (Int) -> Int) -> Bool {
        let tried = snapshotWork.withLock { $0.tried }
        return published.withLock { published in
            guard let manifest = published.manifest else { return false }
            let covered = [published.snapshot?.extent, tried].compactMap { $0 }.filter { $0.isPart(of: manifest) }.map(\.byteCount).max()
            let whole = manifest.sealed.reduce(published.end) { $0 + $1.length }
            return whole - (covered ?? 0) >= limit(published.snapshot?.length ?? 0)
        }
    }

    /// Writes a snapshot of what readers see; no matter if it fails.
    private func writeSnapshot() {
        let state = published.withLock { published -> PublishedJournal? in
            guard published.manifest != nil, published.active != nil, published.index.damage.isEmpty, published.torn == nil
            else { return nil }
            return published
        }
        guard let state, let manifest = state.manifest, let active = state.active, let stateFile = state.state else { return }
        let extent = IndexSnapshot.Extent(sealed: manifest.sealed, segment: manifest.active, end: state.end)
        snapshotWork.withLock { $0.tried = extent }
        do throws(DomainError) {
            guard try isManifestCurrent() else { return }
            // What a snapshot covers counts as being on the medium: so it has to be, what was acknowledged without a sync included.
            let durable = try onDisk { (_) throws(SystemError) in try stateFile.read().sync.durable(in: manifest.active) }
            guard durable >= state.end else { return }
            do throws(SystemError) {
                let note = try IndexSnapshot.write(state.index, extent, of: active, to: directory)
                published.withLock { published in
                    guard published.epoch == state.epoch else { return }
                    let isInUse = published.snapshot?.isInUse ?? false
                    published.snapshot = note
                    published.snapshot?.isInUse = isInUse
                }
            } catch { throw error.domainError }
        } catch {
            // The store does without: the journal is scanned when it is opened.
            return
        }
    }

    /// After a record turned out damaged: a scan of everything would have found that on opening, so it is made up for now.
    ///
    /// From then on the damage is reported, nothing is written until it is repaired, and no later open relies on the snapshot.
    func noteDamage() {
        let mustScan = published.withLock { published in
            guard published.snapshot?.isInUse == true else { return false }
            published.snapshot?.isInUse = false
            return true
        }
        guard mustScan else { return }
        queue.async { [self] in
            files.withLock { files in
                do throws(DomainError) {
                    try load(&files, usingSnapshot: false)
                    guard published.withLock({ !$0.index.damage.isEmpty }) else { return }
                    do throws(SystemError) {
                        for name in try fileSystem.names(inDirectory: directory.path) where IndexSnapshot.isSnapshot(name) {
                            try fileSystem.remove(directory.path + "/" + name)
                        }
                    } catch { throw error.domainError }
                } catch {
                    // Whoever asked for the record has been told already.
                    return
                }
            }
        }
    }
}

extension PublishedJournal {
    /// The snapshot in place, for people.
    var snapshotStatistics: StoreStatistics.Snapshot? {
        guard let manifest, let snapshot, snapshot.extent.isPart(of: manifest) else { return nil }
        return StoreStatistics.Snapshot(
            name: IndexSnapshot.name(snapshot.extent.segment),
            length: snapshot.length,
            coveredBytes: snapshot.extent.byteCount,
            wasUsed: snapshot.isInUse
        )
    }
}
