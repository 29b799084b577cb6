import Dispatch
import Synchronization

/// Work after and alongside commits: delayed syncs and marks.
extension JournalEngine {
    // MARK: Late syncs and marks

    /// Schedules the work that follows commits: a snapshot, a delayed sync, and a mark.
    func scheduleUpkeep(_ files: inout WriterFiles) {
        // An engine that only reads writes no snapshots.
        if files.active != nil { scheduleSnapshot() }
        if files.isSyncScheduled { return }
        let delay: Int
        switch options.durability {
        case .everyCommit:
            guard options.writesMarks, let markDelay = options.markDelay, files.active != nil,
                files.markedEnd != published.withLock({ $0.end })
            else { return }
            delay = markDelay
        case .interval(let milliseconds): delay = milliseconds
        case .none: return
        }
        files.isSyncScheduled = true
        queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
            guard let self else { return }
            self.files.withLock { files in
                files.isSyncScheduled = false
                self.syncEverything(&files)
                self.writeMark(&files)
            }
        }
    }

    /// Syncs saves that were acknowledged without a sync.
    ///
    /// Does nothing unless the durability is `.interval`.
    func syncEverything(_ files: inout WriterFiles) {
        let (segment, end) = published.withLock { ($0.manifest?.active, $0.end) }
        guard case .interval = options.durability, let segment, files.active?.number == segment else { return }
        guard case .stored = settle(segment, end: end, &files) else {
            // The segment may have been sealed before saves that were already acknowledged.
            do throws(JournalError) { return try refresh(&files) } catch { return }
        }
    }

    /// Writes a mark: a line whose watermark says that all published bytes are durable, so that later damage to them isn't mistaken for a
    /// torn tail.
    ///
    /// Failure is harmless.
    ///
    /// Writes it only if nothing was appended since the last sync. The mark itself isn't synced.
    func writeMark(_ files: inout WriterFiles) {
        let end = published.withLock { $0.end }
        guard options.writesMarks, options.durability != .none, let active = files.active, let session = files.session,
            files.markedEnd != end,
            end > 0
        else { return }
        files.markedEnd = end
        do throws(JournalError) {
            guard try session.locks.tryAcquire(.append, .exclusive) else { return }
            files.held.insert(.append)
            defer { endWriting(&files) }
            guard try isManifestCurrent() else { return }
            do throws(SystemError) {
                var state = try session.state.read()
                guard state.sync.segment == active.number, state.sync.durable == end, state.appended(in: active.number) == end,
                    try fileSystem.isDataEnd(active.file, end)
                else { return }
                let mark = RecordLine.mark(watermark: end)
                do throws(SystemError) {
                    try fileSystem.writeFully(active.file, mark, at: end)
                } catch { return try fileSystem.truncate(active.file, to: end) }
                state.append.end = end + mark.count
                try session.state.write(&state.append)
                files.written?.take(mark, count: 1, in: active.number, at: end)
            } catch { throw error.journalError }
        } catch { return }
    }
}
